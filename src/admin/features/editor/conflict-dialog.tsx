import { Button, Modal } from '@wordpress/components';
import type { Draft, DraftState } from '../../editor/draft.ts';

/** Two people changed the same place: both versions, and which one is to be stored. None is lost by it. */
export function ConflictDialog({ draft, conflict: { mine, theirs } }: { readonly draft: Draft; readonly conflict: NonNullable<DraftState['conflict']> }) {
  return (
    <Modal
      title="Somebody else saved this meanwhile" className="conflict" isDismissible={false} shouldCloseOnClickOutside={false} shouldCloseOnEsc={false}
      onRequestClose={() => undefined}
    >
      <p>Both of you changed the same place. Choose what readers get; the other version can be found again.</p>
      <div className="conflict-sides">
        <section>
          <h2>Yours</h2>
          <p>{draft.text('title') || 'Without a title'}</p>
          <textarea readOnly aria-label="Your version" value={mine} />
          <Button variant="primary" onClick={() => void draft.settle('mine')}>Store mine</Button>
          <small>Theirs stays among the revisions.</small>
        </section>
        <section>
          <h2>Theirs</h2>
          <p>{theirs.title.raw || 'Without a title'}</p>
          <textarea readOnly aria-label="Their version" value={theirs.content.raw} />
          <Button variant="secondary" onClick={() => void draft.settle('theirs')}>Take theirs</Button>
          <small>Yours is offered above the text.</small>
        </section>
      </div>
    </Modal>
  );
}
