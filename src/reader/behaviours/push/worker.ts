// Service worker for push messages: shows and opens them and renews the subscription. Compiled to one script by
// scripts/build.mjs, config prepended by site/replies/site-files/site-file.ts. Handles no page requests.
import type { PushWorkerConfig } from '../../islands/page-config.ts';
import { sendToken } from './memory.ts';

/** Subset of the service worker API: its type library conflicts with the DOM's. */
interface WorkerScope {
  readonly pushConfig: PushWorkerConfig;
  readonly registration: ServiceWorkerRegistration;
  readonly clients: {
    matchAll(options: {
      readonly type: 'window';
      readonly includeUncontrolled: true;
    }): Promise<{ readonly url: string; focus(): Promise<unknown> }[]>;
    openWindow(url: string): Promise<unknown>;
  };
  skipWaiting(): Promise<void>;
  addEventListener(type: string, listener: (event: WorkerEvent) => void): void;
}

interface WorkerEvent {
  waitUntil(work: Promise<unknown>): void;
  readonly data?: { text(): string } | null;
  readonly notification: Notification;
  readonly oldSubscription?: PushSubscription | null;
  readonly newSubscription?: PushSubscription | null;
}

const scope = self as unknown as WorkerScope;
const { title: siteTitle, icon, service } = scope.pushConfig;

/** Always shows a notification, because browsers revoke subscriptions of silent workers. */
function show(text: string): Promise<void> {
  const { title, body, url, image, icon: ownIcon, tag } = messageOf(text);
  const shown: NotificationOptions & { image?: string } = {
    body,
    image,
    icon: ownIcon || icon,
    tag,
    data: { url: url || service.site_url },
  };
  return scope.registration.showNotification(title || siteTitle, shown);
}

function messageOf(
  text: string,
): Partial<Record<'title' | 'body' | 'url' | 'image' | 'icon' | 'tag', string>> {
  try {
    const message: unknown = JSON.parse(text);
    if (typeof message === 'object' && message !== null)
      return Object.fromEntries(Object.entries(message).filter(([, value]) => typeof value === 'string'));
  } catch {
    // A text message.
  }
  return { body: text };
}

async function open({ data }: Notification): Promise<unknown> {
  const { url } = data as { readonly url: string };
  const shown = (await scope.clients.matchAll({ type: 'window', includeUncontrolled: true })).find(
    (client) => client.url === url,
  );
  return shown ? shown.focus() : scope.clients.openWindow(url);
}

/** The browser changed the subscription's endpoint. */
async function renew({ oldSubscription, newSubscription }: WorkerEvent): Promise<void> {
  const subscription =
    newSubscription ??
    (await scope.registration.pushManager.subscribe(
      oldSubscription?.options ?? { userVisibleOnly: true, applicationServerKey: service.vapid_public_key },
    ));
  await sendToken('POST', service, subscription);
}

scope.addEventListener('install', (event) => event.waitUntil(scope.skipWaiting()));
scope.addEventListener('push', (event) => event.waitUntil(show(event.data?.text() ?? '')));
scope.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification));
});
scope.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renew(event)));
