import type { Migration } from '../migration.ts';

/** A column that holds one of a few words or numbers, and what a row gets that holds another. */
type Column = readonly [name: string, known: string, otherwise: string];

const flag: Column[1] = '0, 1';
const open = `'open', 'closed'`;
const known: Readonly<Record<string, readonly Column[]>> = {
  post: [
    [
      'status',
      `'publish', 'future', 'draft', 'pending', 'private', 'trash', 'auto-draft', 'inherit'`,
      `'draft'`,
    ],
    [
      'format',
      `'standard', 'aside', 'chat', 'gallery', 'link', 'image', 'quote', 'status', 'video', 'audio'`,
      `'standard'`,
    ],
    ['comment_status', open, `'closed'`],
    ['ping_status', open, `'closed'`],
    ['sticky', flag, '0'],
  ],
  byline: [['listed', flag, '0']],
  revision: [['kind', `'revision', 'autosave'`, `'revision'`]],
  media: [['focus_given', flag, '0']],
  comment: [
    ['status', `'approved', 'hold', 'spam', 'trash'`, `'hold'`],
    ['type', `'comment', 'pingback', 'trackback'`, `'comment'`],
  ],
  menu_item: [
    ['type', `'custom', 'post_type', 'taxonomy'`, `'custom'`],
    ['mega_kind', `'', 'page', 'category'`, `''`],
  ],
  redirect: [['status', '301, 302, 307, 308, 410', '302']],
  template: [
    [
      'type',
      `'single', 'category', 'author', 'tag', '404', 'date', 'search', 'attachment', 'page', 'woo_product', 'woo_archive', 'woo_search_archive',
      'woo_shop_base', 'cpt', 'cpt_tax',
      'home', 'header', 'footer'`,
      `'page'`,
    ],
    ['is_mobile', flag, '0'],
  ],
  import_item: [['kind', `'site', 'user', 'term', 'post', 'revision', 'comment', 'menu', 'template'`, '']],
};

/** What the types of a column promise holds of every row, one that was edited by hand, too. */
export const knownWords: Migration = {
  id: 11,
  name: 'known words',
  steps: () =>
    Object.entries(known).flatMap(([table, columns]) => [
      // An import's memory of something that no import knows is no memory.
      ...columns.map(
        ([name, words, otherwise]) =>
          `${otherwise === '' ? `delete from ${table}` : `update ${table} set ${name} = ${otherwise}`} where ${name} not in (${words})`,
      ),
      `alter table ${table} add constraint ${table}_words check (${columns.map(([name, words]) => `${name} in (${words})`).join(' and ')})`,
    ]),
};
