import type { PageConfig } from '../../islands/page-config.ts';
import { askConsentEvent, consentEvent, hasConsented } from '../consent/consented.ts';
import { forgetRefusal, tellRefused } from './refused.ts';

/** Whether a platform may be asked for the video at an address: at once for a reader who agreed, else as they answer now; who refuses is told what that means, at `opener`. Stays open while they don't. */
export async function agreed(opener: HTMLElement, address: string, page: Pick<PageConfig, 'consent' | 'video'>): Promise<boolean> {
  forgetRefusal(opener);
  if (!hasConsented(page)) {
    const answer = new Promise((resolve) => document.addEventListener(consentEvent, resolve, { once: true }));
    document.dispatchEvent(new Event(askConsentEvent));
    await answer;
  }
  const isAgreed = hasConsented(page);
  if (!isAgreed) tellRefused(opener, address, page.video?.texts ?? {});
  return isAgreed;
}
