import type { PageConfig } from '../../islands/page-config.ts';
import { copyTexts } from '../../lib/copy-texts.ts';

/** Milliseconds. */
const copiedTime = 1200;

/** Copies a text, also where there is no clipboard to write to, or the browser keeps it shut; false when there is no way. */
export async function copyText(text: string): Promise<boolean> {
  return (await navigator.clipboard?.writeText(text).then(() => true, () => false)) || copyFromField(text);
}

function copyFromField(text: string): boolean {
  const focused = document.activeElement;
  const field = document.createElement('textarea');
  field.value = text;
  field.style.cssText = 'position:fixed;top:0;opacity:0';
  document.body.append(field);
  field.select();
  const isCopied = document.execCommand('copy');
  field.remove();
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  return isCopied;
}

/** What a reader is told whose browser lets nothing be copied. */
export const failedText = ({ copyFailed }: Pick<PageConfig, 'copyFailed'>): string => copyFailed ?? copyTexts.copy_failed;

/** Makes labels copy a text when they are clicked: the one that was clicked reads 'Copied!' for 1.2 s, or that it failed, then as before; clicks meanwhile do nothing. */
export function copyOnClick(labels: readonly HTMLElement[], text: () => string, page: PageConfig): void {
  let busy = false;
  const onClick = async (label: HTMLElement) => {
    if (busy) return;
    busy = true;
    const isCopied = await copyText(text());
    // Nodes, not text: the code may be marked up.
    const original = [...label.childNodes];
    label.replaceChildren(isCopied ? 'Copied!' : failedText(page));
    await new Promise((resolve) => setTimeout(resolve, copiedTime));
    label.replaceChildren(...original);
    busy = false;
  };
  for (const label of labels) label.addEventListener('click', () => void onClick(label));
}
