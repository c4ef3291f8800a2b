import type { ConsentConfig } from '../../islands/page-config.ts';
import { consentEvent } from './consented.ts';
import { showNotice } from '../notices/notice.ts';

/** Shows the consent banner. Resolves with the answer, or undefined after Escape. `isAgain`: opened on request, so it takes focus. */
export function askReader(
  { texts, policyUrl }: ConsentConfig,
  isAgain: boolean,
): Promise<boolean | undefined> {
  return new Promise((resolve) => {
    const link = document.createElement('a');
    link.href = policyUrl;
    link.textContent = texts.policy;
    const { element, close } = showNotice(
      texts.change,
      policyUrl === '' ? [texts.text] : [texts.text, ' ', link],
      [
        { text: texts.accept, act: () => resolve(true) },
        { text: texts.refuse, act: () => resolve(false) },
      ],
    );
    if (isAgain) element.focus();
    const leave = () => {
      close();
      resolve(undefined);
    };
    element.addEventListener('keydown', ({ key }) => key === 'Escape' && leave());
    // The question was answered on another page, and this one is shown again.
    document.addEventListener(consentEvent, leave, { once: true });
  });
}
