package report

import "strings"

// proseWidth is where prose is broken when nothing else limits it.
const proseWidth = 120

// wrap breaks text at blanks so that no line is wider than width, where words
// allow it. The first line starts with first, the others with as many blanks.
func wrap(first, text string, width int) []string {
	if width <= 0 || width > proseWidth {
		width = proseWidth
	}
	indent := strings.Repeat(" ", textWidth(first))
	var lines []string
	current, empty := first, true
	for _, word := range strings.Fields(text) {
		if !empty && textWidth(current)+1+textWidth(word) > width {
			lines = append(lines, strings.TrimRight(current, " "))
			current, empty = indent, true
		}
		if !empty {
			current += " "
		}
		current += word
		empty = false
	}
	return append(lines, strings.TrimRight(current, " "))
}
