/** Constants of their own, so that a script holds those alone that it says. */
export const copyCode = 'Copy code';
export const copied = 'Copied!';
export const copyFailed = 'Could not copy';
export const copyWait = 'Wait 20 sec before code appears... %s sec.';

/** What copying says in the browser, in English, by the names that translations have. */
export const copyTexts = {
  copy_code: copyCode,
  copied,
  copy_failed: copyFailed,
  copy_wait: copyWait,
} as const;
export type CopyText = keyof typeof copyTexts;
