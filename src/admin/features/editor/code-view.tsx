import { Button } from '@wordpress/components';
import { useState } from 'react';
import type { Draft } from '../../editor/draft.ts';

/** The text as it is stored, to be edited by hand. */
export function CodeView({ draft, hasTitle, onEnd }: { readonly draft: Draft; readonly hasTitle: boolean; readonly onEnd: () => void }) {
  const [markup, setMarkup] = useState(draft.content);
  const end = () => {
    draft.replace(markup);
    onEnd();
  };
  return (
    <div className="code-view">
      <div className="code-head">
        <p>This is what is stored.</p>
        <Button variant="secondary" size="compact" onClick={end}>Back to the blocks</Button>
      </div>
      {hasTitle && (
        <textarea
          className="code-title" rows={1} aria-label="Title" placeholder="Title" value={draft.text('title')}
            onChange={(event) => draft.edit({ title: event.target.value })}
        />
      )}
      <textarea
        className="code-text" aria-label="Text with its markup" spellCheck={false} value={markup} onChange={(event) => setMarkup(event.target.value)}
        onBlur={() => draft.replace(markup)}
      />
    </div>
  );
}
