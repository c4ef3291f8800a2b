import type { PageConfig } from '../islands/page-config.ts';
import { copyWait } from '../../lib/copy-texts.ts';
import { copyOnClick } from './copying/copy-label.ts';

/** Milliseconds. */
const stepTime = 1500;

function countDown(root: HTMLElement, code: HTMLElement, words: string): Promise<void> {
  let seconds = 20;
  // In the digits of the page's language.
  const write = () => seconds.toLocaleString(document.documentElement.lang);
  const number = document.createElement('span');
  number.style.color = 'red';
  number.textContent = write();
  const text = document.createElement('span');
  const [before = '', after = ''] = words.split('%s');
  text.append(before, number, after);
  code.replaceWith(text);
  root.dataset.state = 'countdown';

  return new Promise((resolve) => {
    const timer = setInterval(() => {
      seconds--;
      if (seconds >= 0) {
        number.textContent = write();
        return;
      }
      clearInterval(timer);
      text.replaceWith(code);
      root.dataset.state = 'revealed';
      resolve();
    }, stepTime);
  });
}

/**
 * Hides the code behind a countdown from 20, one step every 1.5 s, then copies it when it or its optional button is
 * clicked. `data-state` is `countdown`, then `revealed`. Neither the countdown nor 'Copied!' (1.2 s) changes the
 * height.
 * @example `<… data-behaviour="copy-code"><pre><code data-code>…</code></pre><button type="button" data-copy
 * style="visibility:hidden">Copy code</button></…>`
 */
export async function start(root: HTMLElement, _config: unknown, page: PageConfig): Promise<void> {
  const code = root.querySelector<HTMLElement>('[data-code]');
  if (!code) throw new Error('A copy-code box has no element with data-code.');
  const content = code.textContent;
  const button = root.querySelector<HTMLElement>('[data-copy]');
  copyOnClick(button ? [code, button] : [code], () => content, page);
  const { parentElement: place } = code;
  if (place) place.style.minHeight = `${place.getBoundingClientRect().height}px`;
  await countDown(root, code, page.copyTexts?.copy_wait ?? copyWait);
  if (button) button.style.visibility = '';
}
