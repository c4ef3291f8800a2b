import type { ConsentCategory } from '../../../lib/consent-categories.ts';
import type { PageConfig } from '../../islands/page-config.ts';

/** Fired on `document` when the answer is known, changes, or the question is dismissed; read it with `hasConsented`. */
export const consentEvent = 'broadsheet:consent';

/** Fired on `document` to ask the reader, even after an answer. */
export const askConsentEvent = 'broadsheet:ask-consent';

let isAsked = false;

/** Asks the reader. If the code of the question has not loaded, it asks once it has. */
export function askConsent(): void {
  isAsked = true;
  document.dispatchEvent(new Event(askConsentEvent));
}

/** Whether someone asked since the last call. */
export function takeAsked(): boolean {
  const was = isAsked;
  isAsked = false;
  return was;
}

/** Whether the reader's answer allows a category. */
export function isAllowed(category: ConsentCategory): boolean {
  const answer = document.querySelector<HTMLElement>(':root')?.dataset.consent ?? ''; // element names in texts can shadow `documentElement`
  return answer === 'given' || answer.split(' ').includes(category);
}

/** Whether third-party requests of a category are allowed; always true if the site does not ask for consent. */
export function hasConsented({ consent }: Pick<PageConfig, 'consent'>, category: ConsentCategory): boolean {
  return !consent || isAllowed(category);
}

/** Resolves once third-party requests of a category are allowed, immediately if they already are. Never rejects; stays pending if the reader refuses. */
export function consented(page: Pick<PageConfig, 'consent'>, category: ConsentCategory): Promise<void> {
  return new Promise((resolve) => {
    const check = () => {
      if (!hasConsented(page, category)) return;
      document.removeEventListener(consentEvent, check);
      resolve();
    };
    document.addEventListener(consentEvent, check);
    check();
  });
}

/** Resolves once the page and its images have loaded, so that third parties don't compete with them, and the reader has consented. */
export async function readyForOthers(page: PageConfig, category: ConsentCategory): Promise<void> {
  if (document.readyState !== 'complete')
    await new Promise((resolve) => addEventListener('load', resolve, { once: true }));
  await consented(page, category);
}
