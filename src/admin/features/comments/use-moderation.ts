import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { rest, RestError } from '../../app/rest.ts';
import type { CommentSent, NewCommentSent } from '../../app/sent.ts';
import { toast } from '../../app/toasts.tsx';
import { counted, doAll } from '../../app/work.ts';
import type { CommentRow, CommentStatus } from './comment-list.ts';
import { nameOf } from './name-of.ts';

const done: Readonly<Record<CommentStatus, readonly [string, string]>> = {
  approved: ['is approved', 'are approved'],
  hold: ['waits', 'wait'],
  spam: ['is spam', 'are spam'],
  trash: ['is in the trash', 'are in the trash'],
};

const change = async ({ id }: CommentRow, revision: number, body: CommentSent) =>
  (
    await rest<CommentRow, CommentSent>(`/wp/v2/comments/${id}?context=edit`, {
      method: 'POST',
      body: { ...body, revision },
    })
  ).body;

/** A decision that can be taken back. */
interface Taken {
  readonly comment: CommentRow;
  readonly to: CommentStatus;
  /** What is stored, once it is. */
  readonly made: Promise<CommentRow | undefined>;
}

/**
 * Decisions about comments. Each is seen at once and made behind it, so that nobody waits for the network; one that is refused is said, and shown as it is. `z`
 * takes back the last one, and again the one before.
 */
export function useModeration() {
  const queries = useQueryClient();
  const taken = useRef<Taken[]>([]);
  const running = useRef(0);
  /** What came of the last decision about each, until the list says it. */
  const latest = useRef(new Map<number, Promise<CommentRow | undefined>>());
  /** Comments that waited, and were approved by an answer to them; nothing was decided about them since. */
  const answered = useRef(new Set<number>());
  const [decided, setDecided] = useState<ReadonlyMap<number, CommentStatus>>(new Map());
  /** Comments that stay, whatever was reported of them. */
  const [kept, setKept] = useState<ReadonlySet<number>>(new Set());

  return useMemo(() => {
    const see = (id: number, status: CommentStatus | undefined) =>
      setDecided((before) => {
        const next = new Map(before);
        if (status === undefined) next.delete(id);
        else next.set(id, status);
        return next;
      });
    const keepNoLonger = (id: number) =>
      setKept((before) => new Set([...before].filter((other) => other !== id)));
    const begin = () => void running.current++;
    /** The list is asked anew when nothing is under way any more: what it says is then what is stored. */
    const end = async () => {
      running.current--;
      if (running.current > 0) return;
      await queries.invalidateQueries({ queryKey: ['comments'] });
      if (running.current > 0) return;
      latest.current.clear();
      setDecided(new Map());
      setKept(new Set());
    };
    const make = async (
      comment: CommentRow,
      revision: number,
      sent: CommentSent,
    ): Promise<CommentRow | undefined> => {
      begin();
      try {
        return await change(comment, revision, sent);
      } catch (error) {
        if (!(error instanceof RestError)) throw error;
        see(comment.id, undefined);
        keepNoLonger(comment.id);
        toast(`${nameOf(comment)}: ${error.message}`);
        return undefined;
      } finally {
        void end();
      }
    };
    const takeBack = async (one: Taken | undefined) => {
      if (!one) return;
      taken.current = taken.current.filter((other) => other !== one);
      see(one.comment.id, one.comment.status);
      keepNoLonger(one.comment.id);
      answered.current.delete(one.comment.id);
      const back = one.made.then(
        (made) =>
          made && make(one.comment, made.revision, { status: one.comment.status, broadsheet_undo: true }),
      );
      latest.current.set(one.comment.id, back);
      if (await back) toast(`The comment of ${nameOf(one.comment)} is as it was.`, { id: 'moderation' });
    };
    const keys = ['comments'];
    return {
      decide: (comment: CommentRow, to: CommentStatus) => {
        const { id, revision, status } = comment;
        const isKept = to === 'approved' && comment.broadsheet_reports.length > 0;
        if (status === to && !isKept) return;
        see(id, to);
        answered.current.delete(id);
        if (isKept) setKept((before) => new Set([...before, id]));
        begin();
        // Who decides twice about one decides on what came of the first.
        const made = (latest.current.get(id) ?? Promise.resolve(undefined))
          .then((known) => make(comment, known?.revision ?? revision, { status: to }))
          .finally(() => void end());
        latest.current.set(id, made);
        // What was dismissed is not heard again.
        if (status === to)
          return void toast(`The comment of ${nameOf(comment)} stays; its reports are dismissed.`, {
            id: 'moderation',
          });
        const one: Taken = { comment, to, made };
        taken.current.push(one);
        toast(`The comment of ${nameOf(comment)} ${done[to][0]}.`, {
          id: 'moderation',
          undo: () => void takeBack(one),
        });
      },
      undo: () => takeBack(taken.current.at(-1)),
      decideAll: (comments: readonly CommentRow[], to: CommentStatus) =>
        doAll(queries, keys, comments, {
          doing: 'Deciding',
          done: counted(done[to][0], done[to][1]),
          nameOf,
          run: (comment) => change(comment, comment.revision, { status: to }),
          undo: (comment, made) =>
            change(comment, made.revision, { status: comment.status, broadsheet_undo: true }),
        }),
      remove: (comments: readonly CommentRow[]) =>
        doAll(queries, keys, comments, {
          doing: 'Deleting',
          done: counted('is deleted', 'are deleted'),
          nameOf,
          run: ({ id, revision }) =>
            rest(`/wp/v2/comments/${id}?force=true&revision=${revision}`, { method: 'DELETE' }),
        }),
      edit: async (
        comment: CommentRow,
        body: { readonly content?: string; readonly author_name?: string },
      ) => {
        const before = { content: comment.content.raw, author_name: comment.author_name };
        const made = await change(comment, comment.revision, body);
        await queries.invalidateQueries({ queryKey: keys });
        const back = async () => {
          await doAll(queries, keys, [comment], {
            doing: 'Taking it back',
            done: () => 'It says what it said.',
            nameOf,
            run: (one) => change(one, made.revision, before),
          });
        };
        toast(`The comment of ${nameOf(made)} is saved.`, { undo: () => void back() });
      },
      reply: async (comment: CommentRow, content: string) => {
        // Who decides and answers at once answers what came of it.
        const known = await latest.current.get(comment.id);
        // Where the answer itself was refused, its comment is approved already.
        if ((known ?? comment).status === 'hold' && !answered.current.has(comment.id)) {
          await change(comment, (known ?? comment).revision, { status: 'approved' });
          answered.current.add(comment.id);
        }
        await rest<unknown, NewCommentSent>('/wp/v2/comments', {
          method: 'POST',
          body: { post: comment.post, parent: comment.id, content },
        });
        await queries.invalidateQueries({ queryKey: keys });
        toast(`Your reply to ${nameOf(comment)} is published.`);
      },
      decided,
      kept,
    };
  }, [queries, decided, kept]);
}

export type Moderation = ReturnType<typeof useModeration>;
