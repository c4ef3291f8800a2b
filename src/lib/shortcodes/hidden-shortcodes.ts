import { parseShortcodeAttributes } from './attributes.ts';
import { scanShortcodes } from './scan.ts';

type IsHidden = (attributes: Readonly<Record<string, string>>) => boolean;

const isOn = (value = '') => value.trim().toLowerCase() === 'on';

/** By name prefix. Divi lists phones, tablets and desktops: `on|on|on`. */
const switches: readonly (readonly [prefix: string, isHidden: IsHidden])[] = [
  ['et_pb_', ({ disabled, disabled_on: on = '' }) => isOn(disabled) || /^\s*on\|on\|on\s*$/i.test(on)],
  ['vc_', ({ disable_element: disabled = '' }) => disabled.trim().toLowerCase() === 'yes'],
  ['fusion_', ({ status = '', publish_date: date = '' }) => isUnpublished(status.trim(), date)],
];

/** Avada's containers have a status, some with a date. */
function isUnpublished(status: string, written: string): boolean {
  const date = Date.parse(written.trim().replace(' ', 'T'));
  if (status === 'published_until') return date < Date.now();
  return status === 'draft' || (status === 'publish_after' && date > Date.now());
}

export const isHiddenShortcode: (name: string, attributes: Readonly<Record<string, string>>) => boolean = (
  name,
  attributes,
) => switches.some(([prefix, isHidden]) => name.startsWith(prefix) && isHidden(attributes));

export function hidesParts(content: string): boolean {
  return (
    /\b(?:disabled|disabled_on|disable_element|status)=/.test(content) &&
    scanShortcodes(content).some(
      ({ kind, name, closing, text }) =>
        kind === 'drop' && !closing && isHiddenShortcode(name, parseShortcodeAttributes(text).named),
    )
  );
}
