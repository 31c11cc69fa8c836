package gen

import "unicode/utf8"

// row is one line of columns: where it starts in the buffer, and where each cell ends that another follows. A line
// without such cells separates what is above from what is below.
type row struct {
	start int
	ends  []int
}

// pad is a number of spaces that belong at a place in the buffer.
type pad struct{ at, n int }

// columns gives the spaces that align the cells of consecutive rows, as package text/tabwriter does for gofmt: each run
// of rows that have a cell is as wide as the widest of them and one space.
func (p *printer) columns(rows []row) []pad {
	widths := make([][]int, len(rows))
	for i := range rows {
		widths[i] = make([]int, len(rows[i].ends))
	}
	most := 0
	for i := range rows {
		most = max(most, len(rows[i].ends))
	}
	for column := range most {
		for i := 0; i < len(rows); {
			if column >= len(rows[i].ends) {
				i++
				continue
			}
			end, width := i, 0
			for ; end < len(rows) && column < len(rows[end].ends); end++ {
				width = max(width, p.cell(rows[end], column))
			}
			for ; i < end; i++ {
				widths[i][column] = width + 1
			}
		}
	}
	var out []pad
	for i, r := range rows {
		for column, end := range r.ends {
			out = append(out, pad{end, widths[i][column] - p.cell(r, column)})
		}
	}
	return out
}

// cell is the width of a cell in characters.
func (p *printer) cell(r row, column int) int {
	start := r.start
	if column > 0 {
		start = r.ends[column-1]
	}
	return utf8.RuneCount(p.buf[start:r.ends[column]])
}

// insert puts spaces into the buffer. Pads are in the order of their places.
func (p *printer) insert(pads []pad) {
	total := 0
	for _, s := range pads {
		total += s.n
	}
	end := len(p.buf)
	for range total {
		p.buf = append(p.buf, ' ')
	}
	to := len(p.buf)
	for i := len(pads) - 1; i >= 0; i-- {
		s := pads[i]
		n := end - s.at
		copy(p.buf[to-n:to], p.buf[s.at:end])
		to -= n
		end = s.at
		for range s.n {
			to--
			p.buf[to] = ' '
		}
	}
}
