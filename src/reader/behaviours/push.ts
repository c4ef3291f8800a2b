import { builderClass } from '../islands/page-config.ts';
import type { PageConfig, PushConfig } from '../islands/page-config.ts';
import { recall, remember } from './push/memory.ts';
import { isPhoneScreen } from './scrolling/scroll-page.ts';

/**
 * Asks readers whether they want push messages, as configured. The prompt loads when shown; permission dialog, service
 * worker and registration wait for the reader's consent. Failures are silent.
 */
export function start(_root: HTMLElement, _config: unknown, page: PageConfig): void {
  const { push } = page;
  const isWanted =
    push &&
    (isPhoneScreen() ? push.prompt.mobile : push.prompt.desktop) &&
    !document.documentElement.classList.contains(builderClass);
  if (
    !isWanted ||
    !('serviceWorker' in navigator) ||
    !('PushManager' in window) ||
    !('Notification' in window) ||
    Notification.permission === 'denied'
  )
    return;
  begin(push, page).catch(() => undefined);
}

async function begin(push: PushConfig, page: PageConfig): Promise<void> {
  const { currentSubscription, keepSubscribed } = await import('./push/subscribe.ts');
  const { delay, reappear, secondView, bottomButton, buttonToUnsubscribe } = push.prompt;
  const subscription = await currentSubscription();
  if (subscription ? buttonToUnsubscribe : bottomButton)
    (await import('./push/panel.ts')).showButton(push, !!subscription);
  if (subscription) return keepSubscribed(push.service, subscription);
  const isFirst = recall('viewed') === null;
  remember('viewed', '1');
  if (wasRefused(reappear) || (secondView && isFirst)) return;
  setTimeout(async () => (await import('./push/panel.ts')).showPrompt(push, page), delay * 1000);
}

/** Whether the reader declined less than `reappear` seconds ago; 0: in this visit. */
function wasRefused(reappear: number): boolean {
  return reappear > 0 ? Date.now() - Number(recall('refused')) < reappear * 1000 : recall('visit') !== null;
}
