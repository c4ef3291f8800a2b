const months = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December'];
const days = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** `November 20, 2026` or, short, `Nov 20, 2026`; the day in UTC. */
export function formatDate(milliseconds: number, length: 'full' | 'short' = 'full'): string {
  const date = new Date(milliseconds);
  const month = months[date.getUTCMonth()] ?? '';
  return `${length === 'full' ? month : month.slice(0, 3)} ${date.getUTCDate()}, ${date.getUTCFullYear()}`;
}

/** `Friday, November 20, 2026`, in UTC. */
export function formatDay(milliseconds: number): string {
  return `${days[new Date(milliseconds).getUTCDay()] ?? ''}, ${formatDate(milliseconds)}`;
}

/** `November 2026`, in UTC. */
export function formatMonth(milliseconds: number): string {
  const date = new Date(milliseconds);
  return `${months[date.getUTCMonth()] ?? ''} ${date.getUTCFullYear()}`;
}

const units: readonly (readonly [string, number])[] = [
  ['year', 31_536_000_000], ['month', 2_592_000_000], ['week', 604_800_000], ['day', 86_400_000], ['hour', 3_600_000], ['minute', 60_000],
];

/** `3 hours ago`, with `word` for "ago"; a moment that has not come counts as now. */
export function formatAgo(milliseconds: number, now: number, word: string): string {
  const past = Math.max(0, now - milliseconds);
  const [name, size] = units.find(([, unitSize]) => past >= unitSize) ?? ['minute', 60_000];
  const count = Math.max(1, Math.floor(past / size));
  return `${count} ${name}${count === 1 ? '' : 's'} ${word}`.trim();
}
