import type { PushServiceConfig } from '../../islands/page-config.ts';

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
