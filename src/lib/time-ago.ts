/** Names of the units, singular and plural of each: year, month, week, day, hour, minute. */
export type TimeUnits = readonly string[];

export const englishUnits: TimeUnits = [
  'year',
  'years',
  'month',
  'months',
  'week',
  'weeks',
  'day',
  'days',
  'hour',
  'hours',
  'minute',
  'minutes',
];

const sizes = [31_536_000_000, 2_592_000_000, 604_800_000, 86_400_000, 3_600_000, 60_000];

/** `3 hours ago`, with `word` for "ago"; a future time counts as now. Times in ms. */
export function formatAgo(at: number, now: number, word: string, units: TimeUnits = englishUnits): string {
  const past = Math.max(0, now - at);
  const found = sizes.findIndex((size) => past >= size);
  const unit = found < 0 ? sizes.length - 1 : found;
  const count = Math.max(1, Math.floor(past / (sizes[unit] ?? 1)));
  return `${count} ${units[2 * unit + (count === 1 ? 0 : 1)] ?? ''} ${word}`.trim();
}
