package report

// stack lays the section out for a narrow terminal: each row is a line with its
// name, and under it a line for each library, with its gap.
func (s *section) stack(ink palette) *grid {
	libs, gaps := s.libraries()
	g := &grid{}
	g.add("row", false)
	for _, m := range s.scale.measures {
		g.add(m.unit, true)
	}
	g.add(s.gapHead(gaps), false)
	g.add("outputs, notes", false)
	shared := shape{class: classGap} // all gaps stand in one column
	for _, l := range s.lines {
		for _, i := range gaps {
			shared.grow(l.cells[i])
		}
	}
	for _, l := range s.lines {
		title := make([]string, len(g.head))
		title[0], title[len(title)-1] = s.name(l), s.remarks(l, ink)
		g.rows = append(g.rows, title)
		for i, first := range libs {
			if l.batch && l.cells[first].text == "" {
				continue // it has no batch boundary
			}
			row := make([]string, len(g.head))
			row[0] = "  " + s.columns[first].over
			for m := range s.scale.measures {
				row[1+m] = shape{}.text(l.cells[first+m], ink)
			}
			if at := gapOf(gaps, len(libs), i); at >= 0 {
				row[1+len(s.scale.measures)] = shared.text(l.cells[at], ink)
			}
			g.rows = append(g.rows, row)
		}
	}
	return g
}

// gapHead is the header of the one column that all gaps stand in.
func (s *section) gapHead(gaps []int) string {
	switch {
	case len(gaps) == 0:
		return ""
	case s.columns[gaps[0]].name == itsOwn:
		return "its time / its own"
	}
	return s.columns[gaps[0]].over + " its"
}

// libraries returns the first column of each library's figures, and the
// columns of gaps.
func (s *section) libraries() (libs, gaps []int) {
	for i, c := range s.columns {
		switch {
		case c.class == classFigure && c.over != "":
			libs = append(libs, i)
		case c.class == classGap:
			gaps = append(gaps, i)
		}
	}
	return libs, gaps
}

// gapOf returns the column of the i-th library's gap, -1 where it has none:
// the first library is what the others are compared with, except in A/A.
func gapOf(gaps []int, libs, i int) int {
	if i -= libs - len(gaps); i < 0 || i >= len(gaps) {
		return -1
	}
	return gaps[i]
}
