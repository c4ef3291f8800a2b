import { messageOf } from '../../lib/errors.ts';
import { fetchOutside } from '../../lib/fetch-outside.ts';
import type { OutsideReply } from '../../lib/fetch-outside.ts';
import { LruCache } from '../../lib/lru-cache.ts';
import { isPushService } from './push-services.ts';
import { longestPauseMs } from './queue.ts';
import type { PushOutcome } from './queue.ts';
import type { PushTarget } from './subscriptions.ts';
import type { VapidKeys } from './vapid-keys.ts';

/** Milliseconds that a push service may take. */
const timeoutMs = 10_000;
/** How long a signature of ours is used, in milliseconds; it is good for twelve hours. */
const signatureMs = 3_600_000;

export interface PushSenderOptions {
  readonly keys: VapidKeys;
  /** Origins of push services beside those that browsers bring. */
  readonly services: readonly string[];
}

/** A message for one browser. */
export interface Delivery {
  readonly target: PushTarget;
  readonly payload: string;
  /** Seconds that the push service keeps it for a browser that is away. */
  readonly ttl: number;
  /** A message replaces one of the same topic that is still kept; 32 characters at most. */
  readonly topic: string;
  /** Whom push services write to when something is wrong: `mailto:…` or `https:…`. */
  readonly subject: string;
}

/** What came of it, and why where it did not arrive. */
export interface Sent {
  readonly outcome: PushOutcome;
  readonly reason?: string;
}

/** 13 MB that a site without subscribers does not need. */
const webPush = async () => (await import('web-push')).default;

/** Makes the function that encrypts a message for a browser and hands it to its push service. It never throws. */
export function createPushSender({
  keys,
  services,
}: PushSenderOptions): (delivery: Delivery) => Promise<Sent> {
  const signatureByService = new LruCache<string, { readonly header: string; readonly until: number }>(100);

  async function signatureFor(audience: string, subject: string): Promise<string> {
    const key = `${audience} ${subject}`;
    const known = signatureByService.get(key);
    const left = (known?.until ?? 0) - Date.now();
    if (known && left > 0 && left <= signatureMs) return known.header; // longer: the clock was set back
    const { Authorization: header } = (await webPush()).getVapidHeaders(
      audience,
      subject,
      keys.publicKey,
      keys.privateKey,
      'aes128gcm',
    );
    signatureByService.set(key, { header, until: Date.now() + signatureMs });
    return header;
  }

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
    // The list of services may have become shorter since the browser registered.
    if (!isPushService(endpoint, services))
      return { outcome: { kind: 'gone' }, reason: 'Its push service is not among those that are trusted.' };
    try {
      const { cipherText } = (await webPush()).encrypt(p256dh, auth, payload, 'aes128gcm');
      const { origin } = new URL(endpoint);
      const reply = await fetchOutside(endpoint, {
        method: 'POST',
        timeoutMs,
        body: cipherText,
        withoutBody: true,
        isNamedByAdmin: services.includes(origin),
        headers: {
          authorization: await signatureFor(origin, subject),
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

/** Seconds, or a date. */
function retryAfterMs(text: string): number {
  const wait = /^\d{1,9}$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now();
  return Number.isFinite(wait) ? Math.min(longestPauseMs, Math.max(0, wait)) : 0;
}
