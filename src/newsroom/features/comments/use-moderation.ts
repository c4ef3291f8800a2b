import { useQueryClient } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { rest, RestError } from '../../app/rest.ts';
import type { CommentSent, NewCommentSent } from '../../app/rest-types.ts';
import { toast } from '../../app/toasts.tsx';
import { doAll } from '../../app/work.ts';
import { say, sayCount } from '../../words.ts';
import type { CommentRow, CommentStatus } from './comment-list.ts';
import { nameOf } from './comment-list.ts';

const done: Readonly<Record<CommentStatus, (count: number, name: string) => string>> = {
  approved: (count, name) =>
    count === 1 ? say('“%s” approved', name) : sayCount('%d approved|%d approved', count),
  hold: (count, name) =>
    count === 1
      ? say('“%s” marked as pending', name)
      : sayCount('%d marked as pending|%d marked as pending', count),
  spam: (count, name) =>
    count === 1 ? say('“%s” marked as spam', name) : sayCount('%d marked as spam|%d marked as spam', count),
  trash: (count, name) =>
    count === 1 ? say('“%s” moved to trash', name) : sayCount('%d moved to trash|%d moved to trash', count),
};
const doneWith: Readonly<Record<CommentStatus, (name: string) => string>> = {
  approved: (name) => say('Comment by %s approved.', name),
  hold: (name) => say('Comment by %s marked as pending.', name),
  spam: (name) => say('Comment by %s marked as spam.', name),
  trash: (name) => say('Comment by %s moved to trash.', name),
};

/** The fields that a decision needs, of a comment in any list. */
export type DecidedComment = Pick<
  CommentRow,
  'id' | 'revision' | 'status' | 'author_name' | 'broadsheet_reports'
>;

const change = async ({ id }: Pick<CommentRow, 'id'>, revision: number, body: CommentSent) =>
  (
    await rest<CommentRow, CommentSent>(`/wp/v2/comments/${id}?context=edit`, {
      method: 'POST',
      body: { ...body, revision },
    })
  ).body;

const keys = ['comments'];
type Answer = Promise<CommentRow | undefined>;

/** Shows decisions before the server has stored them; reloads the list when none is pending. */
function useShownDecisions(queries: QueryClient) {
  const running = useRef(0);
  /** Result of the last decision about each comment, until the list is reloaded. */
  const latest = useRef(new Map<number, Answer>());
  const [decided, setDecided] = useState<ReadonlyMap<number, CommentStatus>>(new Map());
  /** Reported comments that moderators decided to keep. */
  const [dismissed, setDismissed] = useState<ReadonlySet<number>>(new Set());

  return useMemo(() => {
    const see = (id: number, status: CommentStatus | undefined) =>
      setDecided((before) => {
        const next = new Map(before);
        if (status === undefined) next.delete(id);
        else next.set(id, status);
        return next;
      });
    const dismissReports = (id: number) => setDismissed((before) => new Set([...before, id]));
    const restoreReports = (id: number) =>
      setDismissed((before) => new Set([...before].filter((other) => other !== id)));
    const begin = () => void running.current++;
    /** The list is current only once no request is pending. */
    const end = async () => {
      running.current--;
      if (running.current > 0) return;
      await Promise.all([keys, ['dashboard']].map((queryKey) => queries.invalidateQueries({ queryKey })));
      if (running.current > 0) return;
      latest.current.clear();
      setDecided(new Map());
      setDismissed(new Set());
    };
    const send = async (comment: DecidedComment, revision: number, sent: CommentSent): Answer => {
      begin();
      try {
        return await change(comment, revision, sent);
      } catch (error) {
        if (!(error instanceof RestError)) throw error;
        see(comment.id, undefined);
        restoreReports(comment.id);
        toast(`${nameOf(comment)}: ${error.message}`);
        return undefined;
      } finally {
        void end();
      }
    };
    return { see, dismissReports, restoreReports, begin, end, send, latest, decided, dismissed };
  }, [queries, decided, dismissed]);
}

