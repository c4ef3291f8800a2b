import { isSet, readSettings } from '../modules/settings/store.ts';
import type { Reader } from '../kernel/db/open-database.ts';
import { fromLocal, offsetText, zoneOffset } from '../lib/dates.ts';
import type { WxrItem } from './wxr-events.ts';

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

/** The clock of the exporter's site: an export says nothing of its zone, but most items have their date twice, by that clock and in UTC. */
export class SiteClock {
  readonly #guess = new TimeZoneGuess();
  /** Items whose dates were looked at, and how many these were when the zone was worked out last. */
  #observed = 0;
  #workedOutAt = -1;
  #zone = 'UTC';
  /** The zone that was set here, or that an earlier run found; undefined: none. */
  #ours: string | undefined;
  #language: string | undefined;

  /** `language`: what the export says, as a tag. */
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

  /** The zone that the dates of all items so far tell; undefined where they don't. */
  told(): string | undefined {
    return this.#guess.zone(this.#language);
  }

  /**
   * The moment (milliseconds) at which that clock showed `local` (milliseconds of the same digits in UTC), as far as the items so far tell, else by the zone
   * that this site has; where neither says anything, it was UTC.
   */
  toUtc(local: number): number {
    // Working it out may take a while: it is done again each time that twice as many dates are known.
    if (this.#workedOutAt < 0 || this.#observed >= Math.max(1, 2 * this.#workedOutAt)) {
      this.#workedOutAt = this.#observed;
      this.#zone = this.told() ?? this.#ours ?? 'UTC';
    }
    return fromLocal(local, this.#zone);
  }
}

/** Milliseconds of a WordPress date in UTC (`2024-02-07 06:13:48`); undefined for `0000-00-00 00:00:00` and everything that is no date. */
export function parseWxrDate(text: string): number | undefined {
  const parts = /^(\d{4})-(\d{2})-(\d{2})(?:[ T](\d{2}):(\d{2})(?::(\d{2}))?)?/.exec(text.trim());
  if (!parts) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts
    .slice(1)
    .map((part) => Number(part ?? 0));
  if (year === 0 || month < 1 || month > 12 || day < 1 || day > 31) return undefined;
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day); // Date.UTC would read the year 70 as 1970
  date.setUTCHours(hour, minute, second);
  return date.getTime();
}

/** Milliseconds of a feed date (`Wed, 07 Feb 2024 06:13:48 +0000`); undefined for what is none, `-0001` included. */
export function parseFeedDate(text: string): number | undefined {
  if (text === '' || text.includes('-0001')) return undefined;
  const ms = Date.parse(text);
  return Number.isNaN(ms) || ms < -62e12 ? undefined : ms;
}

/** When an item was published: its UTC date, else the feed's, else its local date, of which `toUtc` says when that was; 0 when it has none. */
export function publishedAtOf(
  item: { readonly dateGmt: string; readonly pubDate: string; readonly date: string },
  toUtc: (local: number) => number,
): number {
  return parseWxrDate(item.dateGmt) ?? parseFeedDate(item.pubDate) ?? localDate(item.date, toUtc) ?? 0;
}

/** Milliseconds of a date by the site's clock; undefined for what is none. */
export function localDate(text: string, toUtc: (local: number) => number): number | undefined {
  const local = parseWxrDate(text);
  return local === undefined ? undefined : toUtc(local);
}
