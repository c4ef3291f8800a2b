import { useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { may, siteNow } from '../../app/boot.ts';
import type { ListedType } from '../../app/boot.ts';
import { rest } from '../../app/rest.ts';
import { plainText, sentStatus } from '../../app/rest-types.ts';
import type { PostSent } from '../../app/rest-types.ts';
import { toast, toastRefusal } from '../../app/toasts.tsx';
import type { Draft } from '../../editor/draft.ts';
import type { SentFields } from '../../editor/stored-post.ts';
import { say } from '../../words.ts';

/** Statuses of posts that are, or will be, published. */
const settled = new Set(['publish', 'future', 'private']);

export interface Saving {
  /** Ctrl+S: saves with the current status. */
  readonly save: () => void;
  /** The main button: publishes, schedules, updates or submits for review. */
  readonly main: () => void;
  readonly mainLabel: string;
  /** Short label for phones; a prefix of the label. */
  readonly shortLabel: string;
  readonly publish: () => Promise<boolean>;
  readonly publishLabel: string;
  readonly mayPublish: boolean;
  readonly isSettled: boolean;
  readonly settle: (which: 'mine' | 'theirs') => void;
  readonly trash: (go: () => void) => Promise<void>;
}

/** `confirmFirst`: called before the first publication. */
export function useSaving(draft: Draft, type: ListedType, confirmFirst: () => void): Saving {
  const queries = useQueryClient();
  const state = useSyncExternalStore(draft.subscribe, draft.state);
  const { post } = state;
  const mayPublish = may(type.publishCapability);
  const isSettled = settled.has(post?.status ?? 'draft');
  const status = String(draft.value('status') ?? 'draft');
  const date = Date.parse(`${String(draft.value('date') ?? '')}Z`);
  // A private post keeps its status when its date has come.
  const isAhead = status !== 'private' && date > siteNow();
  const name = () => plainText(draft.text('title')).trim() || say('(no title)');
  const isRefused = (after: string): boolean => {
    const message = draft.refusal(after);
    if (message !== undefined) toast(message);
    return message !== undefined;
  };
  const store = async (changes: SentFields, done: (status: string) => string) => {
    const after = String(changes.status ?? status);
    const message = draft.refusal(after);
    // Of an unfinished text, everything but the refused value is saved.
    const isDone =
      (message === undefined || !settled.has(after)) && (await finish(draft.save(changes), done));
    if (message !== undefined) toast(message);
    return isDone && message === undefined;
  };
  const finish = async (storing: Promise<boolean>, done: (status: string) => string) => {
    const isDone = await storing;
    const now = draft.state();
    if (isDone) toast(done(now.post?.status ?? 'draft'));
    else if (now.problem) toast(now.problem);
    void queries.invalidateQueries({ queryKey: ['posts'] });
    return isDone;
  };
  const statusMessage = (now: string) =>
    now === 'publish'
      ? say('“%s” published', name())
      : now === 'future'
        ? say('“%s” scheduled', name())
        : now === 'pending'
          ? say('“%s” submitted for review', name())
          : now === 'private'
            ? say('“%s” saved as private', name())
            : say('“%s” saved', name());
  const targetStatus = () =>
    !mayPublish ? 'pending' : isAhead ? 'future' : status === 'private' ? 'private' : 'publish';
  const publish = () => store({ status: targetStatus() }, statusMessage);
  const again = (now: string) => (now === 'publish' ? say('“%s” updated', name()) : statusMessage(now));
  const save = () => void store(post || status !== 'draft' ? {} : { status: 'draft' }, again);
  const settle = (which: 'mine' | 'theirs') => {
    const settling = draft.settle(which);
    if (which === 'mine') void finish(settling, again);
  };
  const publishLabel = !mayPublish ? say('Submit for review') : isAhead ? say('Schedule') : say('Publish');
  const mainLabel = isSettled ? say('Update') : publishLabel;
  return {
    save,
    publish,
    settle,
    publishLabel,
    mayPublish,
    isSettled,
    mainLabel,
    shortLabel: isSettled || mayPublish ? mainLabel : say('Submit'),
    main: isSettled
      ? save
      : () => {
          if (!isRefused(targetStatus())) confirmFirst();
        },
    trash: async (go) => {
      if (!post) return;
      const path = `/wp/v2/${type.restBase}/${post.id}`;
      try {
        await rest(path, { method: 'DELETE' });
      } catch (error) {
        toastRefusal(error);
        return;
      }
      await queries.invalidateQueries({ queryKey: ['posts'] });
      go();
      toast(say('“%s” moved to trash', name()), {
        undo: () =>
          void rest<unknown, PostSent>(path, {
            method: 'POST',
            body: { status: sentStatus(post.status) },
          }).then(() => queries.invalidateQueries({ queryKey: ['posts'] }), toastRefusal),
      });
    },
  };
}