const listWork = (queries: QueryClient) => ({
  decideAll: (comments: readonly CommentRow[], to: CommentStatus) =>
    doAll(queries, keys, comments, {
      doing: say('Updating'),
      done: done[to],
      nameOf,
      run: (comment) => change(comment, comment.revision, { status: to }),
      undo: (comment, made) =>
        change(comment, made.revision, { status: comment.status, broadsheet_undo: true }),
    }),
  remove: (comments: readonly CommentRow[]) =>
    doAll(queries, keys, comments, {
      doing: say('Deleting'),
      done: (count, name) =>
        count === 1
          ? say('“%s” deleted permanently', name)
          : sayCount('%d deleted permanently|%d deleted permanently', count),
      nameOf,
      run: ({ id, revision }) =>
        rest(`/wp/v2/comments/${id}?force=true&revision=${revision}`, { method: 'DELETE' }),
    }),
  edit: async (comment: CommentRow, body: { readonly content?: string; readonly author_name?: string }) => {
    const before = { content: comment.content.raw, author_name: comment.author_name };
    const made = await change(comment, comment.revision, body);
    await queries.invalidateQueries({ queryKey: keys });
    const back = async () => {
      await doAll(queries, keys, [comment], {
        doing: say('Undoing'),
        done: () => say('The changes to the comment were undone.'),
        nameOf,
        run: (one) => change(one, made.revision, before),
      });
    };
    toast(say('Comment by %s saved.', nameOf(made)), { undo: () => void back() });
  },
});

interface Taken {
  readonly comment: DecidedComment;
  readonly to: CommentStatus;
  /** The stored comment, after the request. */
  readonly made: Answer;
}

/**
 * Decisions about comments. Each is shown before it is stored, and reverted if the server refuses it. `undo` reverts
 * the last, then earlier ones.
 */
export function useModeration() {
  const queries = useQueryClient();
  const shown = useShownDecisions(queries);
  const taken = useRef<Taken[]>([]);
  /** Pending comments that a reply approved, unless they were moderated since. */
  const answered = useRef(new Set<number>());

  return useMemo(() => {
    const { see, dismissReports, restoreReports, begin, end, send, latest, decided, dismissed } = shown;
    const takeBack = async (one: Taken | undefined) => {
      if (!one) return;
      taken.current = taken.current.filter((other) => other !== one);
      see(one.comment.id, one.comment.status);
      restoreReports(one.comment.id);
      answered.current.delete(one.comment.id);
      const back = one.made.then(
        (made) =>
          made && send(one.comment, made.revision, { status: one.comment.status, broadsheet_undo: true }),
      );
      latest.current.set(one.comment.id, back);
      if (await back) toast(say('Comment by %s restored.', nameOf(one.comment)), { id: 'moderation' });
    };
    return {
      ...listWork(queries),
      decide: (comment: DecidedComment, to: CommentStatus) => {
        const { id, revision, status } = comment;
        const dismissesReports = to === 'approved' && comment.broadsheet_reports.length > 0;
        if (status === to && !dismissesReports) return;
        see(id, to);
        answered.current.delete(id);
        if (dismissesReports) dismissReports(id);
        begin();
        // A second decision about a comment waits for the first.
        const made = (latest.current.get(id) ?? Promise.resolve(undefined))
          .then((known) => send(comment, known?.revision ?? revision, { status: to }))
          .finally(() => void end());
        latest.current.set(id, made);
        // A dismissed report has no undo.
        if (status === to)
          return void toast(say('Reports of the comment by %s dismissed.', nameOf(comment)), {
            id: 'moderation',
          });
        const one: Taken = { comment, to, made };
        taken.current.push(one);
        toast(doneWith[to](nameOf(comment)), {
          id: 'moderation',
          undo: () => void takeBack(one),
        });
      },
      undo: () => takeBack(taken.current.at(-1)),
      reply: async (comment: CommentRow, content: string) => {
        // A reply waits for a decision that is being saved.
        const known = await latest.current.get(comment.id);
        // After a refused reply the comment is approved already.
        if ((known ?? comment).status === 'hold' && !answered.current.has(comment.id)) {
          await change(comment, (known ?? comment).revision, { status: 'approved' });
          answered.current.add(comment.id);
        }
        await rest<unknown, NewCommentSent>('/wp/v2/comments', {
          method: 'POST',
          body: { post: comment.post, parent: comment.id, content },
        });
        await queries.invalidateQueries({ queryKey: keys });
        toast(say('Your reply to %s was published.', nameOf(comment)));
      },
      decided,
      dismissed,
    };
  }, [queries, shown]);
}

export type Moderation = ReturnType<typeof useModeration>;
