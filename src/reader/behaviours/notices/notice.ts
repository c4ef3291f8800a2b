import { watchFocus } from '../focus/give-back.ts';
import { addStyles } from '../drawing/svg.ts';
import noticeCss from './notice.css?inline';

/** What a reader may do about a notice. */
export interface NoticeAnswer {
  readonly text: string;
  act(): unknown;
}

/** A notice that is shown. */
export interface Notice {
  readonly element: HTMLElement;
  /** Takes it away without an answer. */
  close(): void;
}

/** What else stands at the foot of the window stands above the notice: `--notice` is its height, 0px once it is gone. */
const heights = new ResizeObserver(() =>
  document.documentElement.style.setProperty(
    '--notice',
    `${document.querySelector<HTMLElement>('body>.notice')?.offsetHeight ?? 0}px`,
  ),
);

/**
 * Shows words and answers, which all look the same, in a box over the foot of the page: nothing moves. It stands first in the document, so that keys reach it
 * soon. Gone with the first answer, and the focus is where it was.
 */
export function showNotice(
  label: string,
  words: readonly (Node | string)[],
  answers: readonly NoticeAnswer[],
): Notice {
  addStyles('notice', noticeCss);
  const notice = document.createElement('section');
  notice.className = 'notice';
  notice.tabIndex = -1;
  notice.ariaLabel = label;
  const leave = watchFocus(notice, document.getElementById('content'));
  const close = () => leave(() => notice.remove());
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
      close();
      act();
    });
    buttons.append(button);
  }
  notice.append(paragraph, buttons);
  document.body.prepend(notice);
  heights.observe(notice);
  return { element: notice, close };
}
