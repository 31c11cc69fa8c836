package fingerprint

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"

	"github.com/ikgen/ikgen/internal/exact"
	"github.com/ikgen/ikgen/internal/ir"
)

// ShortLength is how many hex digits of a fingerprint people see.
const ShortLength = 12

// Pair is the two fingerprints of an agent, 64 lower-case hex digits each.
type Pair struct {
	Contract string `json:"contract"`
	Audit    string `json:"audit"`
}

// Element is one part of an agent with its own pair. Either hash is "" where nothing of the part belongs to it.
type Element struct {
	Kind string // agent, fact, capability, policy, advice, group, rule, objective, prompt, kernel prompt
	ID   string
	Pair
}

// Short shortens a fingerprint for people.
func Short(hash string) string {
	if len(hash) <= ShortLength {
		return hash
	}
	return hash[:ShortLength]
}

// Of computes the fingerprints of an agent. deps are the packages whose definitions it refers to, by CUE import path.
// A package with only a catalog has an audit and the contract of nothing; one with definitions alone has neither. The
// error says that a raw JSON value of the representation is no JSON.
func Of(p *ir.Package, deps map[string]*ir.Package) (Pair, error) {
	if p == nil || p.Agent == nil && !p.HasCatalog {
		return Pair{}, nil
	}
	var pair Pair
	var err error
	if p.Agent != nil {
		if pair.Contract, err = digest(newShaper(p, deps).contract(p.Agent)); err != nil {
			return Pair{}, err
		}
	}
	pair.Audit, err = digest(newWriter(p, deps).audit())
	return pair, err
}

// digest is the SHA-256 of the canonical form of v, with exact numbers.
func digest(v any) (string, error) {
	raw, err := json.Marshal(v)
	if err != nil {
		return "", fmt.Errorf("fingerprint: %w", err)
	}
	text, err := exact.Canonical(raw)
	if err != nil {
		return "", fmt.Errorf("fingerprint: %w", err)
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:]), nil
}
