import type { Reader, Tx } from '../../kernel/db/open-database.ts';
import type { WidgetAreaTable } from '../../kernel/db/tables/widget-tables.ts';
import type { WidgetArea } from './model.ts';

const columns = ['area', 'content', 'is_edited', 'revision', 'updated_at'] as const;

const toArea = (row: Pick<WidgetAreaTable, (typeof columns)[number]>): WidgetArea => ({
  area: row.area,
  content: row.is_edited === 1 ? row.content : undefined,
  revision: row.revision,
  updatedAt: row.updated_at,
});

/** All areas that were ever saved, by name. */
export async function listWidgetAreas(read: Reader): Promise<WidgetArea[]> {
  return (await read.selectFrom('widget_area').select(columns).orderBy('area').execute()).map(toArea);
}

export async function findWidgetArea(read: Reader, area: string): Promise<WidgetArea> {
  const row = await read
    .selectFrom('widget_area')
    .select(columns)
    .where('area', '=', area)
    .executeTakeFirst();
  return row ? toArea(row) : { area, content: undefined, revision: 0, updatedAt: 0 };
}

/** Locks an area until the transaction ends. */
export async function widgetAreaToChange(tx: Tx, area: string): Promise<WidgetArea> {
  if (tx.dialect.rowLocks) {
    // So that there is a row to lock; revision 0 is that of an area that was never saved.
    await tx.db
      .insertInto('widget_area')
      .values({ area, content: '', is_edited: 0, revision: 0, updated_at: 0 })
      .onConflict((conflict) => conflict.column('area').doNothing())
      .execute();
    await tx.db
      .selectFrom('widget_area')
      .select('area')
      .where('area', '=', area)
      .forUpdate()
      .executeTakeFirst();
  }
  return findWidgetArea(tx.db, area);
}

/** Stores the content of an area; undefined: the built-in content. A reset area stays, so that its revisions continue. */
export async function writeWidgetArea(tx: Tx, area: string, content: string | undefined): Promise<void> {
  const values = { content: content ?? '', is_edited: content === undefined ? 0 : 1, updated_at: Date.now() };
  await tx.db
    .insertInto('widget_area')
    .values({ area, ...values, revision: 1 })
    .onConflict((conflict) =>
      conflict
        .column('area')
        .doUpdateSet((eb) => ({ ...values, revision: eb('widget_area.revision', '+', 1) })),
    )
    .execute();
  tx.emit(`widget-area:${area}`);
}

/** Areas that were ever saved. */
export async function countWidgetAreas(read: Reader): Promise<number> {
  const { count } = await read
    .selectFrom('widget_area')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('revision', '>', 0)
    .executeTakeFirstOrThrow();
  return Number(count);
}
