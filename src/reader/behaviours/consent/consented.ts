import type { PageConfig } from '../../islands/page-config.ts';

/** Fired on `document` when the reader's answer is known, changes, or stays what it was (the question was left); `hasConsented` tells which it is. */
export const consentEvent = 'broadsheet:consent';

/** Fired on `document` by code that wants the reader asked: also again, after an answer. */
export const askConsentEvent = 'broadsheet:ask-consent';

/** Whether third parties may be asked for anything: always where the site does not ask its readers. */
export function hasConsented({ consent }: Pick<PageConfig, 'consent'>): boolean {
  return !consent || document.querySelector<HTMLElement>(':root')?.dataset.consent === 'given'; // names in texts hide `documentElement`
}

/** Resolves once third parties may be asked; at once where they may be already. It never rejects, and stays open for a reader who refuses. */
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

/** Resolves once the page and its pictures are there, so that nobody else gets in their way, and third parties may be asked. */
export async function readyForOthers(page: PageConfig): Promise<void> {
  if (document.readyState !== 'complete')
    await new Promise((resolve) => addEventListener('load', resolve, { once: true }));
  await consented(page);
}
