import type { Reader } from '../../kernel/db/open-database.ts';
import { fileType } from '../types/names.ts';
import { portraitMetaKey } from '../users/portrait.ts';
import { mediaNames, nameOfId } from './media-names.ts';
import { pictureSettings } from './post-references.ts';

/** What names files beside posts. */
export interface OtherUse {
  readonly kind: 'setting' | 'template' | 'term' | 'user' | 'menu';
  /** Of a setting 0. */
  readonly id: number;
  /** Key of the setting, title of the template, name of the term (HTML) or of the person, label of the item. */
  readonly title: string;
}

/** Settings, templates, terms, people and menus, by the names that they give to files; of each of these there are few. */
export async function otherUses(read: Reader): Promise<Map<string, OtherUse[]>> {
  const found = new Map<string, OtherUse[]>();
  const note = (use: OtherUse, names: Iterable<string>) => {
    for (const name of names) found.set(name, [...(found.get(name) ?? []), use]);
  };
  const keys: readonly string[] = pictureSettings;
  for (const { key, value } of await read.selectFrom('setting').select(['key', 'value']).execute()) {
    note(
      { kind: 'setting', id: 0, title: key },
      keys.includes(key) ? [nameOfId(Number(value))] : mediaNames([value]),
    );
  }
  for (const { id, title, content } of await read
    .selectFrom('template')
    .select(['id', 'title', 'content'])
    .execute()) {
    note({ kind: 'template', id, title }, mediaNames([content]));
  }
  const terms = await read
    .selectFrom('term')
    .select(['id', 'name', 'description'])
    .where('description', 'like', '%uploads%')
    .execute();
  for (const { id, name, description } of terms)
    note({ kind: 'term', id, title: name }, mediaNames([description]));
  const termMeta = await read
    .selectFrom('term_meta')
    .innerJoin('term', 'term.id', 'term_meta.term_id')
    .select(['term.id', 'term.name', 'term_meta.value'])
    .where((eb) =>
      eb.or([eb('term_meta.key', '=', 'thumbnail_id'), eb('term_meta.value', 'like', '%uploads%')]),
    )
    .execute();
  for (const { id, name, value } of termMeta) note({ kind: 'term', id, title: name }, namesOf(value));
  const people = await read
    .selectFrom('user_meta')
    .innerJoin('user', 'user.id', 'user_meta.user_id')
    .select(['user.id', 'user.display_name', 'user_meta.value'])
    .where((eb) =>
      eb.or([eb('user_meta.key', '=', portraitMetaKey), eb('user_meta.value', 'like', '%uploads%')]),
    )
    .execute();
  for (const { id, display_name: title, value } of people) note({ kind: 'user', id, title }, namesOf(value));
  const items = await read
    .selectFrom('menu_item')
    .select(['id', 'label', 'url', 'object', 'object_id'])
    .where((eb) => eb.or([eb('object', '=', fileType), eb('url', 'like', '%uploads%')]))
    .execute();
  for (const { id, label, url, object, object_id: objectId } of items) {
    note({ kind: 'menu', id, title: label }, [
      ...(object === fileType ? [nameOfId(objectId)] : []),
      ...mediaNames([url]),
    ]);
  }
  return found;
}

const namesOf = (value: string) =>
  /^\d{1,15}$/.test(value) ? [nameOfId(Number(value))] : mediaNames([value]);
