import { Button } from '@wordpress/components';
import { useSyncExternalStore } from 'react';
import { siteFormat } from '../../app/site-format.ts';
import type { Draft } from '../../editor/draft.ts';

const times = siteFormat({ dateStyle: 'medium', timeStyle: 'short' });

/** Offers each text that never came into the post: after a crash, from a window that was closed, or the other one of two versions. */
export function FoundNotice({ draft }: { readonly draft: Draft }) {
  const { found } = useSyncExternalStore(draft.subscribe, draft.state);
  if (found.length === 0) return null;
  return (
    <div className="found-notices">
      {found.map((text) => (
        <div
          key={`${text.where} ${text.at} ${text.copies[0]?.key ?? text.autosaves[0]}`}
          className="found-notice"
          role="status"
        >
          <p>
            {text.where === 'here' ? 'This browser kept' : 'The server kept'} what {text.by ?? 'you'} wrote
            until {times.format(text.at)}, and it is not in what is stored.
          </p>
          <Button variant="primary" size="compact" onClick={() => void draft.goOn(text)}>
            Go on with it
          </Button>
          <Button variant="tertiary" size="compact" onClick={() => void draft.letGo(text)}>
            Let it go
          </Button>
        </div>
      ))}
    </div>
  );
}
