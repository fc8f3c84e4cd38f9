// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"bytes"
	"fmt"
	"regexp"
	"strconv"
)

var (
	chartStyle = regexp.MustCompile(`(?s)<style id="charts">\n(.*?)</style>`)
	ratioChart = regexp.MustCompile(`(?s)<svg viewBox="0 0 (\d+) (\d+)"[^>]* aria-label="(([^"]+?): a point per row[^"]*)">(.*?)</svg>`)
)

// heading is the height of the line above a chart, in pixels.
const heading = 26

// chart draws the time ratios of a run: the charts of its HTML page, one below the other in one picture. It has the page's colours
// and background, so it is as readable where what is around it is dark.
func (d *docs) chart(file, records string) error {
	page, err := d.command("report", records, "--format", "html")
	if err != nil {
		return err
	}
	style, charts := chartStyle.FindSubmatch(page), ratioChart.FindAllSubmatch(page, -1)
	if style == nil || len(charts) == 0 {
		return fmt.Errorf("the HTML report of %s has no chart of ratios", records)
	}
	width, height := 0, 0
	var body bytes.Buffer
	for _, c := range charts {
		w, _ := strconv.Atoi(string(c[1])) // digits, as matched
		h, _ := strconv.Atoi(string(c[2]))
		fmt.Fprintf(&body, "<text class=\"kind heading\" x=\"8\" y=\"%d\">%s</text>\n", height+heading-6, c[4])
		fmt.Fprintf(&body, "<svg y=\"%d\" width=\"%d\" height=\"%d\"><title>%s</title>%s</svg>\n", height+heading, w, h, c[3], c[5])
		width, height = max(width, w), height+heading+h
	}
	var svg bytes.Buffer
	fmt.Fprintf(&svg, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\">\n<style>\n%s", width, height, style[1])
	fmt.Fprintf(&svg, ".heading { font-size: 14px; text-anchor: start; }\n</style>\n<rect width=\"%d\" height=\"%d\" fill=\"var(--page)\"/>\n%s</svg>\n", width, height, body.Bytes())
	return d.put(file, svg.Bytes())
}
