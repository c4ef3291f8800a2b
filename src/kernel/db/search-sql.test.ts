import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { makePost, makeUser } from '../../../test/harness/factories.ts';
import { onBothDatabases } from '../../../test/harness/databases.ts';
import { listFilteredIds } from '../../modules/posts/list-filtered.ts';
import { listWholeRevisions } from '../../modules/posts/revision-commands.ts';
import { listUsers } from '../../modules/users/reader.ts';
import { fold } from '../../lib/fold.ts';

const texts = [
  'Łódź',
  'Straße',
  'STRASSE',
  'Ёлка и йод',
  'ısırık İstanbul',
  'Sørvik',
  'Œuvre Æther þorn',
  'Ｃrème',
  'ΣΊΣΥΦΟΣ',
  'col·lecció',
  'Größe',
  'מִלָּה',
  'مَدِينَةٌ ٢٠٢٦',
  'नमस्ते १२',
  '東京',
  'がぎぐ',
  '한국어',
  'Việt Nam',
  '👩‍👧 a\u00adb',
  'Plain ASCII, I and i',
  String.fromCharCode(...Array.from({ length: 126 }, (_, at) => at + 1)),
  '',
];

onBothDatabases('texts folded by the database', (get) => {
  test('are those that search folds', async () => {
    for (const text of texts) {
      const row = await sql<{ folded: string }>`select folded(${sql.lit(text)}) as folded`.execute(
        get().read,
      );
      expect(row.rows[0]?.folded, text).toBe(fold(text));
    }
  });

  test('finds users, revisions and media in the newsroom by ı, ß and ё and by their plain spellings', async () => {
    const { users, post, file } = await get().write(async (tx) => {
      const made: Record<string, number> = {};
      for (const [login, displayName] of [
        ['a', 'Işıl Yıldız'],
        ['b', 'Karl Größer'],
        ['c', 'Фёдор'],
        ['d', 'Grosser Mann'],
      ] as const) {
        made[login] = await makeUser(tx, { login: `person-${login}`, slug: `person-${login}`, displayName });
      }
      const id = await makePost(tx, { title: 'Now', slug: 'now' });
      await tx.db
        .insertInto('revision')
        .values(
          ['Die Straße', 'Ёлка'].map((title, at) => ({
            post_id: id,
            author_id: 0,
            kind: 'revision' as const,
            title,
            excerpt: '',
            content: 'Text',
            created_at: at,
          })),
        )
        .execute();
      return {
        users: made,
        post: id,
        file: await makePost(tx, {
          title: 'Bılıngual Ø',
          slug: 'bilingual',
          type: 'attachment',
          status: 'inherit',
        }),
      };
    });
    const named = async (search: string) =>
      (await listUsers(get().read, { search, order: 'id', limit: 9 })).users.map(({ id }) => id);
    expect(await named('ISIL')).toEqual([users['a']]);
    expect(await named('yıldız')).toEqual([users['a']]);
    expect(await named('grösser')).toEqual([users['b'], users['d']]);
    expect(await named('федор')).toEqual([users['c']]);
    const revised = async (search: string) =>
      (
        await listWholeRevisions(get().read, post, {
          search,
          order: 'id',
          descending: false,
          limit: 9,
          offset: 0,
        })
      ).revisions.map(({ title }) => title);
    expect([await revised('strasse'), await revised('елка'), await revised('nothing')]).toEqual([
      ['Die Straße'],
      ['Ёлка'],
      [],
    ]);
    const media = (titleSearch: string) =>
      listFilteredIds(get().read, {
        type: 'attachment',
        titleSearch,
        order: 'id',
        descending: false,
        limit: 9,
        offset: 0,
      });
    expect([await media('bilingual o'), await media('BıLINGUAL'), await media('trilingual')]).toEqual([
      [file],
      [file],
      [],
    ]);
  });
});
