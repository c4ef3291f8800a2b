import { kindOfPost, kindOfTerm } from '../../modules/templates/kinds.ts';
import { phpText, unserializeMap } from '../../lib/php-serialize.ts';
import type { WxrMeta } from '../wxr-events.ts';

const libraryName = /^tdb_template_([1-9]\d{0,12})$/;
/** Term meta with a template reference, for any taxonomy. */
const termKey = /^tdb_(?:[a-z]{1,40}_){0,4}template$/;

export const namesTemplate = ({ key, value }: WxrMeta): boolean =>
  termKey.test(key) && libraryName.test(value.trim());

export const isLibraryName = (name: string): boolean => libraryName.test(name);

/** Collects which templates of the old theme posts and terms use, until the templates are imported. */
export class ChosenTemplates {
  /** By kind of page: local ids, each followed by the exporter's id of a template (0 for none). A flat list, since there may be a million. */
  readonly #chosen = new Map<string, number[]>();

  /** Notes an imported post. With `isChanged`, a missing choice is noted, too. */
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

  noteTerm(
    { taxonomy, meta }: { readonly taxonomy: string; readonly meta: readonly WxrMeta[] },
    localId: number,
    isChanged: boolean,
  ): void {
    this.#note(kindOfTerm(taxonomy), localId, meta.find(namesTemplate)?.value ?? '', isChanged);
  }

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
