import type { MouseEvent } from 'react';
import { flushSync } from 'react-dom';

/**
 * Click handler of a button that its own change removes: focuses the first control of the same setting then, else the
 * form. Without that, keyboard users would continue at the top of the page.
 */
export function changeAndFocus(change: () => void) {
  return ({ currentTarget }: MouseEvent<HTMLElement>): void => {
    const form = currentTarget.closest('form');
    const { setting, part } = currentTarget.closest<HTMLElement>('.setting')?.dataset ?? {};
    flushSync(change);
    const field = [...(form?.querySelectorAll<HTMLElement>('.setting') ?? [])].find(
      ({ dataset }) => dataset['setting'] === setting && dataset['part'] === part,
    );
    const control = field?.querySelector<HTMLElement>(':is(input,select,textarea,button):enabled');
    (control ?? form)?.focus();
  };
}
