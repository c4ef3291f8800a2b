import { LruCache } from './lru-cache.ts';

/** A process serves a site in one zone, and imports from others. */
const formatterByZone = new LruCache<string, Intl.DateTimeFormat>(20);

function formatterOf(zone: string): Intl.DateTimeFormat {
  const known = formatterByZone.get(zone);
  if (known) return known;
  const formatter = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  formatterByZone.set(zone, formatter);
  return formatter;
}

/** Offsets that were asked for, by zone and quarter of an hour: clocks are moved at no other time. */
const offsetByQuarter = new LruCache<string, number>(5000);
const quarter = 15 * 60_000;

/** Years before this one have eras and odd local times; nothing was published then. */
const earliest = Date.UTC(1900, 0, 1);

/** Milliseconds by which clocks of the zone are ahead of UTC at that moment. */
export function zoneOffset(milliseconds: number, zone: string): number {
  if (zone === 'UTC') return 0;
  const start = Math.floor(Math.max(earliest, milliseconds) / quarter) * quarter;
  const key = `${start} ${zone}`;
  const known = offsetByQuarter.get(key);
  if (known !== undefined) return known;
  const part = new Map(
    formatterOf(zone)
      .formatToParts(start)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const get = (name: Intl.DateTimeFormatPartTypes) => part.get(name) ?? 0;
  const offset =
    Date.UTC(get('year'), get('month') - 1, get('day'), get('hour'), get('minute'), get('second')) - start;
  offsetByQuarter.set(key, offset);
  return offset;
}

/** How far clocks are ahead of UTC (milliseconds), as ISO 8601 writes it: `+05:30`. */
export function offsetText(milliseconds: number, colon = ':'): string {
  const minutes = Math.round(milliseconds / 60_000);
  const two = (number: number) => String(number).padStart(2, '0');
  const distance = Math.abs(minutes);
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(distance / 60))}${colon}${two(distance % 60)}`;
}

/** `2026-11-20T17:56:00` in the zone, as WordPress writes local times: without an offset. */
export function localIso(milliseconds: number, zone: string): string {
  return new Date(milliseconds + zoneOffset(milliseconds, zone)).toISOString().slice(0, 19);
}

/** The same in UTC. */
export function utcIso(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 19);
}

/**
 * The moment at which clocks of the zone show `local` (milliseconds of the same digits in UTC). What they leave out, as some do the first hour of a day, counts
 * by the clock from before, as in PHP: it is never told as earlier than it was asked for.
 */
export function fromLocal(local: number, zone: string): number {
  const guess = local - zoneOffset(local, zone);
  const at = local - zoneOffset(guess, zone);
  return at === guess || at + zoneOffset(at, zone) === local ? at : Math.max(guess, at);
}
