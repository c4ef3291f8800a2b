import type { PageConfig } from '../../islands/page-config.ts';
import { copied } from '../../../lib/copy-texts.ts';

/** Milliseconds. */
const copiedTime = 1200;
/** Pixels that a mouse may slip in a click. */
const dragLength = 5;

/**
 * Copies a text, also where there is no clipboard to write to, or the browser keeps it shut. Gives what the reader is to be told where there is no way at all,
 * else ''.
 */
export async function copyText(text: string, page: PageConfig): Promise<string> {
  const isCopied = await navigator.clipboard?.writeText(text).then(
    () => true,
    () => false,
  );
  return isCopied ? '' : (await import('./copy-from-field.ts')).copyFromField(text, page);
}

/**
 * Makes labels copy a text when they are clicked: the one that was clicked reads 'Copied!' for 1.2 s, or that it failed, then as before; clicks meanwhile do
 * nothing.
 */
export function copyOnClick(labels: readonly HTMLElement[], text: () => string, page: PageConfig): void {
  let busy = false;
  let pressedAt = 0;
  const onClick = async (label: HTMLElement, { screenX, detail }: MouseEvent) => {
    const isDrag = detail > 0 && Math.abs(screenX - pressedAt) > dragLength; // it selects a part of the code, to be copied by hand
    if (busy || isDrag) return;
    busy = true;
    try {
      const failure = await copyText(text(), page);
      // Nodes, not text: the code may be marked up.
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
