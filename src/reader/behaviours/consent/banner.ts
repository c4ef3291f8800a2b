import { sameForAll } from '../../../lib/consent-categories.ts';
import type { ConsentAnswers } from '../../../lib/consent-categories.ts';
import type { ConsentConfig } from '../../islands/page-config.ts';
import { consentEvent } from './consented.ts';
import { showNotice } from '../notices/notice.ts';

/**
 * Shows the consent banner. Resolves with the answers, or undefined after Escape. `isAgain`: opened on request, so it
 * takes focus and shows the categories, if the site asks by category.
 */
export function askReader(
  { texts, policyUrl, choice }: ConsentConfig,
  isAgain: boolean,
): Promise<ConsentAnswers | undefined> {
  return new Promise((resolve) => {
    const link = document.createElement('a');
    link.href = policyUrl;
    link.textContent = texts.policy;
    const used = choice?.categories.map(({ name }) => name);
    const choose = async () => {
      if (!choice) return;
      try {
        const { showChoices } = await import('./choices.ts');
        showChoices(element, choice, texts.change, (answers) => {
          close();
          resolve(answers);
        });
      } catch (error) {
        // The buttons for all categories remain.
        console.info(error);
      }
    };
    // Consent is only given to categories that the reader was shown; a refusal covers later ones.
    const acceptAll = () =>
      used ? Object.fromEntries(used.map((name) => [name, true] as const)) : sameForAll(true);
    const { element, close } = showNotice(
      texts.change,
      policyUrl === '' ? [texts.text] : [texts.text, ' ', link],
      [
        { text: texts.accept, act: () => resolve(acceptAll()) },
        { text: texts.refuse, act: () => resolve(sameForAll(false)) },
        ...(choice ? [{ text: choice.texts.choose, act: choose, stays: true }] : []),
      ],
    );
    if (isAgain) {
      element.focus();
      void choose();
    }
    const leave = () => {
      close();
      resolve(undefined);
    };
    element.addEventListener('keydown', ({ key }) => key === 'Escape' && leave());
    // The question was answered on another page, and this one is shown again.
    document.addEventListener(consentEvent, leave, { once: true });
  });
}
