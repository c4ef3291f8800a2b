import { copyOnClick } from './copying/copy-label.ts';

/** Milliseconds. */
const stepTime = 1500;

/** Puts a countdown where the code is, and the code back when it has passed 0. */
function countDown(root: HTMLElement, code: HTMLElement): Promise<void> {
  let seconds = 20;
  const number = document.createElement('span');
  number.style.color = 'red';
  number.textContent = String(seconds);
  const text = document.createElement('span');
  text.append('Wait 20 sec before code appears... ', number, ' sec.');
  // What stands below must not jump up now and down later.
  root.style.minHeight = `${root.offsetHeight}px`;
  code.replaceWith(text);
  root.dataset.state = 'countdown';

  return new Promise((resolve) => {
    const timer = setInterval(() => {
      seconds--;
      if (seconds >= 0) {
        number.textContent = String(seconds);
        return;
      }
      clearInterval(timer);
      text.replaceWith(code);
      root.style.minHeight = '';
      root.dataset.state = 'revealed';
      resolve();
    }, stepTime);
  });
}

/**
 * Hides the code behind a countdown from 20, one step every 1.5 s, and copies it when it (or its button) is clicked.
 *
 * Markup: `<… data-behaviour="copy-code"><pre><code data-code>…</code></pre><button type="button" data-copy>Copy code</button></…>`;
 * the button may be missing. The root gets `data-state="countdown"`, then `"revealed"`: the button is for CSS to show by it.
 * What was clicked reads 'Copied!' for 1.2 s, then as before; clicks meanwhile do nothing.
 */
export async function start(root: HTMLElement): Promise<void> {
  const code = root.querySelector<HTMLElement>('[data-code]');
  if (!code) throw new Error('A copy-code box has no element with data-code.');
  const content = code.textContent;
  const button = root.querySelector<HTMLElement>('[data-copy]');
  copyOnClick(button ? [code, button] : [code], () => content);
  if (button) button.hidden = true;
  await countDown(root, code);
  if (button) button.hidden = false;
}
