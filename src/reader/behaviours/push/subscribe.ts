import type { PushServiceConfig } from '../../islands/page-config.ts';
import { scriptAddress } from '../scripts/load-script.ts';
import { recall, remember, sendToken } from './memory.ts';

export async function currentSubscription(): Promise<PushSubscription | null | undefined> {
  return (await navigator.serviceWorker.getRegistration('/'))?.pushManager.getSubscription();
}

/** Identifies a registration; a change of service, key or endpoint requires a new one. */
const tokenOf = ({ api_url, vapid_public_key }: PushServiceConfig, { endpoint }: PushSubscription) =>
  `${api_url} ${vapid_public_key} ${endpoint}`;

/** Subscribes the browser and registers it with the service, after consent. Throws if the browser or service refuses. */
export async function subscribe(service: PushServiceConfig): Promise<void> {
  await navigator.serviceWorker.register(scriptAddress(service.serviceWorker), { scope: '/' });
  const { pushManager } = await navigator.serviceWorker.ready;
  const options = { userVisibleOnly: true, applicationServerKey: service.vapid_public_key };
  const subscription = await pushManager.subscribe(options).catch(async () => {
    // An existing subscription with another service's key blocks the new one.
    await (await pushManager.getSubscription())?.unsubscribe();
    return pushManager.subscribe(options);
  });
  await sendToken('POST', service, subscription);
  remember('token', tokenOf(service, subscription));
}

/** Re-registers a subscription that the service does not know: the last attempt failed, or it has changed. */
export async function keepSubscribed(
  service: PushServiceConfig,
  subscription: PushSubscription,
): Promise<void> {
  if (recall('token') !== tokenOf(service, subscription)) await subscribe(service);
}

/** Ends a subscription. Messages stop even if the service can't be notified. */
export async function unsubscribe(service: PushServiceConfig): Promise<void> {
  const subscription = await currentSubscription();
  await subscription?.unsubscribe();
  if (subscription) await sendToken('DELETE', service, subscription);
}
