import type { Page } from 'playwright-core';
import type { PageOptions, TestBrowser } from './chromium.ts';
import type { BrowserSubscription } from './push-service.ts';

export interface PushDeeds {
  /** Number of permission prompts. */
  readonly asked: number;
  readonly keys: readonly string[];
}

export interface PushPageOptions extends PageOptions {
  /** The user's answer to the prompt; default granted. */
  readonly permission?: 'granted' | 'denied';
  readonly subscription?: BrowserSubscription;
}

/** A page with a fake push service and permission prompt, which headless Chromium lacks. */
export async function newPushPage(
  browser: TestBrowser,
  { permission = 'granted', subscription, ...options }: PushPageOptions = {},
): Promise<Page> {
  const page = await browser.newPage(options);
  await page.addInitScript(
    ({ answer, given }) => {
      const deeds = JSON.parse(localStorage.getItem('deeds') ?? '{"asked":0,"keys":[]}');
      const note = () => localStorage.setItem('deeds', JSON.stringify(deeds));
      const current = () => {
        const text = localStorage.getItem('subscription');
        if (text === null) return null;
        return {
          ...JSON.parse(text),
          toJSON: () => JSON.parse(text),
          unsubscribe: async () => (localStorage.removeItem('subscription'), true),
        };
      };
      Object.defineProperty(Notification, 'permission', {
        get: () => localStorage.getItem('permission') ?? 'default',
      });
      Notification.requestPermission = async () => {
        deeds.asked++;
        note();
        localStorage.setItem('permission', answer);
        return answer;
      };
      PushManager.prototype.getSubscription = async () => current();
      PushManager.prototype.subscribe = async (wish) => {
        if (
          localStorage.getItem('subscription') !== null &&
          localStorage.getItem('key') !== wish?.applicationServerKey
        ) {
          throw new DOMException('Another key', 'InvalidStateError');
        }
        if (!given) throw new DOMException('Registration failed', 'AbortError');
        deeds.keys.push(wish?.applicationServerKey);
        note();
        localStorage.setItem('key', String(wish?.applicationServerKey));
        localStorage.setItem('subscription', JSON.stringify(given));
        return current() as unknown as PushSubscription;
      };
    },
    { answer: permission, given: subscription },
  );
  return page;
}

export const deedsOf = (page: Page): Promise<PushDeeds> =>
  page.evaluate(() => JSON.parse(localStorage.getItem('deeds') ?? '{"asked":0,"keys":[]}') as PushDeeds);
