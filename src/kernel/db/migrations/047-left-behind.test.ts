import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { makeTestDatabase, onBothDatabases } from '../../../../test/harness/databases.ts';
import { openDatabase } from '../open-database.ts';

onBothDatabases('the step that finds an owner for what deleted accounts left behind', (get) => {
  const migrated = async (steps: readonly string[]) => {
    const place = await makeTestDatabase(get().dialect.name, { migrated: false });
    const database = await openDatabase({ ...place, maxConnections: 2 });
    await database.migrate(45);
    await database.write(async (tx) => {
      for (const step of steps) await sql.raw(step).execute(tx.db);
    });
    expect(await database.migrate()).toContain('left behind');
    return {
      read: database.read,
      close: async () => {
        await database.close();
        await place.drop();
      },
    };
  };
  const user = (
    id: number,
    roles: string,
  ) => `insert into "user" (id, login, email, slug, display_name, url, bio, roles, password_hash, created_at) values
    (${id}, 'u${id}', 'u${id}@mail.example', 'u${id}', 'User ${id}', '', '', '${roles}', '', 1)`;
  const post = (
    id: number,
    author: number,
    status = 'publish',
  ) => `insert into post (id, type, status, slug, author_id, published_at, modified_at, created_at,
    revision, title, content, excerpt, menu_order, sticky, format, comment_status, ping_status, featured_media_id, mime_type, password, guid, rnd1, rnd2, rnd3,
    rnd4) values (${id}, 'post', '${status}', 'p${id}', ${author}, 1, 1, 1, 1, 'P', '', '', 0, 0, 'standard', 'open', 'open', 0, '', '', '', 1, 2, 3, 4)`;
  const byline = (
    id: number,
    who: number,
    position: number,
  ) => `insert into byline (post_id, user_id, position, post_type, published_at, listed) values
    (${id}, ${who}, ${position}, 'post', 1, 1)`;
  const counter = (key: string, value: number) =>
    `insert into counter (key, value) values ('${key}', ${value})`;

  test('posts go to the first administrator, with counters and bylines, and the log says so; versions and comments are nobody’s', async () => {
    const { read, close } = await migrated([
      user(3, '["author"]'),
      user(5, '["administrator"]'),
      user(6, '["administrator"]'),
      post(10, 9),
      post(11, 9, 'draft'),
      post(12, 5),
      post(13, 3),
      byline(10, 5, 1),
      byline(10, 3, 2),
      byline(13, 9, 1),
      counter('author:9:post', 2),
      counter('author:5:post', 2),
      counter('author:3:post', 2),
      `insert into revision (post_id, author_id, kind, title, excerpt, content, created_at) values (13, 9, 'autosave', 'Typed', '', '', 1)`,
      `insert into revision (post_id, author_id, kind, title, excerpt, content, created_at) values (13, 3, 'autosave', 'Mine', '', '', 1)`,
      `insert into comment (post_id, user_id, status, type, author_name, author_email, author_url, author_ip, created_at, content) values
        (13, 9, 'approved', 'comment', 'A', '', '', '', 1, 'Remark')`,
      ...[3, 9].map(
        (id) =>
          `insert into import_item (source, kind, external_id, local_id, hash) values ('old.example', 'user', 'u${id}', ${id}, 'h')`,
      ),
      `insert into import_item (source, kind, external_id, local_id, hash) values ('old.example', 'post', '9', 9, 'h')`,
      `insert into shared_draft (post_id, key_hash, shared_by, created_at) values (11, 'k', 9, 1)`,
      `insert into post_lock (post_id, user_id, window_id, since, seen_at, asker_id, asked_at, refused_id) values (12, 5, 'w', 1, 1, 9, 1, 3)`,
      `insert into session (id, user_id, created_at, expires_at, lasts_ms, rights, ip, user_agent) values ('s', 9, 1, 99999999999999, 1, '', '', '')`,
    ]);
    expect(
      (await read.selectFrom('post').select(['id', 'author_id']).orderBy('id').execute()).map((row) => [
        row.id,
        row.author_id,
      ]),
    ).toEqual([
      [10, 5],
      [11, 5],
      [12, 5],
      [13, 3],
    ]);
    expect(
      (await read.selectFrom('byline').select(['post_id', 'user_id']).execute()).map((row) => [
        row.post_id,
        row.user_id,
      ]),
    ).toEqual([[10, 3]]);
    expect(
      (await read.selectFrom('counter').selectAll().orderBy('key').execute()).map(
        ({ key, value }) => `${key}=${value}`,
      ),
    ).toEqual(['author:3:post=2', 'author:5:post=2']);
    expect(
      (await read.selectFrom('revision').select(['author_id', 'kind', 'title']).orderBy('id').execute()).map(
        (row) => Object.values(row).join(' '),
      ),
    ).toEqual(['0 revision Typed', '3 autosave Mine']);
    expect(await read.selectFrom('comment').select('user_id').execute()).toEqual([{ user_id: 0 }]);
    expect(await read.selectFrom('session').select('id').execute()).toEqual([]);
    const known = await read
      .selectFrom('import_item')
      .select(['kind', 'local_id'])
      .orderBy('kind')
      .orderBy('local_id')
      .execute();
    expect(known.map((row) => Object.values(row).join(' '))).toEqual(['post 9', 'user 0', 'user 3']);
    expect(await read.selectFrom('shared_draft').select('shared_by').execute()).toEqual([{ shared_by: 0 }]);
    expect(await read.selectFrom('post_lock').select(['asker_id', 'refused_id']).execute()).toEqual([
      { asker_id: 0, refused_id: 3 },
    ]);
    expect(
      (await read.selectFrom('activity').select(['kind', 'item_id', 'summary']).execute()).map((row) => [
        row.kind,
        row.item_id,
        row.summary,
      ]),
    ).toEqual([['user', 5, '2 posts and files of deleted accounts: to "User 5"']]);
    await close();
  });

  test('where nothing was left behind, nothing is touched or said', async () => {
    const { read, close } = await migrated([
      user(5, '["administrator"]'),
      post(12, 5),
      post(14, 0),
      counter('author:5:post', 1),
    ]);
    expect(await read.selectFrom('activity').selectAll().execute()).toEqual([]);
    expect(
      (await read.selectFrom('post').select('author_id').orderBy('id').execute()).map((row) => row.author_id),
    ).toEqual([5, 0]);
    expect(
      (await read.selectFrom('counter').selectAll().execute()).map(({ key, value }) => `${key}=${value}`),
    ).toEqual(['author:5:post=1']);
    await close();
  });
});
