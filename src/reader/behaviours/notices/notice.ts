import { watchFocus } from '../focus/give-back.ts';
import { addStyles } from '../drawing/svg.ts';
import { noticeElement } from './notice-element.ts';
import type { NoticeAnswer } from './notice-element.ts';
import noticeCss from './notice.css?inline';

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
  const notice = noticeElement(label, words, answers, () => close());
  const leave = watchFocus(notice, document.getElementById('content'));
  const close = () => leave(() => notice.remove());
  document.body.prepend(notice);
  heights.observe(notice);
  return { element: notice, close };
}
