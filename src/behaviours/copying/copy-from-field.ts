import type { PageConfig } from '../../islands/page-config.ts';
import { copyTexts } from '../../lib/copy-texts.ts';

/** Copies a text as browsers did before they had a clipboard to write to; gives '', or what the reader is to be told when that fails, too. */
export function copyFromField(text: string, { copyFailed }: PageConfig): string {
  const focused = document.activeElement;
  const field = document.createElement('textarea');
  field.value = text;
  field.style.cssText = 'position:fixed;top:0;opacity:0';
  document.body.append(field);
  field.select();
  const isCopied = document.execCommand('copy');
  field.remove();
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  return isCopied ? '' : (copyFailed ?? copyTexts.copy_failed);
}
