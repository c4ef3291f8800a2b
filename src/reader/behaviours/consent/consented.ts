import type { PageConfig } from '../../islands/page-config.ts';

/** Fired on `document` when the answer is known, changes, or the question is dismissed; read it with `hasConsented`. */
export const consentEvent = 'broadsheet:consent';

/** Fired on `document` to ask the reader, even after an answer. */
export const askConsentEvent = 'broadsheet:ask-consent';

/** Whether third-party requests are allowed; always true if the site does not ask for consent. */
export function hasConsented({ consent }: Pick<PageConfig, 'consent'>): boolean {
  return !consent || document.querySelector<HTMLElement>(':root')?.dataset.consent === 'given'; // element names in texts can shadow `documentElement`
}

/** Resolves once third-party requests are allowed, immediately if they already are. Never rejects; stays pending if the reader refuses. */
export function consented(page: Pick<PageConfig, 'consent'>): Promise<void> {
  return new Promise((resolve) => {
    const check = () => {
      if (!hasConsented(page)) return;
      document.removeEventListener(consentEvent, check);
      resolve();
    };
    document.addEventListener(consentEvent, check);
    check();
  });
}

/** Resolves once the page and its images have loaded, so that third parties don't compete with them, and the reader has consented. */
export async function readyForOthers(page: PageConfig): Promise<void> {
  if (document.readyState !== 'complete')
    await new Promise((resolve) => addEventListener('load', resolve, { once: true }));
  await consented(page);
}
