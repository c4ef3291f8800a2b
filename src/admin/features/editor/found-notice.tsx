import { Button } from '@wordpress/components';
import { useSyncExternalStore } from 'react';
import type { Draft } from '../../editor/draft.ts';

const times = new Intl.DateTimeFormat(document.documentElement.lang || undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** Offers a text that never came into the post: after a crash, or a window that was closed. */
export function FoundNotice({ draft }: { readonly draft: Draft }) {
  const { found } = useSyncExternalStore(draft.subscribe, draft.state);
  if (!found) return null;
  const { where, title, content, excerpt, fields, at } = found;
  return (
    <div className="found-notice" role="status">
      <p>
        {where === 'here' ? 'This browser kept' : 'The server kept'} what you wrote until {times.format(at)}, and it is not in what is stored.
      </p>
      <Button
        variant="primary" size="compact"
        onClick={() => draft.replace(content, { ...fields, title, ...(excerpt === draft.text('excerpt') ? {} : { excerpt }) })}
      >
        Go on with it
      </Button>
      <Button variant="tertiary" size="compact" onClick={() => void draft.forgetFound()}>Let it go</Button>
    </div>
  );
}
