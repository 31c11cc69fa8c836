package rules

import "container/heap"

// idHeap gives ids in code order.
type idHeap struct{ ids stringHeap }

func (h *idHeap) len() int       { return len(h.ids) }
func (h *idHeap) push(id string) { heap.Push(&h.ids, id) }

// pop removes the first id in code order. The heap must not be empty.
func (h *idHeap) pop() string {
	first := h.ids[0]
	heap.Pop(&h.ids)
	return first
}

// stringHeap implements heap.Interface.
type stringHeap []string

func (s stringHeap) Len() int           { return len(s) }
func (s stringHeap) Less(i, j int) bool { return s[i] < s[j] }
func (s stringHeap) Swap(i, j int)      { s[i], s[j] = s[j], s[i] }

// Push appends a string; heap.Push calls it.
func (s *stringHeap) Push(x any) {
	if id, ok := x.(string); ok {
		*s = append(*s, id)
	}
}

// Pop removes the last element; heap.Pop calls it.
func (s *stringHeap) Pop() any {
	last := (*s)[len(*s)-1]
	*s = (*s)[:len(*s)-1]
	return last
}
