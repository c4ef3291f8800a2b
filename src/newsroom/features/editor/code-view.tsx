import { Button } from '@wordpress/components';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import type { Draft } from '../../editor/draft.ts';

/** The text as it is stored, to be edited by hand. What is typed is kept as everything is; it is read as blocks once they are shown, or it is stored. */
export function CodeView({
  draft,
  hasTitle,
  onEnd,
}: {
  readonly draft: Draft;
  readonly hasTitle: boolean;
  readonly onEnd: () => void;
}) {
  useSyncExternalStore(draft.subscribe, draft.state);
  const field = useRef<HTMLTextAreaElement>(null);
  // Who came by keys out of the blocks, which are gone, goes on in their code.
  useEffect(() => {
    if (document.activeElement === document.body) field.current?.focus();
  }, []);
  return (
    <div className="code-view">
      <div className="code-head">
        <p>This is what is stored.</p>
        <Button variant="secondary" size="compact" onClick={onEnd}>
          Back to the blocks
        </Button>
      </div>
      {hasTitle && (
        <textarea
          className="code-title"
          rows={1}
          aria-label="Title"
          placeholder="Title"
          value={draft.text('title')}
          onChange={(event) => draft.edit({ title: event.target.value })}
        />
      )}
      <textarea
        ref={field}
        className="code-text"
        aria-label="Text with its markup"
        spellCheck={false}
        value={draft.content()}
        onChange={(event) => draft.writeCode(event.target.value)}
      />
    </div>
  );
}
