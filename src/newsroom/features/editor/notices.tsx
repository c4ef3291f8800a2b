import { useRegistry, useSelect } from '@wordpress/data';
import { useEffect, useSyncExternalStore } from 'react';
import { Button } from '@wordpress/components';
import { toast } from '../../app/toasts.tsx';
import { Link } from 'react-router';
import { may, siteFormat } from '../../app/boot.ts';
import type { ListedType } from '../../app/boot.ts';
import { frontAddress } from '../../app/screens.ts';
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

interface PublishedProps {
  readonly draft: Draft;
  readonly type: ListedType;
  readonly onClose: () => void;
}

/** The next steps after a post was published or scheduled, hidden while it has unsaved changes. */
export function PublishedNotice({ draft, type, onClose }: PublishedProps) {
  const { post } = useSyncExternalStore(draft.subscribe, draft.state);
  if (!post || draft.isDirty() || (post.status !== 'publish' && post.status !== 'future')) return null;
  const isOut = post.status === 'publish';
  const mayArrange = may('edit_others_posts');
  return (
    <div className="found-notice" role="group" aria-label={say('Next steps')}>
      <p>
        {!isOut
          ? say('Scheduled.')
          : mayArrange || !type.isArticle
            ? say('Readers can see it now.')
            : say('Readers can see it now. Editors can make it the lead of the front page.')}
      </p>
      {isOut && (
        <Button variant="secondary" size="compact" href={post.link} target="_blank">
          {say('View on site')}
        </Button>
      )}
      {type.isArticle && mayArrange && (
        <Link className="components-button is-primary is-compact" to={`${frontAddress}?lead=${post.id}`}>
          {say('Make it the lead')}
        </Link>
      )}
      <Button variant="tertiary" size="compact" onClick={onClose}>
        {say('Close')}
      </Button>
    </div>
  );
}
