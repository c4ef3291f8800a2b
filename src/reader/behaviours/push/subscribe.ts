import type { PushServiceConfig } from '../../islands/page-config.ts';
import { scriptAddress } from '../scripts/load-script.ts';
import { recall, remember, sendToken } from './memory.ts';

/** The browser's subscription to this site, if its reader has one. */
export async function currentSubscription(): Promise<PushSubscription | null | undefined> {
  return (await navigator.serviceWorker.getRegistration('/'))?.pushManager.getSubscription();
}

/** What the service was told; another service, key or address is news to it. */
const tokenOf = ({ api_url, vapid_public_key }: PushServiceConfig, { endpoint }: PushSubscription) =>
  `${api_url} ${vapid_public_key} ${endpoint}`;

/** Subscribes the browser and registers it; the reader has agreed. Throws when browser or service don't. */
export async function subscribe(service: PushServiceConfig): Promise<void> {
  await navigator.serviceWorker.register(scriptAddress(service.serviceWorker), { scope: '/' });
  const { pushManager } = await navigator.serviceWorker.ready;
  const options = { userVisibleOnly: true, applicationServerKey: service.vapid_public_key };
  const subscription = await pushManager.subscribe(options).catch(async () => {
    // One for another key, of a service that was here before, is in the way.
    await (await pushManager.getSubscription())?.unsubscribe();
    return pushManager.subscribe(options);
  });
  await sendToken('POST', service, subscription);
  remember('token', tokenOf(service, subscription));
}

/** Registers a subscription anew where the service does not know it: it failed to hear of it, or it is another one than before. */
export async function keepSubscribed(
  service: PushServiceConfig,
  subscription: PushSubscription,
): Promise<void> {
  if (recall('token') !== tokenOf(service, subscription)) await subscribe(service);
}

/** Ends a subscription. The service may fail to hear of it, but its messages no longer arrive. */
export async function unsubscribe(service: PushServiceConfig): Promise<void> {
  const subscription = await currentSubscription();
  await subscription?.unsubscribe();
  if (subscription) await sendToken('DELETE', service, subscription);
}
