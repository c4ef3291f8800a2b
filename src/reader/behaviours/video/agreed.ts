import type { PageConfig } from '../../islands/page-config.ts';
import { askConsentEvent, consentEvent, hasConsented } from '../consent/consented.ts';
import { forgetRefusal, tellRefused } from './refused.ts';

let lastAsked: Event;

/**
 * Whether a platform may be asked for the video at an address: at once for a reader who agreed, else as they answer now. Who refuses is told at `opener` what
 * that means; who leaves the question finds the focus there, and can ask for the video again. Stays open while there is no answer; then only the video that was
 * asked for last plays.
 */
export async function agreed(
  opener: HTMLElement,
  address: string,
  page: Pick<PageConfig, 'consent' | 'video'>,
): Promise<boolean> {
  forgetRefusal(opener);
  if (hasConsented(page)) return true;
  const asked = new Event(askConsentEvent);
  lastAsked = asked;
  const answer = new Promise((resolve) => document.addEventListener(consentEvent, resolve, { once: true }));
  document.dispatchEvent(asked);
  await answer;
  if (asked !== lastAsked) return false;
  if (hasConsented(page)) return true;
  if (document.documentElement.dataset.consent === 'refused')
    tellRefused(opener, address, page.video?.texts ?? {});
  opener.focus({ preventScroll: true });
  return false;
}
