import type { AdSlot } from '../../../modules/settings/definitions/ads.ts';

/** Value of a setting by its key, unsaved ones included. */
export type ValueOf = (key: string) => unknown;

export type { AdSlot };

/** The definitions are not part of the newsroom; the compiler compares the names. */
const names: Readonly<Record<AdSlot, true>> = {
  header: true,
  article_top: true,
  article_inline: true,
  article_bottom: true,
  sidebar: true,
  footer: true,
};
export const adSlots = Object.keys(names) as AdSlot[];

export const slotOfGroup = (group: string): AdSlot | undefined =>
  adSlots.find((slot) => group === `ad_${slot}`);

export type SlotState = 'empty' | 'paused' | 'hidden' | 'scheduled' | 'running' | 'over';

/** State of a slot at a local site time, as `modules/ads` decides it. */
export function slotState(slot: AdSlot, valueOf: ValueOf, localNow: number): SlotState {
  const text = (name: string) => String(valueOf(`ad_${slot}${name}`) ?? '');
  if (text('').trim() === '' && text('_image') === '') return 'empty';
  const device = text('_device');
  if (device === 'paused') return 'paused';
  const sizes = [device !== 'phone' ? text('_size') : '', device !== 'desktop' ? text('_size_phone') : ''];
  if (sizes.every((size) => size === '')) return 'hidden';
  const at = (name: string) => (text(name) === '' ? undefined : Date.parse(`${text(name)}Z`));
  const [from, until] = [at('_from'), at('_until')];
  if (until !== undefined && (localNow >= until || (from !== undefined && until <= from))) return 'over';
  return from !== undefined && localNow < from ? 'scheduled' : 'running';
}
