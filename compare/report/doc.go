// Package report renders the result of a run: as a table for a terminal, as JSON by the schema that Schema returns, CSV, Markdown,
// in the Go benchmark format and as one HTML page; and what list, info, verify, diff and audit print.
//
// Data goes one way: a composer makes a document of a result (parts with facts, sentences, tables and charts, in which every figure
// is text already), and the table, Markdown and HTML each draw any document. JSON, CSV and the benchmark format take the numbers
// from the result themselves. No figure is computed here that another package could have: rates are times turned round, everything
// else comes from package result. What is foreign is made harmless in escape.go.
//
// How figures are written: digits that the interval denies are not printed; a dot is the decimal mark whatever the locale;
// thousands are not separated; one column holds one unit, which its header names. A ratio is the first library's time divided by
// the other's. An equal row has a "~", a flagged one a "?", and neither is ever coloured as a win.
package report
