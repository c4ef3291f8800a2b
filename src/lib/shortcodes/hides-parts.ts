import { parseShortcodeAttributes } from './attributes.ts';
import { isHiddenShortcode } from './hidden-shortcodes.ts';
import { scanShortcodes } from './scan.ts';

/** Whether page builders hid a part of this text from all readers. */
export function hidesParts(content: string): boolean {
  return (
    /\b(?:disabled|disabled_on|disable_element|status)=/.test(content) &&
    scanShortcodes(content).some(
      ({ kind, name, closing, text }) =>
        kind === 'drop' && !closing && isHiddenShortcode(name, parseShortcodeAttributes(text).named),
    )
  );
}
