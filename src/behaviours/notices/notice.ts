import { addStyles } from '../video/add-styles.ts';
import noticeCss from './notice.css?inline';

/** What a reader may do about a notice. */
export interface NoticeAnswer {
  readonly text: string;
  act(): unknown;
}

/** Shows words and answers, which all look the same, in a box over the foot of the page: nothing moves. It stands first in the document, so that keys reach it soon. Gone with the first answer. */
export function showNotice(label: string, words: readonly (Node | string)[], answers: readonly NoticeAnswer[]): HTMLElement {
  addStyles('notice', noticeCss);
  const notice = document.createElement('section');
  notice.className = 'notice';
  notice.tabIndex = -1;
  notice.ariaLabel = label;
  const paragraph = document.createElement('p');
  paragraph.append(...words);
  const buttons = document.createElement('div');
  buttons.className = 'notice-answers';
  for (const { text, act } of answers) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'button';
    button.textContent = text;
    button.addEventListener('click', () => {
      notice.remove();
      act();
    });
    buttons.append(button);
  }
  notice.append(paragraph, buttons);
  document.body.prepend(notice);
  return notice;
}
