import { useRegistry, useSelect } from '@wordpress/data';
import { useEffect, useSyncExternalStore } from 'react';
import { Button } from '@wordpress/components';
import { toast } from '../../app/toasts.tsx';
import { siteFormat } from '../../app/boot.ts';
import type { Draft } from '../../editor/draft.ts';
import { say } from '../../words.ts';

interface Notice {
  readonly id: string;
  readonly content: string;
  readonly status: string;
}

const notices = 'core/notices';

/** Shows notices of blocks (such as failed uploads) as toasts. */
export function BlockNotices() {
  const registry = useRegistry();
  const current = useSelect(
    (select) => (select(notices) as unknown as { getNotices(): readonly Notice[] }).getNotices(),
    [],
  );
  useEffect(() => {
    const { removeNotice } = registry.dispatch(notices) as unknown as { removeNotice(id: string): void };
    for (const { id, content, status } of current) {
      if (status === 'error' || status === 'warning') toast(content);
      removeNotice(id);
    }
  }, [current, registry]);
  return null;
}

const times = siteFormat({ dateStyle: 'medium', timeStyle: 'short' });

/** Offers each unsaved version of the text: after a crash, from a closed window, or from a conflict. */
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
            {text.where === 'here'
              ? text.by === undefined
                ? say('Your unsaved changes from %s are stored in this browser.', times.format(text.at))
                : say(
                    'Unsaved changes by %s from %s are stored in this browser.',
                    text.by,
                    times.format(text.at),
                  )
              : text.by === undefined
                ? say('Your unsaved changes from %s are stored on the server.', times.format(text.at))
                : say(
                    'Unsaved changes by %s from %s are stored on the server.',
                    text.by,
                    times.format(text.at),
                  )}
          </p>
          <Button variant="primary" size="compact" onClick={() => void draft.goOn(text)}>
            {say('Restore changes')}
          </Button>
          <Button variant="tertiary" size="compact" onClick={() => void draft.discard(text)}>
            {say('Discard')}
          </Button>
        </div>
      ))}
    </div>
  );
}
