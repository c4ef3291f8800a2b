import { isSet, readSettings } from '../modules/settings/store.ts';
import type { Reader } from '../kernel/db/open-database.ts';
import { fromLocal, offsetText, zoneOffset } from '../lib/dates.ts';
import type { WxrItem } from './wxr-events.ts';

/** Time zones preferred among those with the same clock, best known first. */
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
/** Number of most recent weeks retained; when a site changed its zone, its older dates did not change. */
const maxWeeks = 160;
/** Share of the dates that a zone must explain. */
const minShare = 0.8;

interface Sample {
  /** A time at which the clock was so many ms ahead of UTC. */
  readonly at: number;
  readonly offset: number;
  count: number;
}

/** Whether some time zone is so many milliseconds ahead of UTC. */
export const isZoneOffset = (offset: number): boolean =>
  offset % quarter === 0 && offset >= -12 * 4 * quarter && offset <= 14 * 4 * quarter;

/** Infers a site's time zone from the local and UTC dates of its items. */
export class TimeZoneGuess {
  readonly #weeks = new Map<number, Map<number, Sample>>();

  /** Both dates in ms, as if both were UTC. */
  add(local: number, utc: number): void {
    const offset = local - utc;
    if (!isZoneOffset(offset)) return;
    const number = Math.floor(utc / week);
    const samples = this.#weeks.get(number) ?? new Map<number, Sample>();
    const sample = samples.get(offset);
    if (sample) sample.count++;
    else samples.set(offset, { at: utc, offset, count: 1 });
    this.#weeks.set(number, samples);
    if (this.#weeks.size > maxWeeks) this.#weeks.delete(Math.min(...this.#weeks.keys()));
  }

  /**
   * A zone of the language's country that fits the dates; else another zone if its clock changes identify it; else the
   * offset (`+02:00`). Undefined when the dates are insufficient.
   */
  zone(language: string | undefined): string | undefined {
    const samples = [...this.#weeks.values()].flatMap((byOffset) => [...byOffset.values()]);
    if (samples.length === 0) return undefined;
    const own = bestOf(zonesOf(language), samples);
    if (own.length > 0 && goAlike(own, samples)) return nameOf(own);
    const offsets = new Map<number, number>();
    for (const { offset, count } of samples) offsets.set(offset, (offsets.get(offset) ?? 0) + count);
    const [offset = 0, count = 0] = [...offsets].toSorted(([, a], [, b]) => b - a)[0] ?? [];
    if (count >= minShare * sum(samples)) return offset === 0 ? 'UTC' : offsetText(offset);
    const any = bestOf(own.length > 0 ? own : Intl.supportedValuesOf('timeZone'), samples);
    return any.length > 0 ? nameOf(any) : undefined;
  }
}

const sum = (samples: readonly Sample[]) => samples.reduce((all, { count }) => all + count, 0);

/** The zones that explain most of the dates; empty when these are too few. */
function bestOf(zones: readonly string[], samples: readonly Sample[]): string[] {
  const all = sum(samples);
  const maxMissed = (1 - minShare) * all;
  const misses = zones.map((zone) => {
    let missed = 0;
    for (const { at, offset, count } of samples) {
      if (missed > maxMissed) break;
      if (zoneOffset(at, zone) !== offset) missed += count;
    }
    return missed;
  });
  const least = Math.min(...misses, maxMissed);
  return zones.filter((_zone, place) => misses[place] === least);
}

/** Whether all these zones have the same clock, from the oldest date to a year after the newest. */
function goAlike([first = '', ...others]: readonly string[], samples: readonly Sample[]): boolean {
  const moments = samples.map(({ at }) => at);
  const [from, to] = [Math.min(...moments), Math.max(...moments) + 52 * week];
  for (let at = from; at <= to; at += 4 * week)
    if (others.some((zone) => zoneOffset(at, zone) !== zoneOffset(at, first))) return false;
  return true;
}

const nameOf = (zones: readonly string[]): string | undefined =>
  wellKnown.find((zone) => zones.includes(zone)) ?? zones[0];

/** Not all runtimes have it, and TypeScript does not declare it. */
interface WithTimeZones {
  getTimeZones?(): string[] | undefined;
}

/** Time zones of the country in a language tag, or of the country where most speakers live. */
function zonesOf(language: string | undefined): readonly string[] {
  if (language === undefined) return [];
  const locale: Intl.Locale & WithTimeZones = new Intl.Locale(language).maximize();
  return locale.getTimeZones?.() ?? [];
}

/** The clock of the exporter's site. Exports don't contain its zone, but most items have both a local and a UTC date. */
export class SiteClock {
  readonly #guess = new TimeZoneGuess();
  /** Number of items with dates, and that number when the zone was last computed. */
  #observed = 0;
  #workedOutAt = -1;
  #zone = 'UTC';
  #ours: string | undefined;
  #language: string | undefined;

  async learn(read: Reader, language: string | undefined): Promise<void> {
    this.#language = language;
    if (await isSet(read, 'timezone_string'))
      this.#ours = (await readSettings(read)).settings.timezone_string;
  }

  observe(item: Pick<WxrItem, 'date' | 'dateGmt'>): void {
    const [local, utc] = [parseWxrDate(item.date), parseWxrDate(item.dateGmt)];
    if (local === undefined || utc === undefined) return;
    this.#guess.add(local, utc);
    this.#observed++;
  }

  /** The zone that the dates so far indicate; undefined when they are insufficient. */
  indicatedZone(): string | undefined {
    return this.#guess.zone(this.#language);
  }

  /** Converts the exporter's local time (ms, as if it were UTC) to UTC with the zone found so far, else with this site's zone, else as UTC. */
  toUtc(local: number): number {
    // Costly, so the zone is recomputed only when the number of known dates has doubled.
    if (this.#workedOutAt < 0 || this.#observed >= Math.max(1, 2 * this.#workedOutAt)) {
      this.#workedOutAt = this.#observed;
      this.#zone = this.indicatedZone() ?? this.#ours ?? 'UTC';
    }
    return fromLocal(local, this.#zone);
  }
}

/** Milliseconds of a WordPress date in UTC (`2024-02-07 06:13:48`); undefined for `0000-00-00 00:00:00` and other invalid dates. */
export function parseWxrDate(text: string): number | undefined {
  const parts = /^(\d{4})-(\d{2})-(\d{2})(?:[ T](\d{2}):(\d{2})(?::(\d{2}))?)?/.exec(text.trim());
  if (!parts) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts
    .slice(1)
    .map((part) => Number(part ?? 0));
  if (year === 0 || month < 1 || month > 12 || day < 1 || day > 31) return undefined;
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day); // `Date.UTC` would read the year 70 as 1970
  date.setUTCHours(hour, minute, second);
  return date.getTime();
}

/** Milliseconds of an RSS date (`Wed, 07 Feb 2024 06:13:48 +0000`); undefined for invalid ones, including the year `-0001`. */
export function parseFeedDate(text: string): number | undefined {
  if (text === '' || text.includes('-0001')) return undefined;
  const ms = Date.parse(text);
  return Number.isNaN(ms) || ms < -62e12 ? undefined : ms;
}

/** Publication time of an item: its UTC date, else the RSS date, else its local date converted by `toUtc`; 0 without any. */
export function publishedAtOf(
  item: { readonly dateGmt: string; readonly pubDate: string; readonly date: string },
  toUtc: (local: number) => number,
): number {
  return parseWxrDate(item.dateGmt) ?? parseFeedDate(item.pubDate) ?? localDate(item.date, toUtc) ?? 0;
}

export function localDate(text: string, toUtc: (local: number) => number): number | undefined {
  const local = parseWxrDate(text);
  return local === undefined ? undefined : toUtc(local);
}
