import { useEffect, useState } from 'react';
import { connection } from '../../../app/connection.ts';
import { awayCode, RestError } from '../../../app/rest-error.ts';
import type { Draft } from '../../../editor/draft.ts';

export type Device = 'phone' | 'desktop';

/** A reader's page as the server made it of what is written. */
export interface SeenPage {
  readonly html: string;
  /** Where it stands. */
  readonly address: string;
}

interface Seen {
  readonly pages: Readonly<Partial<Record<Device, SeenPage>>>;
  /** Why what is shown is not what is written. */
  readonly problem: string | undefined;
  readonly isBusy: boolean;
}

/** Milliseconds that nobody types before the page is made anew, later than the browser keeps what is written; and how long it is waited for that at most. */
const pauseMs = 900;
const longestMs = 3000;

/** Fields that an autosave holds: of what else was changed the page shows what is stored. */
const shown = ['title', 'excerpt'];

/** What the page is made of; while it is the same nothing is asked. */
function madeOf(draft: Draft): readonly unknown[] {
  const { history, code, post } = draft.state();
  return [history.blocks, code, post?.id, post?.revision, ...shown.map(draft.value)];
}

/** Whether something was changed that the page shows only once it is stored. */
export const hasMore = (draft: Draft): boolean =>
  Object.keys(draft.state().edits).some((name) => !shown.includes(name));

const isEmpty = (draft: Draft) =>
  !draft.state().post && draft.text('title') === '' && draft.content().trim() === '';

/** The reader's page on these devices (words of them), as what is written at this moment becomes it. */
export function usePreview(draft: Draft, devices: string): Seen {
  const [seen, setSeen] = useState<Seen>({ pages: {}, problem: undefined, isBusy: true });
  useEffect(() => {
    const gone = new AbortController();
    let timer: number | undefined;
    let isRunning = false;
    let wantedSince = 0;
    let last: readonly unknown[] = [];
    const tell = (change: Partial<Seen>) =>
      !gone.signal.aborted && setSeen((before) => ({ ...before, ...change }));
    const isNew = () => {
      const now = madeOf(draft);
      return now.length !== last.length || now.some((part, index) => part !== last[index]);
    };
    const wait = (ms: number) => {
      window.clearTimeout(timer);
      timer = window.setTimeout(() => void make(), ms);
    };
    const heard = () => {
      if (isRunning || !isNew()) return;
      wantedSince ||= Date.now();
      wait(Math.max(0, Math.min(pauseMs, wantedSince + longestMs - Date.now())));
    };
    const make = async () => {
      isRunning = true;
      wantedSince = 0;
      last = madeOf(draft);
      tell({ isBusy: true });
      try {
        tell({ ...(await look(draft, devices.split(' ') as Device[], gone.signal)), isBusy: false });
      } catch (error) {
        if (gone.signal.aborted) return;
        const refusal = error instanceof RestError ? error : undefined;
        const isAway = refusal ? refusal.code === awayCode : error instanceof TypeError;
        if (!isAway && !refusal) throw error;
        tell({
          problem: isAway ? 'The server is away. This follows once it is back.' : refusal?.message,
          isBusy: false,
        });
        if (isAway) await connection.away();
        if (isAway) last = [];
      } finally {
        isRunning = false;
        if (!gone.signal.aborted) heard();
      }
    };
    const end = draft.subscribe(heard);
    wait(0);
    return () => {
      gone.abort();
      window.clearTimeout(timer);
      end();
    };
  }, [draft, devices]);
  return seen;
}

/** Keeps what is written, and has its page made. Throws `RestError`, and `TypeError` where no server answers. */
async function look(draft: Draft, devices: readonly Device[], signal: AbortSignal): Promise<Partial<Seen>> {
  if (isEmpty(draft)) return { pages: {}, problem: 'Nothing is written yet.' };
  await draft.keepLocally();
  const link = await draft.previewLink();
  if (link === undefined)
    return { problem: draft.state().problem ?? 'It can’t be shown before it is stored.' };
  const pages = await Promise.all(
    devices.map(async (device) => {
      const address = new URL(link);
      address.searchParams.set('device', device);
      // Wherever the newsroom is reached: its own server is asked.
      const reply = await window.fetch(address.pathname + address.search, { cache: 'no-store', signal });
      if (!reply.ok) throw new RestError(reply.status, 'no_preview', refused(reply.status));
      return [device, { html: await reply.text(), address: reply.url }] as const;
    }),
  );
  return { pages: Object.fromEntries(pages), problem: undefined };
}

const refused = (status: number) =>
  status === 404
    ? 'There is no page of it: its type has none, or it is not yours to see.'
    : status >= 500
      ? `The server could not make the page (status ${status}). What is written is kept.`
      : `The server does not show the page (status ${status}).`;
