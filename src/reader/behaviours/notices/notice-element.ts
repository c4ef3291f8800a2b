export interface NoticeAnswer {
  readonly text: string;
  act(): unknown;
  /** The notice stays open. */
  readonly stays?: boolean;
}

/** A notice's box, which the newsroom's preview shows as well. `onAnswer` is called before the answer's own action. */
export function noticeElement(
  label: string,
  words: readonly (Node | string)[],
  answers: readonly NoticeAnswer[],
  onAnswer: () => void,
): HTMLElement {
  const notice = document.createElement('section');
  notice.className = 'notice';
  notice.tabIndex = -1;
  notice.ariaLabel = label;
  const paragraph = document.createElement('p');
  paragraph.append(...words);
  const buttons = document.createElement('div');
  buttons.className = 'notice-answers';
  for (const { text, act, stays } of answers) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'button';
    button.textContent = text;
    button.addEventListener('click', () => {
      if (!stays) onAnswer();
      act();
    });
    buttons.append(button);
  }
  notice.append(paragraph, buttons);
  return notice;
}
