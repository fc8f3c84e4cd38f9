// SPDX-License-Identifier: GPL-3.0-or-later
//
// Opens HTML reports in Chromium and uses them as a reader does: node test.mjs FILE...
import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { chromium } from "playwright-core";

const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const wide = { width: 1280, height: 900 };
const narrow = { width: 360, height: 740 };

// accessible runs axe and fails on what it calls serious or critical.
async function accessible(page, where) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => globalThis.axe.run());
  const grave = violations.filter((v) => v.impact === "serious" || v.impact === "critical");
  assert.deepEqual(grave.map((v) => `${v.id}: ${v.nodes[0].html.slice(0, 200)} ${v.nodes[0].failureSummary}`), [], where);
}

async function sorts(page) {
  const head = page.locator("table.rows th.ratio").first();
  const column = await head.evaluate((th) => th.cellIndex);
  const values = () => page.locator("table.rows").first().evaluate((table, i) =>
    Array.from(table.tBodies[0].rows, (row) => parseFloat(row.cells[i].dataset.v)).filter((v) => !Number.isNaN(v)), column);
  const before = await values();
  await head.locator("button").focus();
  await page.keyboard.press("Enter");
  assert.equal(await head.getAttribute("aria-sort"), "ascending");
  assert.deepEqual(await values(), before.slice().sort((a, b) => a - b), "ascending");
  await page.keyboard.press("Enter");
  assert.deepEqual(await values(), before.slice().sort((a, b) => b - a), "descending");
  await page.keyboard.press("Enter");
  assert.deepEqual(await values(), before, "as it was");
}

async function filters(page) {
  const rows = page.locator("table.rows tbody tr");
  const shown = () => rows.evaluateAll((all) => all.filter((row) => row.offsetParent !== null).map((row) => row.dataset));
  const all = (await shown()).length;
  const kind = await rows.first().getAttribute("data-kind");
  await page.selectOption("#kind", kind);
  const some = await shown();
  assert.ok(some.length > 0 && some.every((row) => row.kind === kind), "only the kind is shown");
  assert.equal(await page.locator("output").textContent(), `${some.length} of ${all} rows`);
  await page.selectOption("#kind", "");
  if (await page.locator("#state").count() > 0) { // a run of flagged rows alone has none
    const state = await page.locator("#state option").nth(1).getAttribute("value") ?? await page.locator("#state option").nth(1).textContent();
    await page.selectOption("#state", state);
    assert.ok((await shown()).every((row) => row.state.split(" ").includes(state)), `only rows that are ${state} are shown`);
    await page.selectOption("#state", "");
  }
  const suite = await page.locator("#suites option").last().textContent();
  await page.selectOption("#suites", suite);
  const inSuite = await shown();
  assert.ok(inSuite.length > 0 && inSuite.every((row) => row.suites.split(" ").includes(suite)), `only rows of the suite ${suite} are shown`);
  await page.selectOption("#suites", "");
  await page.fill("#filter", "no such row");
  assert.equal((await shown()).length, 0);
  assert.equal(await page.locator("section:has(table.rows):visible").count(), 0, "empty sections are hidden");
  await page.fill("#filter", "");
  assert.equal((await shown()).length, all);
}

// fits says that nothing but a region that scrolls is wider than the page.
async function fits(page, where) {
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${where}: the page is wider than the window`);
}

async function printed(page) {
  await page.emulateMedia({ media: "print" });
  await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
  await page.setViewportSize({ width: 1047, height: 718 }); // A4 landscape without its margins
  assert.equal(await page.locator("details:not([open])").count(), 0, "print shows what is folded");
  const clipped = await page.evaluate(() => Array.from(document.querySelectorAll("table, svg, p, li, dd"))
    .filter((e) => e.getBoundingClientRect().right > innerWidth + 1).map((e) => e.outerHTML.slice(0, 120)));
  assert.deepEqual(clipped, [], "nothing is clipped in print");
  assert.ok((await page.pdf({ preferCSSPageSize: true })).length > 10_000, "the PDF is empty");
}

const data = await mkdtemp(join(tmpdir(), "cryptogap-browser-"));
const context = await chromium.launchPersistentContext(data, {
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
  viewport: wide, offline: true,
});
try {
  for (const file of process.argv.slice(2)) {
    const most = 5 << 20;
    assert.ok((await stat(file)).size < most, `${file} is larger than ${most} bytes`);
    const page = await context.newPage();
    const said = [];
    page.on("console", (message) => said.push(message.text()));
    page.on("pageerror", (error) => said.push(String(error)));
    page.on("request", (request) => /^(file|data):/.test(request.url()) || said.push(`asks for ${request.url()}`));
    for (const colorScheme of ["light", "dark"]) {
      await page.emulateMedia({ colorScheme });
      for (const size of [wide, narrow]) {
        await page.setViewportSize(size);
        await page.goto(`file://${resolve(file)}`);
        assert.equal(await page.locator("main h2").first().textContent(), "In short");
        if (size === wide) { // the answer is on the first screen
          const answer = await page.locator("main h2:text-is('In short') ~ ul").first().boundingBox();
          assert.ok(answer.y + answer.height <= wide.height, `"In short" ends at ${answer.y + answer.height} of ${wide.height} pixels`);
        }
        await fits(page, `${file} at ${size.width}, ${colorScheme}`);
        await accessible(page, `${file} at ${size.width}, ${colorScheme}`);
      }
    }
    await page.setViewportSize(wide);
    assert.ok(await page.locator("svg .point title").count() > 0, "points say what they are");
    await sorts(page);
    await filters(page);
    if (file.includes("sweep")) { // a line chart for each algorithm and operation, and the size from which one is faster
      const charts = page.locator("figure:has(svg .line)");
      assert.ok(await charts.count() > 1, "a sweep has line charts");
      assert.ok(await charts.locator(".even").count() > 0, "they mark the size from which a library is faster");
    }
    const enlarge = page.locator("figure button");
    if (await enlarge.count() > 0) {
      await enlarge.first().click();
      assert.equal(await page.locator("figure.large").count(), 1);
    }
    await printed(page);
    assert.deepEqual(said, [], "the console is silent");
    await page.close();
    console.log(`browser: ${file} ok`);
  }
} finally {
  await context.close();
  await rm(data, { recursive: true, force: true });
}
