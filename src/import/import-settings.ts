import { defaultSettings } from '../content/settings/settings.ts';
import type { Settings } from '../content/settings/settings.ts';
import { isSet } from '../content/settings/reader.ts';
import { saveSettings } from '../content/settings/writer.ts';
import { fingerprint } from '../content/imports/ledger.ts';
import { fileType } from '../content/types/names.ts';
import { decodeEntities } from '../lib/plain-text.ts';
import { TimeZoneGuess } from './guess-time-zone.ts';
import type { References } from './references.ts';
import type { ImportRun } from './run.ts';
import { parseWxrDate } from './wxr-dates.ts';
import type { WxrItem, WxrSite } from './wxr-events.ts';

/** What WordPress notes of a picture that was cropped for a place of its own, and our setting of that place. */
const pictureSettings = { 'custom-logo': 'site_logo', 'site-icon': 'site_icon' } as const;
type PictureContext = keyof typeof pictureSettings;
const isPictureContext = (text: string): text is PictureContext => Object.hasOwn(pictureSettings, text);

type Wishes = Partial<Record<keyof Settings, string | number>>;

/**
 * Takes what an export says of its site, and what it tells indirectly, into the settings: each once for each exporter, and only where nobody has set it here.
 */
export class SettingsImport {
  readonly #run: ImportRun;
  readonly #references: References;
  readonly #zone = new TimeZoneGuess();
  readonly #pictures = new Map<PictureContext, { readonly id: string; readonly date: string }>();
  #language: string | undefined;

  constructor(run: ImportRun, references: References) {
    this.#run = run;
    this.#references = references;
  }

  /** What the head of the file says. */
  async begin(site: WxrSite): Promise<void> {
    this.#language = languageOf(site.language);
    await this.#take({
      blogname: decodeEntities(site.title).trim(), blogdescription: decodeEntities(site.description).trim(), site_language: this.#language ?? '',
    });
  }

  /** Looks at an item of the file, whatever becomes of it. */
  observe(item: WxrItem): void {
    const [local, utc] = [parseWxrDate(item.date), parseWxrDate(item.dateGmt)];
    if (local !== undefined && utc !== undefined) this.#zone.add(local, utc);
    if (item.type !== fileType || item.status === 'trash') return;
    const context = item.meta.find(({ key }) => key === '_wp_attachment_context')?.value.trim() ?? '';
    // Sites that changed their logo have several.
    if (!isPictureContext(context) || item.dateGmt < (this.#pictures.get(context)?.date ?? '')) return;
    this.#pictures.set(context, { id: item.id, date: item.dateGmt });
  }

  /** What all items together tell, once they are here. */
  async finish(): Promise<void> {
    const wishes: Wishes = { timezone_string: this.#zone.zone(this.#language) ?? '' };
    for (const [context, { id }] of this.#pictures) {
      const localId = await this.#references.find(this.#run.database.read, id, fileType);
      if (localId !== undefined) wishes[pictureSettings[context]] = localId;
    }
    await this.#take(wishes);
  }

  async #take(all: Wishes): Promise<void> {
    const { ledger, batches, database, report } = this.#run;
    const wishes = Object.entries(all).filter(([, value]) => value !== '');
    const known = await ledger.find(database.read, 'site', wishes.map(([key]) => ledgerKey(key)));
    for (const [key, value] of wishes) {
      if (known.has(ledgerKey(key))) continue;
      let changed: string[] = [];
      await batches.add({
        work: async (tx) => {
          changed = [];
          if (!(await isSet(tx.db, key)) && defaultSettings[key as keyof Settings] !== value) changed = await saveSettings(tx, { [key]: value });
          await ledger.record(tx, 'site', ledgerKey(key), { localId: 0, hash: fingerprint(value) });
        },
        done: () => {
          if (changed.length > 0) report.settings[key] = value;
        },
        failed: (message) => report.notes.push({ kind: 'site', id: key, title: String(value), message }),
      });
    }
    await batches.flush();
  }
}

const ledgerKey = (setting: string) => `setting:${setting}`;

/** The language tag of `<language>`, without the forms of address that WordPress adds (`de-DE-formal`); undefined for what is none. */
export function languageOf(text: string): string | undefined {
  const [language = '', ...others] = text.trim().slice(0, 40).replaceAll('_', '-').split('-');
  if (!/^[a-z]{2,3}$/i.test(language) || language.toLowerCase() === 'und') return undefined;
  const script = others.find((part) => /^[a-z]{4}$/i.test(part));
  const region = others.find((part) => /^(?:[a-z]{2}|\d{3})$/i.test(part));
  return Intl.getCanonicalLocales([language, script, region].filter(Boolean).join('-'))[0];
}
