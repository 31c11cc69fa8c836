package memory

import (
	"bytes"
	"encoding/json"
	"slices"

	ik "github.com/ikgen/ikgen/runtime"
)

// encoded is a commit as it is kept: bytes and copies that the caller cannot reach. The receipts of a commit are rows
// of the ledger already.
type encoded struct {
	digest     string
	result     json.RawMessage
	checkpoint []byte
	messages   []ik.Message
	retired    [][]byte
	answered   []ik.AnsweredInteraction
	outbox     []ik.Event
}

// encode copies a commit through JSON, before anything is stored. The error has code INVALID_COMMIT.
func encode(c ik.Commit) (encoded, error) {
	if c.Checkpoint == nil {
		return encoded{}, invalidCommit("it has no checkpoint")
	}
	checkpoint, err := json.Marshal(c.Checkpoint)
	if err != nil {
		return encoded{}, invalidCommit("its checkpoint is not JSON").Because(err)
	}
	if !json.Valid(c.Result) {
		return encoded{}, invalidCommit("its result is not JSON")
	}
	e := encoded{
		digest: c.Digest, result: bytes.Clone(c.Result), checkpoint: checkpoint,
		messages: slices.Clone(c.Messages), answered: slices.Clone(c.Answered),
	}
	for _, f := range c.Retired {
		raw, err := json.Marshal(f)
		if err != nil {
			return encoded{}, invalidCommit("a retired fact is not JSON").Because(err)
		}
		e.retired = append(e.retired, raw)
	}
	for _, ev := range c.Outbox {
		e.outbox = append(e.outbox, cloneEvent(ev))
	}
	return e, nil
}

func invalidCommit(why string) *ik.Error {
	return ik.NewError(ik.KindDurability, "INVALID_COMMIT", "the commit cannot be stored: %s", why)
}
