//go:build !race

package main

// underRace tells that the tests run with the race detector.
const underRace = false
