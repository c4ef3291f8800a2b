import { watchFocus } from '../focus/give-back.ts';
import { addStyles } from '../drawing/svg.ts';
import noticeCss from './notice.css?inline';

export interface NoticeAnswer {
  readonly text: string;
  act(): unknown;
}

export interface Notice {
  readonly element: HTMLElement;
  close(): void;
}

/** Sets `--notice` to the notice's height (0px without one), so that other elements at the bottom of the window sit above it. */
const heights = new ResizeObserver(() =>
  document.documentElement.style.setProperty(
    '--notice',
    `${document.querySelector<HTMLElement>('body>.notice')?.offsetHeight ?? 0}px`,
  ),
);

/**
 * Shows a message with equally styled buttons in a box over the bottom of the page. It comes first in the document for
 * keyboard users. The first answer closes it and restores focus.
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
