import { boot, listedTypes, managedTaxonomies, may } from '../../app/boot.ts';
import { listAddress, menusAddress, termsAddress, usersAddress } from '../../app/screens.ts';
import { say } from '../../words.ts';

const kindNames: Readonly<Record<string, string>> = {
  author: say('Authors'),
  comment: say('Comments'),
  term: say('Categories, tags and other terms'),
  menu: say('Menus'),
  'item attachment': say('Media'),
  'item nav_menu_item': say('Menu items'),
  'item wp_navigation': say('Navigation menus'),
  'item revision': say('Revisions'),
  'item (unread)': say('Unreadable items'),
};

/** Name of a kind of entities, as in the report: `item post`, `comment`. */
export function kindName(kind: string): string {
  const type = kind.replace(/^item /, '');
  return (
    (Object.hasOwn(kindNames, kind) ? kindNames[kind] : undefined) ??
    boot.types.find(({ name }) => name === type)?.plural ??
    type
  );
}

export const taxonomyName = (taxonomy: string): string =>
  boot.types.flatMap(({ taxonomies }) => taxonomies).find(({ name }) => name === taxonomy)?.plural ??
  taxonomy;

/** Screen that lists a kind; undefined if the user can't open one. */
export function listOf(kind: string): string | undefined {
  if (kind === 'item attachment') return may('upload_files') ? '/upload.php' : undefined;
  if (kind === 'item nav_menu_item' || kind === 'menu')
    return may('edit_theme_options') ? menusAddress : undefined;
  if (kind === 'comment') return may('moderate_comments') ? '/edit-comments.php' : undefined;
  if (kind === 'author') return may('list_users') ? usersAddress : undefined;
  if (kind === 'term') {
    const [first] = managedTaxonomies;
    return first && termsAddress(first.name);
  }
  const type = listedTypes.find(({ name }) => kind === `item ${name}`);
  return type && listAddress(type.name);
}
