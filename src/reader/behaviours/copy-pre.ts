import { contentEvent } from '../islands/page-config.ts';
import type { ContentEvent, PageConfig } from '../islands/page-config.ts';
import { copyCode } from '../../lib/copy-texts.ts';
import { copyOnClick } from './copying/copy-label.ts';

let running = false;

/**
 * Adds a copy button before each `<pre data-copyable>`, including those added later; the attribute's value is the label
 * if it is not English.
 * @example any element with `data-behaviour="copy-pre"`
 */
export function start(_root: HTMLElement, _config: unknown, page: PageConfig): void {
  if (running) return;
  running = true;
  const addButtons = (part: ParentNode) => {
    for (const code of part.querySelectorAll<HTMLElement>('pre[data-copyable]:not(.copy-code pre)')) {
      delete code.dataset.copyable;
      const button = document.createElement('button');
      button.type = 'button';
      button.className = 'copy-button';
      button.append(page.copyTexts?.copy_code ?? copyCode);
      const frame = document.createElement('div');
      frame.className = 'copy-frame';
      code.replaceWith(frame);
      frame.append(code, button);
      copyOnClick([button], () => code.textContent, page);
    }
  };
  addButtons(document);
  document.addEventListener(contentEvent, (event) => addButtons((event as ContentEvent).detail.root));
}
