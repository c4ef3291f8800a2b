import { offsetText, zoneOffset } from '../lib/site-time.ts';

/** Zones that stand for others whose clocks go alike, the best known first. */
const wellKnown = [
  'Europe/London',
  'Europe/Berlin',
  'Europe/Madrid',
  'Europe/Lisbon',
  'Europe/Athens',
  'Europe/Moscow',
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Los_Angeles',
  'America/Toronto',
  'America/Vancouver',
  'America/Edmonton',
  'America/Winnipeg',
  'America/Halifax',
  'America/Mexico_City',
  'America/Sao_Paulo',
  'America/Manaus',
  'America/Buenos_Aires',
  'America/Santiago',
  'Asia/Jerusalem',
  'Asia/Shanghai',
  'Asia/Jakarta',
  'Asia/Kuala_Lumpur',
  'Asia/Tashkent',
  'Asia/Yekaterinburg',
  'Asia/Novosibirsk',
  'Asia/Vladivostok',
  'Australia/Sydney',
  'Australia/Brisbane',
  'Australia/Perth',
  'Australia/Adelaide',
  'Pacific/Auckland',
];
const quarter = 15 * 60_000;
const week = 7 * 24 * 3_600_000;
/** Weeks that are remembered, the newest: sites move, and their older dates stay as they were. */
const mostWeeks = 160;
/** Which part of the dates a zone must explain. */
const enough = 0.8;

interface Sample {
  /** A moment at which clocks were so far ahead of UTC, in milliseconds. */
  readonly at: number;
  readonly offset: number;
  count: number;
}

/** Whether clocks of some zone are so many milliseconds ahead of UTC. */
export const isZoneOffset = (offset: number): boolean =>
  offset % quarter === 0 && offset >= -12 * 4 * quarter && offset <= 14 * 4 * quarter;

/** Learns from the local and the UTC date of items in which time zone a site is. */
export class TimeZoneGuess {
  readonly #weeks = new Map<number, Map<number, Sample>>();

  /** Takes both dates of one item, in milliseconds as if both were UTC. */
  add(local: number, utc: number): void {
    const offset = local - utc;
    if (!isZoneOffset(offset)) return;
    const number = Math.floor(utc / week);
    const samples = this.#weeks.get(number) ?? new Map<number, Sample>();
    const sample = samples.get(offset);
    if (sample) sample.count++;
    else samples.set(offset, { at: utc, offset, count: 1 });
    this.#weeks.set(number, samples);
    if (this.#weeks.size > mostWeeks) this.#weeks.delete(Math.min(...this.#weeks.keys()));
  }

  /**
   * The zone of the language's country that fits the dates; another zone where clocks were moved as only it moves them; else the offset (`+02:00`). Undefined:
   * the dates don't say.
   */
  zone(language: string | undefined): string | undefined {
    const samples = [...this.#weeks.values()].flatMap((byOffset) => [...byOffset.values()]);
    if (samples.length === 0) return undefined;
    const own = bestOf(zonesOf(language), samples);
    if (own.length > 0 && goAlike(own, samples)) return nameOf(own);
    const offsets = new Map<number, number>();
    for (const { offset, count } of samples) offsets.set(offset, (offsets.get(offset) ?? 0) + count);
    const [offset = 0, count = 0] = [...offsets].toSorted(([, a], [, b]) => b - a)[0] ?? [];
    if (count >= enough * sum(samples)) return offset === 0 ? 'UTC' : offsetText(offset);
    const any = bestOf(own.length > 0 ? own : Intl.supportedValuesOf('timeZone'), samples);
    return any.length > 0 ? nameOf(any) : undefined;
  }
}

const sum = (samples: readonly Sample[]) => samples.reduce((all, { count }) => all + count, 0);

/** Those of the zones that explain most of the dates; none where that is too few. */
function bestOf(zones: readonly string[], samples: readonly Sample[]): string[] {
  const all = sum(samples);
  const most = (1 - enough) * all;
  const misses = zones.map((zone) => {
    let missed = 0;
    for (const { at, offset, count } of samples) {
      if (missed > most) break;
      if (zoneOffset(at, zone) !== offset) missed += count;
    }
    return missed;
  });
  const least = Math.min(...misses, most);
  return zones.filter((_zone, place) => misses[place] === least);
}

/** Whether the clocks of all these zones go alike, from the oldest date to a year behind the newest. */
function goAlike([first = '', ...others]: readonly string[], samples: readonly Sample[]): boolean {
  const moments = samples.map(({ at }) => at);
  const [from, to] = [Math.min(...moments), Math.max(...moments) + 52 * week];
  for (let at = from; at <= to; at += 4 * week)
    if (others.some((zone) => zoneOffset(at, zone) !== zoneOffset(at, first))) return false;
  return true;
}

const nameOf = (zones: readonly string[]): string | undefined =>
  wellKnown.find((zone) => zones.includes(zone)) ?? zones[0];

/** Not every runtime tells them, and TypeScript knows of none. */
interface MayTellZones {
  getTimeZones?(): string[] | undefined;
}

/** The time zones of the country that a language tag names, or else of the one where most people speak it. */
function zonesOf(language: string | undefined): readonly string[] {
  if (language === undefined) return [];
  const locale: Intl.Locale & MayTellZones = new Intl.Locale(language).maximize();
  return locale.getTimeZones?.() ?? [];
}
