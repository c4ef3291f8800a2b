import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { onDrawnDatabase } from '../../test/harness/databases.ts';
import { dumpTables } from '../../test/harness/dump-tables.ts';
import { importWxr } from './import-wxr.ts';
import { totals } from './report.ts';
import type { ImportReport } from './report.ts';

const folder = fileURLToPath(new URL('../../../shared/data/', import.meta.url));
const present = existsSync(folder);
if (!present) console.warn(`${folder} is absent: the imports of real exports are not tried.`);

const stream = (file: string) => createReadStream(`${folder}${file}`, { highWaterMark: 10_000 });

function expectToAddUp(report: ImportReport): void {
  const sum = totals(report);
  expect(sum.imported + sum.unchanged + sum.updated + sum.kept + sum.dropped).toBe(sum.found);
  expect(report.dropped).toHaveLength(sum.dropped);
}

function contentsOf(file: string): [guid: string, content: string][] {
  const items = readFileSync(`${folder}${file}`, 'utf8').match(/<item>[\s\S]*?<\/item>/g) ?? [];
  return items
    .filter((item) => !item.includes('nav_menu_item'))
    .map((item) => [
      /<guid[^>]*>(?:<!\[CDATA\[)?(.*?)(?:\]\]>)?<\/guid>/.exec(item)?.[1] ?? '',
      /<content:encoded>\s*<!\[CDATA\[([\s\S]*?)\]\]>\s*<\/content:encoded>/.exec(item)?.[1] ?? '',
    ]);
}

describe.skipIf(!present)('real exports', () => {
  onDrawnDatabase('two exports of one site', (get) => {
    const files = ['theme-unit-test.xml', 'core-blocks.xml'];

    test('are imported completely', async () => {
      for (const file of files) {
        const report = await importWxr(get(), stream(file));
        expectToAddUp(report);
        expect(report.files[0]?.end?.complete).toBe(true);
      }
    });

    test('keep every content byte for byte', async () => {
      const rows = await get().read.selectFrom('post').select(['guid', 'content']).execute();
      const stored = new Set(rows.map(({ guid, content }) => `${guid} ${content}`));
      const expected = files.flatMap(contentsOf);
      expect(expected.filter(([guid, content]) => !stored.has(`${guid} ${content}`))).toEqual([]);
      expect(expected.filter(([, content]) => content.length > 100).length).toBeGreaterThan(100);
    });

    test('change nothing when imported again, one after the other', async () => {
      const before = await dumpTables(get());
      const emissions = await get()
        .read.selectFrom('invalidation')
        .select((eb) => eb.fn.countAll<number>().as('rows'))
        .executeTakeFirstOrThrow();
      for (const file of files) {
        const report = await importWxr(get(), stream(file));
        expectToAddUp(report);
        expect({ imported: totals(report).imported, updated: totals(report).updated }).toEqual({
          imported: 0,
          updated: 0,
        });
      }
      expect(await dumpTables(get())).toEqual(before);
      expect(
        await get()
          .read.selectFrom('invalidation')
          .select((eb) => eb.fn.countAll<number>().as('rows'))
          .executeTakeFirstOrThrow(),
      ).toEqual(emissions);
    });
  });

  onDrawnDatabase('an export that breaks off', (get) => {
    test('leaves the menus of a complete import unchanged', async () => {
      await importWxr(get(), stream('theme-unit-test.xml'));
      const items = () =>
        get()
          .read.selectFrom('menu_item')
          .select(['menu_id', 'label', 'position'])
          .orderBy('menu_id')
          .orderBy('position')
          .execute();
      const before = await items();
      expect(before.length).toBeGreaterThan(60);
      const report = await importWxr(
        get(),
        createReadStream(`${folder}theme-unit-test.xml`, { end: 300_000 }),
      );
      expect(report.files[0]?.end?.complete).toBe(false);
      expectToAddUp(report);
      expect(await items()).toEqual(before);
    });
  });

  onDrawnDatabase('a shop', (get) => {
    test('imports its products, with prices as meta and pictures as addresses', async () => {
      const report = await importWxr(get(), stream('shop-products.xml'));
      expectToAddUp(report);
      expect(report.counts['item product']).toMatchObject({ found: 18, imported: 18 });
      expect(report.missingFiles).toHaveLength(22);
      const prices = await get()
        .read.selectFrom('post_meta')
        .select('value')
        .where('key', '=', '_price')
        .execute();
      expect(prices.length).toBeGreaterThan(0);
      const before = await dumpTables(get());
      expectToAddUp(await importWxr(get(), stream('shop-products.xml')));
      expect(await dumpTables(get())).toEqual(before);
    });
  });
});
