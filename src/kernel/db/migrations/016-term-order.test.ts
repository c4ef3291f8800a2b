import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { makeTestDatabase, onBothDatabases } from '../../../../test/harness/databases.ts';
import { listTerms } from '../../../modules/terms/reader.ts';
import { openDatabase } from '../open-database.ts';

onBothDatabases('the step to one order of terms', (get) => {
  test('gives every term that is there its key, in more portions than one', async () => {
    const place = await makeTestDatabase(get().dialect.name, { migrated: false });
    const database = await openDatabase({ ...place, maxConnections: 2 });
    await database.migrate(15);
    const more = Array.from({ length: 1500 }, (_, index) => `Term ${String(index).padStart(4, '0')}`);
    const names = [
      'zebra',
      'Évian',
      'ever',
      'Éa',
      'x'.repeat(5000),
      '',
      `Q'uote; drop table term`,
      '1984',
      'Ärger',
      ...more,
    ];
    await database.write(async (tx) => {
      for (const [index, name] of names.entries()) {
        await sql`insert into term (taxonomy, slug, name) values ('category', ${`s${index}`}, ${name})`.execute(
          tx.db,
        );
      }
    });
    expect(await database.migrate()).toContain('term order');
    const { terms, total } = await listTerms(database.read, { taxonomy: 'category', limit: 2000 });
    expect(total).toBe(names.length);
    expect(terms.map(({ name }) => name.slice(0, 30))).toEqual([
      '',
      '1984',
      'Ärger',
      'Éa',
      'ever',
      'Évian',
      `Q'uote; drop table term`,
      ...more,
      'x'.repeat(30),
      'zebra',
    ]);
    await database.close();
    await place.drop();
  });
});
