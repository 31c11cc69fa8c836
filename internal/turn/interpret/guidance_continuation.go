package interpret

import (
	"fmt"

	"github.com/ikgen/ikgen/internal/jsonval"
	ik "github.com/ikgen/ikgen/runtime"
)

// guidanceContinuation: guidance may say that an operation leaves the open menu. Then its intention comes with the
// answer that leaves.
func guidanceContinuation(p *pass) []ik.Issue {
	if !p.group || len(p.Snapshot.Interaction.Options) == 0 {
		return nil
	}
	id, guided := p.guidedExit()
	if !guided {
		return nil
	}
	open := p.Snapshot.Interaction
	exit := p.continueOption()
	if exit == nil {
		return []ik.Issue{issue("/answerToInteraction", fmt.Sprintf("By the guidance %q leaves the open interaction %q, but "+
			"that has no option that continues: the operation cannot be asked for beside it.", id, open.ID))}
	}
	if a := p.batch.Answer; answersActive(p.Snapshot, a) && jsonval.Equal(rawValue(exit), a.Value) {
		return nil
	}
	return []ik.Issue{issue("/answerToInteraction", fmt.Sprintf("By the guidance %q leaves the open interaction %q: keep its "+
		"intention, and answer with the option %q.", id, open.ID, exit.ID))}
}
