import type { PageConfig } from '../../islands/page-config.ts';
import { copyFailed } from '../../../lib/copy-texts.ts';

/** Copies a text with `execCommand`, for browsers without a writable clipboard. Returns '' or an error message. */
export function copyFromField(text: string, { copyTexts }: PageConfig): string {
  const focused = document.activeElement;
  const field = document.createElement('textarea');
  field.value = text;
  field.style.cssText = 'position:fixed;top:0;opacity:0';
  document.body.append(field);
  field.select();
  const isCopied = document.execCommand('copy');
  field.remove();
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  return isCopied ? '' : (copyTexts?.copy_failed ?? copyFailed);
}
