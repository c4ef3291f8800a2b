import type { PageConfig } from '../../islands/page-config.ts';
import { copied } from '../../../lib/copy-texts.ts';

/** Milliseconds. */
const copiedTime = 1200;
/** Pixels that a mouse may move during a click. */
const dragLength = 5;

/** Copies a text, falling back to a hidden field if the clipboard is missing or denied. Returns '' or an error message for the reader. */
export async function copyText(text: string, page: PageConfig): Promise<string> {
  const isCopied = await navigator.clipboard?.writeText(text).then(
    () => true,
    () => false,
  );
  return isCopied ? '' : (await import('./copy-from-field.ts')).copyFromField(text, page);
}

/** Copies a text when a label is clicked. The label reads 'Copied!', or the error, for 1.2 s; further clicks are ignored until then. */
export function copyOnClick(labels: readonly HTMLElement[], text: () => string, page: PageConfig): void {
  let busy = false;
  let pressedAt = 0;
  const onClick = async (label: HTMLElement, { screenX, detail }: MouseEvent) => {
    const isDrag = detail > 0 && Math.abs(screenX - pressedAt) > dragLength;
    if (busy || isDrag) return;
    busy = true;
    try {
      const failure = await copyText(text(), page);
      // Nodes, not text: the code may contain markup.
      const original = [...label.childNodes];
      label.replaceChildren(failure || (page.copyTexts?.copied ?? copied));
      await new Promise((resolve) => setTimeout(resolve, copiedTime));
      label.replaceChildren(...original);
    } finally {
      busy = false;
    }
  };
  for (const label of labels) {
    label.addEventListener('mousedown', ({ screenX }) => (pressedAt = screenX));
    label.addEventListener('click', (event) => void onClick(label, event));
  }
}
