import type { Content } from '../content/content.ts';
import type { JobLog, Queue } from '../jobs/keep-jobs.ts';
import { LruCache } from '../../lib/lru-cache.ts';
import { siteMailbox } from '../settings/admin-email.ts';
import { articleMessage } from './message.ts';
import { sendsItself } from './push.ts';
import { claimShare, longestPauseMs, nextShareAt, settleShare } from './queue.ts';
import type { Push, PushOutcome, Share } from './queue.ts';
import { createPushSender } from './send-push.ts';
import type { PushSenderOptions, Sent } from './send-push.ts';

/** Push services whose wishes are remembered; some have a host for each region. */
const mostServices = 1000;
/** Messages on their way at a time. */
const atOnce = 8;

interface Sender {
  readonly subject: string;
  readonly stop: AbortSignal;
}

interface Result extends Sent {
  readonly push: Push;
}

export interface PushQueueSite extends PushSenderOptions {
  readonly content: Pick<Content, 'database' | 'siteUrl' | 'settings'>;
  readonly log: JobLog;
  /** Milliseconds; for tests. */
  readonly now?: (() => number) | undefined;
}

/**
 * Tells subscribers of articles as they become public. Their rows say who has been told, so they are the queue. Who was not told when the server stops is
 * told by another process, or after the next start.
 */
export function pushQueue({ content, log, now = Date.now, ...options }: PushQueueSite): Queue {
  const { database, siteUrl, settings } = content;
  const send = createPushSender(options);
  /** Until when each push service wants to be left alone, by origin. */
  const restUntilByService = new LruCache<string, number>(mostServices);
  let counts: Partial<Record<PushOutcome['kind'], number>> = {};

  async function tell(share: Share, stop: AbortSignal): Promise<void> {
    const results: Result[] = [];
    const subject = await contactOf();
    const payloads = await payloadsOf(share);
    const waiting = share.pushes.values();
    await Promise.all(
      Array.from({ length: atOnce }, async () => {
        for (const push of waiting)
          results.push({ push, ...(await tellOne(push, payloads.get(push.postId), { subject, stop })) });
      }),
    );
    const failed = results.filter(({ outcome: { kind }, reason }) => reason !== undefined && kind !== 'gone');
    const [first] = failed;
    if (first) {
      log.warn(
        {
          messages: failed.length,
          service: new URL(first.push.target.endpoint).origin,
          outcome: first.outcome.kind,
          reason: first.reason,
        },
        'Push messages did not arrive; for instance',
      );
    }
    await database.write((tx) => settleShare(tx, share, results, now()));
    for (const {
      outcome: { kind },
    } of results)
      counts[kind] = (counts[kind] ?? 0) + 1;
  }

  async function tellOne(
    { target, postId, remainingMs }: Push,
    payload: string | undefined,
    { subject, stop }: Sender,
  ): Promise<Sent> {
    const { origin } = new URL(target.endpoint);
    const restMs = (restUntilByService.get(origin) ?? 0) - now();
    const isResting = restMs > 0 && restMs <= longestPauseMs; // longer: the clock was set back
    if (stop.aborted || isResting)
      return { outcome: { kind: 'later', pauseMs: isResting ? restMs : 0, tried: false } };
    if (payload === undefined) return { outcome: { kind: 'dropped' } };
    const sent = await send({
      target,
      payload,
      ttl: Math.ceil(remainingMs / 1000),
      topic: `post-${postId}`,
      subject,
    });
    if (sent.outcome.kind === 'later' && sent.outcome.pauseMs > 0)
      restUntilByService.set(origin, now() + sent.outcome.pauseMs);
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
    const mailbox = siteMailbox(await settings.current());
    if (mailbox !== '') return `mailto:${mailbox}`;
    return siteUrl.startsWith('https:') ? siteUrl : `mailto:broadsheet@${new URL(siteUrl).hostname}`;
  }

  return {
    name: 'push',
    concurrency: 1,
    take: async (at) => {
      const share = await claimShare(database, siteUrl, at);
      return share ? [(stop) => tell(share, stop)] : [];
    },
    nextDueAt: () => nextShareAt(database.read, siteUrl),
    rest: () => {
      if (Object.keys(counts).length > 0) log.info(counts, 'Told subscribers of articles');
      counts = {};
    },
  };
}
