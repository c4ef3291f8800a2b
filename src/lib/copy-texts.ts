/** Separate constants, so that scripts bundle only those they use. */
export const copyCode = 'Copy code';
export const copied = 'Copied!';
export const copyFailed = 'Could not copy';
export const copyWait = 'Wait 20 sec before code appears... %s sec.';

/** Strings of the copy buttons, in English, by translation key. */
export const copyTexts = {
  copy_code: copyCode,
  copied,
  copy_failed: copyFailed,
  copy_wait: copyWait,
} as const;
export type CopyText = keyof typeof copyTexts;
