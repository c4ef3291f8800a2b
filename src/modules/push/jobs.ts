import { siteMailbox } from '../settings/index.ts';
import type { SiteSource } from '../settings/index.ts';
import type { JobLog, Queue } from '../../kernel/jobs/job-queue.ts';
import { LruCache } from '../../lib/lru-cache.ts';
import { sendsItself, articleMessage, isPushService } from './push.ts';
import { claimShare, maxPauseMs, nextShareAt, settleShare } from './queue.ts';
import type { Push, PushOutcome, Share } from './queue.ts';
import { messageOf } from '../../lib/errors.ts';
import { fetchOutside } from '../../lib/fetch-outside.ts';
import type { OutsideReply } from '../../lib/fetch-outside.ts';
import type { PushTarget } from './subscriptions.ts';
import type { VapidKeys } from './push.ts';

/** Push services whose requested pauses are remembered; some have a host per region. */
const maxServices = 1000;
const atOnce = 8;

interface Sender {
  readonly subject: string;
  readonly stop: AbortSignal;
}

interface Result extends Sent {
  readonly push: Push;
}

export interface PushQueueSite extends PushSenderOptions {
  readonly content: SiteSource;
  readonly log: JobLog;
  /** Milliseconds; for tests. */
  readonly now?: (() => number) | undefined;
}

/**
 * Sends push messages about published articles. The subscribers' rows are the queue: those not reached before the
 * server stops are sent to by another process, or after the next start.
 */
export function pushQueue({ content, log, now = Date.now, ...options }: PushQueueSite): Queue {
  const { database, siteUrl, settings } = content;
  const send = createPushSender(options);
  const restUntilByService = new LruCache<string, number>(maxServices);
  let counts: Partial<Record<PushOutcome['kind'], number>> = {};

  async function sendShare(share: Share, stop: AbortSignal): Promise<void> {
    const results: Result[] = [];
    const subject = await contactOf();
    const payloads = await payloadsOf(share);
    const waiting = share.pushes.values();
    await Promise.all(
      Array.from({ length: atOnce }, async () => {
        for (const push of waiting)
          results.push({ push, ...(await sendOne(push, payloads.get(push.postId), { subject, stop })) });
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

  async function sendOne(
    { target, postId, remainingMs }: Push,
    payload: string | undefined,
    { subject, stop }: Sender,
  ): Promise<Sent> {
    const { origin } = new URL(target.endpoint);
    const restMs = (restUntilByService.get(origin) ?? 0) - now();
    const isResting = restMs > 0 && restMs <= maxPauseMs; // longer: the clock was set back
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

  /** Payloads by article; unpublished articles are missing, and all of them once push is turned off. */
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
      return share ? [(stop) => sendShare(share, stop)] : [];
    },
    nextDueAt: () => nextShareAt(database.read, siteUrl),
    rest: () => {
      if (Object.keys(counts).length > 0) log.info(counts, 'Told subscribers of articles');
      counts = {};
    },
  };
}

/** Timeout of a push service, in milliseconds. */
const timeoutMs = 10_000;

interface PushSenderOptions {
  readonly keys: VapidKeys;
  readonly services: readonly string[];
}

interface Delivery {
  readonly target: PushTarget;
  readonly payload: string;
  /** Seconds that the push service stores it for a browser that is offline. */
  readonly ttl: number;
  /** Replaces a stored message of the same topic; 32 characters at most. */
  readonly topic: string;
  /** Contact for push services: `mailto:…` or `https:…`. */
  readonly subject: string;
}

interface Sent {
  readonly outcome: PushOutcome;
  readonly reason?: string;
}

/** Imported lazily: 13 MB that a site without subscribers does not need. */
const webPush = async () => (await import('web-push')).default;

function createPushSender({ keys, services }: PushSenderOptions): (delivery: Delivery) => Promise<Sent> {
  return async ({
    target: {
      endpoint,
      keys: { p256dh, auth },
    },
    payload,
    ttl,
    topic,
    subject,
  }) => {
    if (!isPushService(endpoint, services))
      return { outcome: { kind: 'gone' }, reason: 'Its push service is not among those that are trusted.' };
    try {
      const { encrypt, getVapidHeaders } = await webPush();
      const { cipherText } = encrypt(p256dh, auth, payload, 'aes128gcm');
      const { origin } = new URL(endpoint);
      const signed = getVapidHeaders(origin, subject, keys.publicKey, keys.privateKey, 'aes128gcm');
      const reply = await fetchOutside(endpoint, {
        method: 'POST',
        timeoutMs,
        body: cipherText,
        withoutBody: true,
        isNamedByAdmin: services.includes(origin),
        headers: {
          authorization: signed.Authorization,
          'content-type': 'application/octet-stream',
          'content-encoding': 'aes128gcm',
          ttl: String(ttl),
          topic,
          urgency: 'normal',
        },
      });
      return reply.status >= 200 && reply.status < 300
        ? { outcome: { kind: 'delivered' } }
        : { outcome: outcomeOf(reply), reason: `It answered ${reply.status}.` };
    } catch (error) {
      return { outcome: { kind: 'later', pauseMs: 0, tried: true }, reason: messageOf(error) };
    }
  };
}

function outcomeOf({ status, headers }: OutsideReply): PushOutcome {
  if (status === 404 || status === 410) return { kind: 'gone' };
  if (status === 408 || status === 429 || status >= 500)
    return { kind: 'later', pauseMs: retryAfterMs(headers['retry-after'] ?? ''), tried: true };
  return { kind: 'refused' };
}

function retryAfterMs(text: string): number {
  const wait = /^\d{1,9}$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now();
  return Number.isFinite(wait) ? Math.min(maxPauseMs, Math.max(0, wait)) : 0;
}
