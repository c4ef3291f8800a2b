import type { PushServiceConfig } from '../../islands/page-config.ts';

/** `refused`: when the reader said no, in milliseconds; `visit`: that it was in this visit; `viewed`: a page in this visit; `token`: what the service knows. */
type Fact = 'refused' | 'visit' | 'viewed' | 'token';

const storageOf = (fact: Fact): Storage =>
  fact === 'visit' || fact === 'viewed' ? sessionStorage : localStorage;

/** What this browser was to remember, or null; also where it may remember nothing. */
export function recall(fact: Fact): string | null {
  try {
    return storageOf(fact).getItem(`push-${fact}`);
  } catch {
    return null; // storage is turned off
  }
}

export function remember(fact: Fact, value: string): void {
  try {
    storageOf(fact).setItem(`push-${fact}`, value);
  } catch {
    // storage is turned off or full: the reader is asked again
  }
}

/** Registers a browser at the push service, or ends that. Throws when the service can't be reached or does not take it. */
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
  // Nobody reads what it says, and what nobody reads keeps its connection.
  await reply.body?.cancel();
  if (!reply.ok) throw new Error(`The push service answered ${reply.status}.`);
}
