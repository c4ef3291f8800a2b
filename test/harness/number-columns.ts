import type { Reader } from '../../src/kernel/db/open-database.ts';

/** Names of whole numbers that are ids of accounts, in any table. */
export const accountColumns = /^(?:(?:user|author|asker|refused)_id|shared_by)$/;

/** Names of whole numbers that are ids neither of posts nor of accounts: of other things, moments, counts and measures. A new one is told here, or is one. */
export const otherNumbers = new RegExp(
  `^(?:${[
    'id',
    '(?:comment|term|menu|thread|template|mobile_template|header|footer|change|undoes)_id',
    '(?:\\w+_)?(?:at|since)',
    'lasts_ms',
    '(?:\\w+_)?(?:count|counter|revision|version)',
    'position',
    'place',
    'value',
    'listed',
    'sticky',
    'menu_order',
    'rnd[1-4]',
    'is_mobile',
    'focus_given',
    'width',
    'height',
    'bytes',
    'edition',
    'focal_[xy]',
    'priority',
    'attempts',
    'unfinished',
    'told',
    'claimed',
    'number',
    'day',
    'votes',
    'askers',
    'is_dismissed',
    'is_untold',
    'status',
    'step',
    'origin',
    'search_key',
  ].join('|')})$`,
);

/** Every column of the database; `whole`: `comment.post_id`. */
export async function everyColumn(read: Reader) {
  const tables = await read.introspection.getTables();
  return tables.flatMap(({ name: table, columns }) =>
    columns.map(({ name, dataType }) => ({
      table,
      name,
      isNumber: /int/i.test(dataType),
      whole: `${table}.${name}`,
    })),
  );
}
