import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { makeComment, makePost } from '../../../test/harness/factories.ts';
import { makeTestDatabase, onBothDatabases } from '../../../test/harness/databases.ts';
import type { TestDatabase } from '../../../test/harness/databases.ts';
import { activityKinds, activitySources, activityVerbs } from '../command.ts';
import { commentStatuses } from '../../modules/comments/model.ts';
import { postFormats, postStatuses } from '../../modules/posts/model.ts';
import { redirectStatuses } from '../../modules/redirects/model.ts';
import { templateTypes } from '../../modules/templates/model.ts';
import { openDatabase } from './open-database.ts';

let older: TestDatabase | undefined;
afterEach(async () => {
  await older?.drop();
  older = undefined;
});

onBothDatabases('words that the domain knows', (get) => {
  const run = (statement: string) => get().write((tx) => sql.raw(statement).execute(tx.db));

  test('each can be stored, and nothing else, by hand neither', async () => {
    const post = await get().write((tx) => makePost(tx));
    const comment = await get().write((tx) => makeComment(tx, { postId: post }));
    await run(`insert into redirect (source, target, status, created_at) values ('/a', '/b', 301, 0)`);
    await run(
      `insert into template (type, title, content, created_at, updated_at) values ('page', '', '', 0, 0)`,
    );
    await run(
      `insert into activity (at, user_id, user_name, verb, kind, item_id, summary) values (0, 1, '', 'create', 'post', 1, '')`,
    );
    const columns = [
      ['post', 'status', postStatuses, post],
      ['post', 'format', postFormats, post],
      ['post', 'comment_status', ['open', 'closed'], post],
      ['post', 'sticky', [0, 1], post],
      ['comment', 'status', commentStatuses, comment],
      ['redirect', 'status', redirectStatuses, undefined],
      ['template', 'type', templateTypes, undefined],
      ['activity', 'verb', activityVerbs, undefined],
      ['activity', 'kind', activityKinds, undefined],
      ['activity', 'came_from', activitySources, undefined],
    ] as const;
    for (const [table, column, words, id] of columns) {
      const set = (word: string | number) =>
        run(
          `update ${table} set ${column} = ${typeof word === 'number' ? word : `'${word}'`}${id === undefined ? '' : ` where id = ${id}`}`,
        );
      for (const word of words) await set(word);
      const odd = typeof words[0] === 'number' ? 7 : 'odd';
      await expect(set(odd), `${table}.${column} = ${odd}`).rejects.toThrow(new RegExp(`${table}_words`));
    }
  });

  test('what was edited by hand before is shown to nobody, and keeps its texts', async () => {
    older = await makeTestDatabase(get().dialect.name, { migrated: false });
    const database = await openDatabase({ ...older, maxConnections: 2 });
    await database.migrate(10);
    const at = Date.now();
    await database.write(async (tx) => {
      await sql
        .raw(`insert into post (type, status, slug, published_at, modified_at, created_at, sticky, format, comment_status, ping_status, title, excerpt,
        content)
        values ('post', 'odd', 'a', ${at}, ${at}, ${at}, 7, 'odd', 'odd', 'odd', 'Title', '', 'Text'), ('post', 'publish', 'b', ${at}, ${at}, ${at}, 1,
          'video', 'open', 'open', 'Other', '', '')`)
        .execute(tx.db);
      await sql
        .raw(`insert into redirect (source, target, status, created_at) values ('/a', '/b', 200, 0)`)
        .execute(tx.db);
      await sql
        .raw(
          `insert into import_item (source, kind, external_id, local_id, hash) values ('x', 'odd', '1', 1, ''), ('x', 'post', '1', 1, '')`,
        )
        .execute(tx.db);
    });
    expect(await database.migrate()).toContain('known words');
    const columns = [
      'slug',
      'status',
      'sticky',
      'format',
      'comment_status',
      'ping_status',
      'title',
      'content',
    ] as const;
    expect(await database.read.selectFrom('post').select(columns).orderBy('slug').execute()).toEqual([
      {
        slug: 'a',
        status: 'draft',
        sticky: 0,
        format: 'standard',
        comment_status: 'closed',
        ping_status: 'closed',
        title: 'Title',
        content: 'Text',
      },
      {
        slug: 'b',
        status: 'publish',
        sticky: 1,
        format: 'video',
        comment_status: 'open',
        ping_status: 'open',
        title: 'Other',
        content: '',
      },
    ]);
    expect(await database.read.selectFrom('redirect').select('status').execute()).toEqual([{ status: 302 }]);
    expect(await database.read.selectFrom('import_item').select('kind').execute()).toEqual([
      { kind: 'post' },
    ]);
    await database.close();
  });
});
