import { kindOfPost, kindOfTerm } from '../../modules/templates/kinds.ts';
import { phpText, unserializeMap } from '../../lib/php-serialize.ts';
import type { WxrMeta } from '../wxr-events.ts';

/** How the old theme names a template of its library. */
const libraryName = /^tdb_template_([1-9]\d{0,12})$/;
/** Meta of terms that names one: their own, whatever the taxonomy. */
const termKey = /^tdb_(?:[a-z]{1,40}_){0,4}template$/;

/** Whether meta of a term says which template is its own. */
export const saysTemplate = ({ key, value }: WxrMeta): boolean =>
  termKey.test(key) && libraryName.test(value.trim());

/** Whether a name is that of a template of the old theme's library. */
export const isLibraryName = (name: string): boolean => libraryName.test(name);

/** Which templates of the old theme posts and terms chose, until the templates are here. */
export class ChosenTemplates {
  /** By kind of pages: our ids, each followed by the exporter's of a template; 0: none. Numbers alone, for there may be a million. */
  readonly #chosen = new Map<string, number[]>();

  /** Hears of a post that is here; `isChanged`: that it chooses none says something, too. */
  notePost(
    { type, meta }: { readonly type: string; readonly meta: readonly WxrMeta[] },
    localId: number,
    isChanged: boolean,
  ): void {
    const settings = meta.find(({ key }) => key === 'td_post_theme_settings')?.value ?? '';
    this.#note(
      kindOfPost(type),
      localId,
      settings === '' ? '' : phpText(unserializeMap(settings).get('td_post_template')),
      isChanged,
    );
  }

  /** Hears of a term that is here. */
  noteTerm(
    { taxonomy, meta }: { readonly taxonomy: string; readonly meta: readonly WxrMeta[] },
    localId: number,
    isChanged: boolean,
  ): void {
    this.#note(kindOfTerm(taxonomy), localId, meta.find(saysTemplate)?.value ?? '', isChanged);
  }

  /** All that was heard since; it is forgotten. */
  take(): ReadonlyMap<string, readonly number[]> {
    const taken = new Map(this.#chosen);
    this.#chosen.clear();
    return taken;
  }

  #note(kind: string, localId: number, name: string, isChanged: boolean): void {
    const id = Number(libraryName.exec(name.trim())?.[1] ?? 0);
    if (id === 0 && !isChanged) return;
    const chosen = this.#chosen.get(kind) ?? [];
    chosen.push(localId, id);
    this.#chosen.set(kind, chosen);
  }
}
