import type { PushServiceConfig } from '../../islands/page-config.ts';

/**
 * `refused`: when the reader declined, in ms; `visit`: declined in this visit; `viewed`: a page of this visit was seen;
 * `token`: the registration last sent to the service.
 */
type Fact = 'refused' | 'visit' | 'viewed' | 'token';

const storageOf = (fact: Fact): Storage =>
  fact === 'visit' || fact === 'viewed' ? sessionStorage : localStorage;

/** Returns the stored value, or null, also when storage is disabled. */
export function recall(fact: Fact): string | null {
  try {
    return storageOf(fact).getItem(`push-${fact}`);
  } catch {
    return null;
  }
}

export function remember(fact: Fact, value: string): void {
  try {
    storageOf(fact).setItem(`push-${fact}`, value);
  } catch {
    // storage is disabled or full: the reader is asked again
  }
}

/** Registers or unregisters a browser at the push service. Throws if the service is unreachable or refuses. */
export async function sendToken(
  method: 'POST' | 'DELETE',
  { api_url, domain, app_id }: PushServiceConfig,
  subscription: PushSubscription,
): Promise<void> {
  const reply = await fetch(api_url, {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token: subscription, domain, app_id }),
    credentials: 'omit',
    keepalive: true,
  });
  // An unread body would keep the connection open.
  await reply.body?.cancel();
  if (!reply.ok) throw new Error(`The push service answered ${reply.status}.`);
}
