package advise

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Sentences answer whether another library is worth it for the workload. None claims what an interval denies.
func (a *Advice) Sentences() []string {
	base := a.Libraries[0].Title
	var faster, unknown, slower []Library
	var all []string
	for _, l := range a.Libraries[1:] {
		switch {
		case l.Missing != nil:
			all = append(all, fmt.Sprintf("%s takes no part: it lacks %s.", l.Title, strings.Join(l.Missing, ", ")))
		case l.Speed.Lo > 1+Margin:
			faster = append(faster, l)
		case l.Speed.Hi > 1+Margin:
			unknown = append(unknown, l)
		case l.Speed.Hi < 1/(1+Margin):
			slower = append(slower, l)
		}
	}
	slices.SortStableFunc(faster, func(x, y Library) int { return cmp.Compare(y.Speed.Value, x.Speed.Value) })
	var first []string
	for _, l := range faster {
		first = append(first, fmt.Sprintf("%s is faster than %s for this mix: %s.", l.Title, base, asFast(l.Speed)))
	}
	for _, l := range unknown {
		first = append(first, fmt.Sprintf("Whether %s is more than 5 %% faster than %s for this mix is not known: it is %s. A longer run tells.", l.Title, base, asFast(l.Speed)))
	}
	if len(faster)+len(unknown) == 0 && len(all) < len(a.Libraries)-1 {
		first = append(first, fmt.Sprintf("No library is more than 5 %% faster than %s for this mix.", base))
	}
	for _, l := range slower {
		first = append(first, fmt.Sprintf("%s is slower than %s: %s.", l.Title, base, asFast(l.Speed)))
	}
	all = append(first, all...)
	if len(a.Items) > 1 {
		most := slices.MaxFunc(a.Items, func(x, y ItemCost) int { return cmp.Compare(x.Share, y.Share) })
		all = append(all, fmt.Sprintf("%s spends %.0f %% of its time for the mix in %s.", base, 100*most.Share, most.Name()))
		if best := a.fastest(); a.Best*(1+Margin) < best {
			all = append(all, fmt.Sprintf("With the fastest library for each operation it would take %.0f %% of %s's time.", 100*a.Best, base))
		}
	}
	if n := len(a.Flagged); n > 0 {
		all = append(all, fmt.Sprintf("Do not rely on this: %s noisy or unstable.", are(n, len(a.Items))))
	}
	return all
}

// fastest is the smallest relative cost of the mix with one library.
func (a *Advice) fastest() float64 {
	least := 1.0
	for _, l := range a.Libraries {
		if l.Missing == nil {
			least = min(least, 1/l.Speed.Value)
		}
	}
	return least
}

func are(n, of int) string {
	if of == 1 {
		return "the figures are"
	}
	if n == 1 {
		return fmt.Sprintf("1 of %d operations is", of)
	}
	return fmt.Sprintf("%d of %d operations are", n, of)
}

func asFast(f Figure) string {
	return fmt.Sprintf("%s times as fast (%s to %s)", digits(f.Value), digits(f.Lo), digits(f.Hi))
}

// digits writes three significant digits, and never an exponent.
func digits(x float64) string {
	rounded, err := strconv.ParseFloat(strconv.FormatFloat(x, 'g', 3, 64), 64)
	if err != nil {
		return strconv.FormatFloat(x, 'g', 3, 64)
	}
	text := strconv.FormatFloat(rounded, 'f', -1, 64)
	for i := len(strings.TrimLeft(strings.Replace(text, ".", "", 1), "0")); i < 3; i++ {
		if !strings.Contains(text, ".") {
			text += "."
		}
		text += "0"
	}
	return text
}
