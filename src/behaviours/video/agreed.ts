import type { PageConfig } from '../../islands/page-config.ts';
import { askConsentEvent, consentEvent, hasConsented } from '../consent/consented.ts';

/** Whether a platform may be asked: at once for a reader who agreed, else as they answer now. Stays open while they don't. */
export async function agreed(page: Pick<PageConfig, 'consent'>): Promise<boolean> {
  if (!hasConsented(page)) {
    const answer = new Promise((resolve) => document.addEventListener(consentEvent, resolve, { once: true }));
    document.dispatchEvent(new Event(askConsentEvent));
    await answer;
  }
  return hasConsented(page);
}
