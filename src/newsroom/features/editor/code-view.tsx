import { Button } from '@wordpress/components';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import type { Draft } from '../../editor/draft.ts';
import { say } from '../../words.ts';

/** Edits the stored markup. It is parsed into blocks when the blocks are shown or the post is saved. */
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
  useEffect(() => {
    if (document.activeElement === document.body) field.current?.focus();
  }, []);
  return (
    <div className="code-view">
      <div className="code-head">
        <p>{say('You are editing the stored markup.')}</p>
        <Button variant="secondary" size="compact" onClick={onEnd}>
          {say('Exit code editor')}
        </Button>
      </div>
      {hasTitle && (
        <textarea
          className="code-title"
          rows={1}
          aria-label={say('Title')}
          placeholder={say('Title')}
          value={draft.text('title')}
          onChange={(event) => draft.edit({ title: event.target.value })}
        />
      )}
      <textarea
        ref={field}
        className="code-text"
        aria-label={say('Content as HTML')}
        spellCheck={false}
        value={draft.content()}
        onChange={(event) => draft.writeCode(event.target.value)}
      />
    </div>
  );
}
