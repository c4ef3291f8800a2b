import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { onBothDatabases } from '../../../../test/harness/databases.ts';
import { listTerms } from '../../../modules/terms/reader.ts';
import { dialectSql } from '../dialect-sql.ts';
import { namesFoldedAnew } from './060-names-folded-anew.ts';

onBothDatabases('the step to names that are folded anew', (get) => {
  test('gives terms the keys that their names have now, and leaves others alone', async () => {
    await get().write(async (tx) => {
      for (const [slug, name, key] of [
        ['a', 'السِّياسة', 'السِّياسة'],
        ['b', 'Politics', 'politics'],
        ['c', 'دورة ٢٠٢٦', 'دورة ٢٠٢٦'],
      ] as const) {
        await sql`insert into term (taxonomy, slug, name, name_key) values ('category', ${slug}, ${name}, ${key})`.execute(
          tx.db,
        );
      }
    });
    const found = async (search: string) =>
      (await listTerms(get().read, { taxonomy: 'category', search, limit: 9 })).terms.map(({ slug }) => slug);
    expect(await found('السياسه')).toEqual([]);
    await get().write(async (tx) => {
      for (const step of namesFoldedAnew.steps(dialectSql(get().dialect.name))) {
        if (typeof step !== 'string') await step(tx.db.$pickTables<never>(), tx.dialect);
      }
    });
    expect(await found('السياسه')).toEqual(['a']);
    expect(await found('POLI')).toEqual(['b']);
    expect(await found('2026')).toEqual(['c']);
  });
});
