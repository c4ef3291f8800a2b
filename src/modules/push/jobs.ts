import { siteMailbox } from '../settings/index.ts';
import type { Settings, SiteSource } from '../settings/index.ts';
import type { JobLog, Queue } from '../../kernel/jobs/job-queue.ts';
import { LruCache } from '../../lib/lru-cache.ts';
import { sendsItself, articleMessage, isPushService } from './push.ts';
import type { PushMessage, VapidKeys } from './push.ts';
import { noteMessage } from './note-message.ts';
import { enqueueDueNotes, findNotes, isNoteQueued, nextNoteAt } from './notes.ts';
import { claimShare, maxPauseMs, nextShareAt, settleShare } from './queue.ts';
import type { Push, PushOutcome, Share } from './queue.ts';
import { messageOf } from '../../lib/errors.ts';
import { fetchOutside } from '../../lib/fetch-outside.ts';
import type { OutsideReply } from '../../lib/fetch-outside.ts';
import type { PushTarget } from './subscriptions.ts';

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
    const subject = pushContact(await settings.current(), siteUrl);
    const payloads = await payloadsOf(content, share);
    const waiting = share.pushes.values();
    await Promise.all(
      Array.from({ length: atOnce }, async () => {
        for (const push of waiting)
          results.push({ push, ...(await sendOne(push, payloads.get(push.number), { subject, stop })) });
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
    { target, postId, noteId, remainingMs }: Push,
    payload: string | undefined,
    { subject, stop }: Sender,
  ): Promise<Sent> {
    const { origin } = new URL(target.endpoint);
    const restMs = (restUntilByService.get(origin) ?? 0) - now();
    const isResting = restMs > 0 && restMs <= maxPauseMs; // longer: the clock was set back
    if (stop.aborted || isResting)
      return { outcome: { kind: 'later', pauseMs: isResting ? restMs : 0, tried: false } };
    if (payload === undefined) return { outcome: { kind: 'dropped' } };
    // A message can be stopped while others of its share are sent.
    if (noteId > 0 && !(await isNoteQueued(database.read, noteId))) return { outcome: { kind: 'dropped' } };
    const sent = await send({
      target,
      payload,
      ttl: Math.ceil(remainingMs / 1000),
      topic: noteId > 0 ? `note-${noteId}` : `post-${postId}`,
      subject,
    });
    if (sent.outcome.kind === 'later' && sent.outcome.pauseMs > 0)
      restUntilByService.set(origin, now() + sent.outcome.pauseMs);
    return sent;
  }

  return {
    name: 'push',
    concurrency: 1,
    take: async (at) => {
      await enqueueDueNotes(database, at);
      const share = await claimShare(database, siteUrl, at);
      return share ? [(stop) => sendShare(share, stop)] : [];
    },
    nextDueAt: async () => {
      const due = await Promise.all([nextShareAt(database.read, siteUrl), nextNoteAt(database.read)]);
      const times = due.filter((at) => at !== undefined);
      return times.length > 0 ? Math.min(...times) : undefined;
    },
    rest: () => {
      if (Object.keys(counts).length > 0) log.info(counts, 'Told subscribers of articles');
      counts = {};
    },
  };
}

/** Payloads by number; unpublished articles and stopped messages are missing, and all of them once push is turned off. */
async function payloadsOf(content: SiteSource, { pushes }: Share): Promise<Map<number, string>> {
  const { database, settings } = content;
  const payloads = new Map<number, string>();
  if (!sendsItself(await settings.current())) return payloads;
  const byNumber = new Map(pushes.map((push) => [push.number, push]));
  const notes = await findNotes(
    database.read,
    [...byNumber.values()].map(({ noteId }) => noteId),
  );
  for (const [number, { postId, noteId }] of byNumber) {
    const note = notes.get(noteId);
    const message =
      noteId === 0
        ? await articleMessage(content, postId)
        : note?.state === 'queued'
          ? await noteMessage(content, note)
          : undefined;
    if (message) payloads.set(number, JSON.stringify(message));
  }
  return payloads;
}

/** Contact for push services. */
export function pushContact(settings: Settings, siteUrl: string): string {
  const mailbox = siteMailbox(settings);
  if (mailbox !== '') return `mailto:${mailbox}`;
  return siteUrl.startsWith('https:') ? siteUrl : `mailto:broadsheet@${new URL(siteUrl).hostname}`;
}

export type SendPush = (target: PushTarget, message: PushMessage, settings: Settings) => Promise<Sent>;

/** Sends one message at once, without the queue. */
export function createPushTester(options: PushSenderOptions, siteUrl: string): SendPush {
  const send = createPushSender(options);
  return (target, message, settings) =>
    send({
      target,
      payload: JSON.stringify(message),
      ttl: testTtl,
      topic: 'test',
      subject: pushContact(settings, siteUrl),
    });
}

/** Seconds that a push service stores a test message. */
const testTtl = 300;

/** Timeout of a push service, in milliseconds. */
const timeoutMs = 10_000;

export interface PushSenderOptions {
  readonly keys: VapidKeys;
  readonly services: readonly string[];
}

export interface Delivery {
  readonly target: PushTarget;
  readonly payload: string;
  /** Seconds that the push service stores it for a browser that is offline. */
  readonly ttl: number;
  /** Replaces a stored message of the same topic; 32 characters at most. */
  readonly topic: string;
  /** Contact for push services: `mailto:…` or `https:…`. */
  readonly subject: string;
}

export interface Sent {
  readonly outcome: PushOutcome;
  readonly reason?: string;
}

/** Imported lazily: 13 MB that a site without subscribers does not need. */
const webPush = async () => (await import('web-push')).default;

export function createPushSender({
  keys,
  services,
}: PushSenderOptions): (delivery: Delivery) => Promise<Sent> {
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
