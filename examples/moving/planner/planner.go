// Package planner plans moves in three stages, one after the other: survey, crew, price. It knows nothing of agents: whoever
// calls it passes a function that hears how far it is.
package planner

import (
	"context"
	"errors"
	"fmt"
)

// Planner plans moves.
type Planner interface {
	// Plan makes an offer. It calls report after each stage, in order, and stops when report gives an error.
	Plan(ctx context.Context, from, to string, report Report) (Offer, error)
}

// Report hears of a stage that is done. An error stops the workflow.
type Report func(ctx context.Context, stage Stage) error

// Stage is a stage that is done, and what it found out.
type Stage struct {
	Name  string         // survey, crew, price
	Done  int            // stages that are done
	Of    int            // stages in all
	Found map[string]any // JSON
}

// Offer is the outcome.
type Offer struct {
	Reference string
	Price     int64 // euros
	Hours     int64
}

// ErrSamePlace is what a move to where it starts gives.
var ErrSamePlace = errors.New("the move ends where it starts")

// Workflow is a planner that computes everything itself.
type Workflow struct{}

// move is what the stages know of a move.
type move struct {
	from, to          string
	kilometres, hours int64
	crew, price       int64
}

// Plan runs the three stages.
func (Workflow) Plan(ctx context.Context, from, to string, report Report) (Offer, error) {
	m := move{from: from, to: to}
	stages := []struct {
		name string
		run  func(*move) (map[string]any, error)
	}{
		{"survey", (*move).survey}, {"crew", (*move).staff}, {"price", (*move).charge},
	}
	for i, s := range stages {
		if err := ctx.Err(); err != nil {
			return Offer{}, err
		}
		found, err := s.run(&m)
		if err != nil {
			return Offer{}, fmt.Errorf("stage %s: %w", s.name, err)
		}
		if err := report(ctx, Stage{s.name, i + 1, len(stages), found}); err != nil {
			return Offer{}, err
		}
	}
	return Offer{Reference: fmt.Sprintf("M-%d-%d", m.kilometres, m.crew), Price: m.price, Hours: m.hours}, nil
}

func (m *move) survey() (map[string]any, error) {
	if m.from == m.to {
		return nil, ErrSamePlace
	}
	m.kilometres = int64(2 * (len(m.from) + len(m.to))) // a survey that needs no map
	return map[string]any{"kilometres": m.kilometres}, nil
}

func (m *move) staff() (map[string]any, error) {
	m.crew, m.hours = 2+m.kilometres/50, 4+m.kilometres/20
	return map[string]any{"crew": m.crew, "hours": m.hours}, nil
}

func (m *move) charge() (map[string]any, error) {
	m.price = 40*m.crew*m.hours + m.kilometres
	return map[string]any{"price": m.price}, nil
}
