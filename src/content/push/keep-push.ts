import type { Content } from '../content.ts';
import { messageOf } from '../../lib/errors.ts';
import { articleMessage } from './message.ts';
import { sendsItself } from './push.ts';
import { claimShare, longestPauseMs, settleShare } from './queue.ts';
import type { Push, PushOutcome, Share } from './queue.ts';
import { createPushSender } from './send-push.ts';
import type { PushSenderOptions, Sent } from './send-push.ts';

/** How often the queue is looked at without being called, in milliseconds: for attempts after a pause, and those whose process was killed. */
const everyMs = 10_000;
/** Messages on their way at a time. */
const atOnce = 8;

interface Result extends Sent {
  readonly push: Push;
}

export interface PushLog {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
}

export interface PushOptions extends PushSenderOptions {
  readonly log: PushLog;
  /** Milliseconds; for tests. */
  readonly now?: () => number;
}

export interface PushQueue {
  /** Stops; whoever was not told yet is told after the next start, or by another process. */
  close(): Promise<void>;
}

/** Tells subscribers of articles as they become public, until it is closed. Every serving process may do so over one database. */
export function keepPush(content: Pick<Content, 'database' | 'siteUrl' | 'settings'>, { log, now = Date.now, ...options }: PushOptions): PushQueue {
  const { database, siteUrl, settings } = content;
  const send = createPushSender(options);
  /** Until when each push service wants to be left alone, by origin. */
  const rests = new Map<string, number>();
  const stop = new AbortController();
  let again = false;
  let working: Promise<void> | undefined;

  function wake(): void {
    again = true;
    if (stop.signal.aborted || working) return;
    working = work()
      .catch((error: unknown) => log.warn({ reason: messageOf(error) }, 'Telling subscribers of articles stopped; it goes on in a moment'))
      .finally(() => {
        working = undefined;
        if (again) wake(); // called while it ended
      });
  }

  async function work(): Promise<void> {
    const counts: Partial<Record<PushOutcome['kind'], number>> = {};
    while (again && !stop.signal.aborted) {
      again = false;
      for (let share = await claimShare(database, siteUrl, now()); share; share = stop.signal.aborted ? undefined : await claimShare(database, siteUrl, now())) {
        for (const { outcome: { kind } } of await tell(share)) counts[kind] = (counts[kind] ?? 0) + 1;
      }
    }
    if (Object.keys(counts).length > 0) log.info(counts, 'Told subscribers of articles');
  }

  async function tell(share: Share): Promise<Result[]> {
    const results: Result[] = [];
    const subject = await contactOf();
    const payloads = await payloadsOf(share);
    const waiting = share.pushes.values();
    await Promise.all(Array.from({ length: atOnce }, async () => {
      for (const push of waiting) results.push({ push, ...(await tellOne(push, payloads.get(push.postId), subject)) });
    }));
    const failed = results.filter(({ outcome: { kind }, reason }) => reason !== undefined && kind !== 'gone');
    const [first] = failed;
    if (first) log.warn({ messages: failed.length, service: new URL(first.push.target.endpoint).origin, outcome: first.outcome.kind, reason: first.reason }, 'Push messages did not arrive; for instance');
    await database.write((tx) => settleShare(tx, share, results, now()));
    return results;
  }

  async function tellOne({ target, postId, remainingMs }: Push, payload: string | undefined, subject: string): Promise<Sent> {
    const { origin } = new URL(target.endpoint);
    const restMs = (rests.get(origin) ?? 0) - now();
    const isResting = restMs > 0 && restMs <= longestPauseMs; // longer: the clock was set back
    if (stop.signal.aborted || isResting) return { outcome: { kind: 'later', pauseMs: isResting ? restMs : 0, tried: false } };
    if (payload === undefined) return { outcome: { kind: 'dropped' } };
    const sent = await send({ target, payload, ttl: Math.ceil(remainingMs / 1000), topic: `post-${postId}`, subject });
    if (sent.outcome.kind === 'later' && sent.outcome.pauseMs > 0) rests.set(origin, now() + sent.outcome.pauseMs);
    return sent;
  }

  /** What is sent, by article; those that are no longer public, and all once push is turned off, are missing. */
  async function payloadsOf({ pushes }: Share): Promise<Map<number, string>> {
    const payloads = new Map<number, string>();
    if (!sendsItself(await settings.current())) return payloads;
    for (const postId of new Set(pushes.map((push) => push.postId))) {
      const message = await articleMessage(content, postId);
      if (message) payloads.set(postId, JSON.stringify(message));
    }
    return payloads;
  }

  async function contactOf(): Promise<string> {
    const { admin_email: email } = await settings.current();
    if (email !== '') return `mailto:${email}`;
    return siteUrl.startsWith('https:') ? siteUrl : `mailto:broadsheet@${new URL(siteUrl).hostname}`;
  }

  const deaf = database.bus.listen((emissions) => {
    if (emissions.some(({ tag }) => tag === 'push' || tag === '*')) wake();
  });
  const timer = setInterval(wake, everyMs);
  timer.unref();
  wake();
  return {
    close: async () => {
      stop.abort();
      clearInterval(timer);
      deaf();
      await working;
    },
  };
}
