import type { ConsentAnswers } from '../../../lib/consent-categories.ts';
import type { ConsentChoice } from '../../islands/page-config.ts';
import { addStyles } from '../drawing/svg.ts';
import { choicesElement } from '../notices/choices-element.ts';
import { isAllowed } from './consented.ts';
import choicesCss from '../notices/choices.css?inline';

/** Adds the categories to a consent banner; its last button, which requested them, then saves them. Focus moves to the first one. */
export function showChoices(
  banner: HTMLElement,
  choice: ConsentChoice,
  label: string,
  onSave: (answers: ConsentAnswers) => void,
): void {
  const buttons = banner.querySelector('.notice-answers');
  const opener = buttons?.lastElementChild;
  if (!buttons || !opener || banner.querySelector('fieldset')) return;
  addStyles('notice-choices', choicesCss);
  const set = choicesElement(choice, label, isAllowed);
  buttons.before(set);
  const save = document.createElement('button');
  save.type = 'button';
  save.className = 'button';
  save.textContent = choice.texts.save;
  save.addEventListener('click', () =>
    onSave(
      Object.fromEntries(
        [...set.querySelectorAll<HTMLInputElement>('input:enabled')].map(({ name, checked }) => [
          name,
          checked,
        ]),
      ),
    ),
  );
  const hadFocus = opener === document.activeElement;
  opener.replaceWith(save);
  if (hadFocus) set.querySelector<HTMLInputElement>('input:enabled')?.focus();
}
