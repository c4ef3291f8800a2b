import { cleanCss } from '../lib/clean-css/clean-css.ts';
import { ownFiles } from '../lib/clean-css/own-files.ts';
import type { ReportEntry } from './report.ts';
import type { WxrItem } from './wxr-events.ts';

/** Where WordPress keeps what people write below "Additional CSS": an item for each classic theme; a block theme has it in its global styles. */
const cssType = 'custom_css';
/** Longest sheet that is taken, as the setting has it. */
const longest = 100_000;

/** Files of the exporter become paths; which address this site has, an import does not know. */
const anySite = 'http://localhost';

interface Sheet {
  readonly item: Pick<WxrItem, 'id' | 'title' | 'type'>;
  readonly date: string;
  readonly css: string;
}

/** Styles that people of an exported site wrote: of each place those that were changed last. */
export class ForeignStyles {
  readonly #sheets = new Map<string, Sheet>();

  observe(item: WxrItem): void {
    if (item.type === cssType && item.status === 'publish')
      this.#note(item, item.content.trim(), item.modifiedGmt || item.dateGmt);
  }

  /** `css`: what stands in the global styles of a theme. */
  observeTheme(item: WxrItem, css: string, date: string): void {
    this.#note(item, css, date);
  }

  #note({ id, title, type }: WxrItem, css: string, date: string): void {
    const before = this.#sheets.get(type);
    if (css !== '' && (!before || date >= before.date))
      this.#sheets.set(type, { item: { id, title, type }, date, css });
  }

  /** One sheet of all, cleaned, and what the report says of them. */
  taken(exporters: readonly string[]): { readonly css: string; readonly notes: readonly ReportEntry[] } {
    const notes: ReportEntry[] = [];
    const note = ({ type, ...item }: Sheet['item'], message: string) =>
      notes.push({ kind: `item ${type}`, ...item, message });
    const taken: string[] = [];
    for (const { item, css } of this.#sheets.values()) {
      if (taken.join('').length + css.length > longest) {
        note(
          item,
          `its styles are longer than ${longest.toLocaleString('en')} characters, and are not taken`,
        );
        continue;
      }
      const { css: clean, left } = cleanCss(css, ownFiles(anySite, exporters));
      if (clean !== '') taken.push(clean);
      if (left.length > 0) note(item, `of its styles was left out: ${left.join(', ')}`);
    }
    return { css: taken.join('\n'), notes };
  }
}
