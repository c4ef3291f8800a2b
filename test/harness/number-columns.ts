import type { Reader } from '../../src/kernel/db/open-database.ts';

export const accountColumns = /^(?:(?:user|author|asker|refused)_id|shared_by)$/;

/** Integer columns with neither post nor user ids: other ids, times, counts and sizes. New columns must be listed here, or in one of the others. */
export const otherNumbers = new RegExp(
  `^(?:${[
    'id',
    '(?:comment|field|term|menu|thread|template|mobile_template|header|footer|note|change|undoes)_id',
    '(?:\\w+_)?(?:at|since)',
    'lasts_ms',
    'proven_until',
    '(?:\\w+_)?(?:count|counter|revision|version)',
    'position',
    'place',
    'value',
    'listed',
    'sticky',
    'menu_order',
    'rnd[1-4]',
    'is_mobile',
    'is_edited',
    'is_deleted',
    'is_listed',
    'is_ready',
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
    '(?:regular|sale)_price',
    'sale_(?:from|to)',
    'stock',
    'is_shown',
    'status',
    'step',
    'origin',
    'search_key',
  ].join('|')})$`,
);

/** Every column of the database; `whole` is `comment.post_id`. */
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
