package kernel

import (
	"context"
	"encoding/json"
	"slices"

	"github.com/ikgen/ikgen/internal/turn/guard"
	ik "github.com/ikgen/ikgen/runtime"
)

// load gives the state that a turn starts from: the stored one, taken over if it is of another contract, or an empty one.
func (a *Agent) load(ctx context.Context, stored *ik.Checkpoint) (*ik.Checkpoint, error) {
	if stored == nil {
		return a.empty(), nil
	}
	if v := stored.SchemaVersion; v != ik.CheckpointSchema {
		return nil, ik.NewError(ik.KindDurability, "CHECKPOINT_SCHEMA_UNSUPPORTED", "the checkpoint has schema version %d, this kernel reads %d",
			v, ik.CheckpointSchema).With("schemaVersion", v).With("supported", ik.CheckpointSchema)
	}
	if a.def.Compatible(stored.AgentFingerprint) {
		return stored, nil
	}
	migrate := a.kernel.opt.Migrations[stored.AgentFingerprint]
	if migrate == nil {
		return nil, ik.NewError(ik.KindDurability, "AGENT_FINGERPRINT_MISMATCH", "the thread was stored under another contract of the agent").
			With("storedFingerprint", stored.AgentFingerprint).With("compiledFingerprint", a.Contract())
	}
	return a.migrate(ctx, stored, migrate)
}

// empty is the state of a new thread.
func (a *Agent) empty() *ik.Checkpoint {
	cp := &ik.Checkpoint{
		SchemaVersion: ik.CheckpointSchema, AgentFingerprint: a.Contract(), AuditFingerprint: a.Audit(),
		Messages: []ik.Message{}, Facts: []ik.FactRecord{}, Agenda: []ik.AgendaItem{}, Effects: []ik.EffectReceipt{},
	}
	if a.def.Def.Progression != nil {
		cp.Progression = &ik.ProgressionState{Occurrences: []ik.Occurrence{}}
	}
	return cp
}

// migrate calls the host's migration and holds it to what it may change: its outcome is read back as if it were stored.
func (a *Agent) migrate(ctx context.Context, stored *ik.Checkpoint, migrate Migration) (*ik.Checkpoint, error) {
	kept := *stored
	kept.Messages, kept.Effects = slices.Clone(stored.Messages), slices.Clone(stored.Effects)
	next, err := guard.Protect(func() (*ik.Checkpoint, error) { return migrate(ctx, stored) })
	failed := ik.NewError(ik.KindDurability, "MIGRATION_FAILED", "the migration of the thread failed").
		With("storedFingerprint", kept.AgentFingerprint).With("compiledFingerprint", a.Contract())
	if err != nil || next == nil {
		return nil, failed.Because(err)
	}
	// What was said and what may have been done is nobody's to change: it is as it was, whatever the migration did.
	next.SchemaVersion, next.Revision = ik.CheckpointSchema, kept.Revision
	next.Messages, next.MessageCount, next.Effects = kept.Messages, kept.MessageCount, kept.Effects
	next.AgentFingerprint = a.Contract()
	raw, err := json.Marshal(next)
	if err != nil {
		return nil, failed.Because(err)
	}
	out, err := ik.DecodeCheckpoint(raw)
	if err != nil {
		return nil, failed.Because(err)
	}
	return out, nil
}
