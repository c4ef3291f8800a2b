import { isSet, readSettings } from '../modules/settings/reader.ts';
import type { Reader } from '../kernel/db/open-database.ts';
import { fromLocal } from '../lib/site-time.ts';
import { TimeZoneGuess } from './guess-time-zone.ts';
import { parseWxrDate } from './wxr-dates.ts';
import type { WxrItem } from './wxr-events.ts';

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
