// Package report renders the result of a run: as a table for a terminal, as
// JSON by the schema in schema.json, CSV, Markdown, in the Go benchmark format
// and as one HTML page; and what list, info and verify print.
//
// Data goes one way: a composer makes a page of a result (sections by unit,
// lines, cells, notes, a summary), in which every figure is text already, and the table, Markdown
// and HTML only draw it. JSON, CSV and the benchmark format take the numbers
// from the result themselves. No figure is computed here that another package
// could have: rates are times turned round, everything else comes from package result.
//
// How figures are written: digits that the interval denies are not printed; a
// dot is the decimal mark whatever the locale; thousands are not separated; one column holds
// one unit, which its header names. A gap is the first library's time divided by the
// other's. A tie has a "~", a contended row a "?", and neither is ever coloured as a win.
package report
