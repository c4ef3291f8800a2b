import { CompiledQuery, Kysely, sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { makeActors } from '../../../test/harness/actors.ts';
import type { Actors, RoleName } from '../../../test/harness/actors.ts';
import { onBothDatabases } from '../../../test/harness/databases.ts';
import { makeComment, makeMedia, makePost, makeUser } from '../../../test/harness/factories.ts';
import { useRestApp } from '../../../test/harness/rest-app.ts';
import { noteChange } from '../../kernel/command.ts';
import { openPool, postgresDialect } from '../../kernel/db/dialects/postgres.ts';
import { openSqlite, SqliteConnectionDialect } from '../../kernel/db/dialects/sqlite.ts';
import { countingQueries } from '../../kernel/db/query-count.ts';
import type { Tables } from '../../kernel/db/tables.ts';
import { listChangesByOthers } from '../../modules/activity/reader.ts';
import { findHeldComments } from '../../modules/comments/comment-lists.ts';
import { findSetup } from '../../modules/dashboard/setup.ts';
import { listFindings, saveFindings } from '../../modules/findings/store.ts';
import { addMenuItem, assignMenu, createMenu } from '../../modules/menus/store.ts';
import { lockPost } from '../../modules/posts/lock-commands.ts';
import { findDrafts, findEdited, findScheduled } from '../../modules/posts/unfinished.ts';
import { deletePost, updatePost } from '../../modules/posts/writer.ts';
import { saveSettings } from '../../modules/settings/store.ts';
import { defaultSettings } from '../../modules/settings/settings.ts';
import { addViews, findReadsOfDay } from '../../modules/views/store.ts';

const dayMs = 24 * 3_600_000;
const path = '/broadsheet/v1/dashboard';

onBothDatabases('the dashboard over REST', (get, place) => {
  const rest = useRestApp(get);
  let actors: Actors;

  beforeAll(async () => {
    actors = await makeActors(get());
  });

  const seenBy = async (name: RoleName) => (await rest.getAs(actors[name].id, path)).json;
  const titles = (posts: unknown) =>
    (posts as readonly { readonly title: string }[]).map(({ title }) => title);

  test('what each role sees follows its capabilities', async () => {
    const shown = async (name: RoleName) =>
      Object.entries(await seenBy(name))
        .filter(([key, value]) => value !== null && !['date', 'failed', 'state'].includes(key))
        .map(([key]) => key)
        .toSorted()
        .join(' ');
    expect(await shown('administrator')).toBe(
      'changes comments drafts editing findings reads scheduled setup',
    );
    expect(await shown('editor')).toBe('comments drafts editing findings reads scheduled');
    expect(await shown('author')).toBe('drafts editing findings reads scheduled');
    expect(await shown('contributor')).toBe('drafts');
    expect((await rest.getAs(actors.subscriber.id, path)).status).toBe(403);
    expect((await rest.get(path)).status).toBe(401);
  });

  test('drafts and scheduled posts: mine to writers, all with authors to editors, the next and the last changed first', async () => {
    const { author, contributor, editor } = actors;
    const [now, at] = [Date.now(), Date.now() + dayMs];
    await get().write(async (tx) => {
      await makePost(tx, { title: 'Old', status: 'draft', authorId: author.id, modifiedAt: now - dayMs });
      await makePost(tx, { title: 'New', status: 'pending', authorId: author.id, modifiedAt: now });
      await makePost(tx, { title: 'Theirs', status: 'draft', authorId: contributor.id });
      await makePost(tx, { title: 'Chief', status: 'draft', authorId: editor.id });
      await makePost(tx, { title: 'Later', status: 'future', authorId: author.id, publishedAt: at + dayMs });
      await makePost(tx, { title: 'Next', status: 'future', authorId: editor.id, publishedAt: at });
    });
    const ofAuthor = await seenBy('author');
    expect([titles(ofAuthor['drafts']?.['mine']), ofAuthor['drafts']?.['others']]).toEqual([
      ['New', 'Old'],
      null,
    ]);
    expect(titles(ofAuthor['scheduled'])).toEqual(['Later']);
    expect(titles((await seenBy('contributor'))['drafts']?.['mine'])).toEqual(['Theirs']);
    const ofEditor = await seenBy('editor');
    expect(titles(ofEditor['drafts']?.['mine'])).toEqual(['Chief']);
    expect(titles(ofEditor['drafts']?.['others']).toSorted()).toEqual(['New', 'Old', 'Theirs']);
    expect(ofEditor['scheduled']).toMatchObject([
      { title: 'Next', author_name: editor.displayName, date: new Date(at).toISOString() },
      { title: 'Later', author_name: author.displayName },
    ]);
  });

  test('today’s reads are ranked and compared with the day a week ago; withdrawn posts count only in the total', async () => {
    const now = Date.now();
    const [a, b, c] = await get().write(async (tx) => {
      const ids = [await makePost(tx), await makePost(tx, { title: '<b>Much</b> read' }), await makePost(tx)];
      await addViews(tx, new Map([[ids[0] ?? 0, 100]]), now - 7 * dayMs);
      await addViews(tx, new Map(ids.map((id, n) => [id, n + 1])), now);
      await updatePost(tx, ids[2] ?? 0, { status: 'draft' });
      return ids;
    });
    expect(c).toBeGreaterThan(0);
    expect((await seenBy('author'))['reads']).toEqual({
      today: 6,
      week_ago: 100,
      posts: [
        { id: b, title: 'Much read', reads: 2 },
        { id: a, title: expect.any(String), reads: 1 },
      ],
    });
  });

  test('comments that wait carry what a decision needs, as plain text', async () => {
    const id = await get().write(async (tx) => {
      const postId = await makePost(tx, { title: 'Bridge' });
      await makeComment(tx, { postId });
      return makeComment(tx, {
        postId,
        status: 'hold',
        authorName: '<i>Eve</i>\u202e',
        content: `<p>Hello <script>alert(1)</script> &amp; ${'word '.repeat(200)}</p>`,
      });
    });
    const comments = (await seenBy('editor'))['comments'];
    expect(comments).toMatchObject([{ id, post_title: 'Bridge', author_name: 'Eve' }]);
    const excerpt = String(comments?.['0']?.['excerpt']);
    expect([excerpt.startsWith('Hello'), excerpt.includes('<'), excerpt.length < 300]).toEqual([
      true,
      false,
      true,
    ]);
    const send = (revision: unknown) =>
      rest.sendAs(actors.editor.id, 'POST', `/wp/v2/comments/${id}`, { status: 'approved', revision });
    expect((await send(1)).status).toBe(409);
    expect((await send(comments?.['0']?.['revision'])).status).toBe(200);
    expect((await seenBy('editor'))['comments']).toEqual([]);
  });

  test('who edits what now: open posts that the caller may edit', async () => {
    const { author, editor } = actors;
    const [own, other] = await get().write(async (tx) => [
      await makePost(tx, { authorId: author.id, title: 'Own' }),
      await makePost(tx, { authorId: editor.id, title: 'Other' }),
    ]);
    await get().write((tx) => lockPost(tx, author, { id: own ?? 0, windowId: 'w1' }));
    await get().write((tx) => lockPost(tx, editor, { id: other ?? 0, windowId: 'w2' }));
    const posts = async (name: RoleName) =>
      ((await seenBy(name))['editing'] as unknown as readonly { post: number }[]).map(({ post }) => post);
    expect((await posts('editor')).toSorted()).toEqual([own, other].toSorted());
    expect(await posts('author')).toEqual([own]);
    await get().write((tx) => tx.db.updateTable('post_lock').set({ seen_at: 1 }).execute());
    expect(await posts('editor')).toEqual([]);
  });

  test('what others changed since the last visit, grouped; the visit is the user’s preference', async () => {
    const { administrator, editor } = actors;
    await get().write(async (tx) => {
      await tx.db.deleteFrom('activity').execute();
      for (const [itemId, summary] of [
        [1, 'post "One": title'],
        [2, 'post "Two": content'],
        [1, 'post "One": content'],
      ] as const)
        await noteChange(tx, editor, { verb: 'update', kind: 'post', itemId, summary });
      await noteChange(tx, administrator, { verb: 'update', kind: 'setting', itemId: 0, summary: 'mine' });
    });
    const changes = async () => (await seenBy('administrator'))['changes'];
    expect(await changes()).toMatchObject({
      groups: [
        {
          user_name: editor.displayName,
          verb: 'update',
          kind: 'post',
          count: 2,
          items: [
            { item: 1, summary: 'post "One": content' },
            { item: 2, summary: 'post "Two": content' },
          ],
        },
      ],
    });
    await get().write(async (tx) => {
      for (let n = 0; n < 400; n++)
        await noteChange(tx, administrator, { verb: 'update', kind: 'post', itemId: n, summary: 'mine' });
      await noteChange(tx, editor, { verb: 'login', kind: 'user', itemId: editor.id, summary: 'in' });
    });
    expect(await changes()).toMatchObject({ groups: [{ user_name: editor.displayName, count: 2 }] });
    const store = (value: unknown, from: unknown = {}) =>
      rest.sendAs(administrator.id, 'POST', '/wp/v2/users/me', {
        meta: { broadsheet_dashboard: value },
        from: { meta: { broadsheet_dashboard: from } },
      });
    // Milliseconds of one visit: seen just now, the one before ended later than the changes.
    const state = { seen_at: Date.now(), since_at: Date.now(), hides_setup: true };
    expect((await store(state)).status).toBe(200);
    expect(await changes()).toMatchObject({ since: new Date(state.since_at).toISOString(), groups: [] });
    expect((await seenBy('administrator'))['setup']).toBeNull();
    const stale = await store({ seen_at: 1 });
    expect([stale.status, stale.json['code']]).toEqual([409, 'stale']);
    for (const odd of [
      { seen_at: 'x', since_at: -1 },
      { seen_at: 1e300 },
      { hides_setup: 'yes', more: [] },
    ]) {
      const before = (await seenBy('administrator'))['state'];
      expect((await store(odd, before)).status).toBe(200);
      expect((await seenBy('administrator'))['failed']).toEqual([]);
    }
    for (const refused of ['text', 5, [1], { big: 'x'.repeat(200_000) }])
      expect((await store(refused, (await seenBy('administrator'))['state'])).status).toBe(400);
  });

  test('the steps of a new site are done by facts, and go once the required ones are', async () => {
    const setup = async () => (await seenBy('administrator'))['setup'];
    await get().write(async (tx) => {
      const posts = await tx.db.selectFrom('post').select('id').where('type', '=', 'post').execute();
      for (const { id } of posts) await deletePost(tx, id);
      await tx.db.deleteFrom('user_meta').where('key', '=', 'broadsheet_dashboard').execute();
    });
    const none = { identity: false, story: false, menu: false, look: false, people: true, services: false };
    expect(await setup()).toEqual(none);
    await get().write(async (tx) => {
      await makePost(tx, { title: 'First' });
      await saveSettings(tx, {
        blogname: 'The Harbour',
        site_logo: await makeMedia(tx),
        look: { base: 'review' },
        push_desktop: true,
      });
    });
    expect(await setup()).toEqual({ ...none, identity: true, story: true, look: true, services: true });
    await get().write(async (tx) => {
      const menuId = await createMenu(tx, { name: 'Main' });
      await assignMenu(tx, 'primary', menuId);
      await addMenuItem(tx, menuId, { label: 'News', url: '/news/' });
    });
    expect(await setup()).toBeNull();
  });

  test('a part that fails leaves the others', async () => {
    await get().write((tx) => sql`alter table post_finding rename to elsewhere`.execute(tx.db));
    const { status, json } = await rest.getAs(actors.editor.id, path);
    await get().write((tx) => sql`alter table elsewhere rename to post_finding`.execute(tx.db));
    expect([status, json['failed'], json['findings']]).toEqual([200, ['findings'], null]);
    expect(json['drafts']).not.toBeNull();
    expect((await seenBy('editor'))['failed']).toEqual([]);
  });

  test('takes at most ten queries, and reads a few rows of each table, whatever the site’s size', async () => {
    await get().write(async (tx) => {
      const first = await makePost(tx);
      const columns = sql.join(
        (await tx.db.introspection.getTables())
          .find(({ name }) => name === 'post')
          ?.columns.map(({ name }) => name)
          .filter((name) => !['id', 'slug', 'published_at'].includes(name))
          .map((name) => sql.ref(name)) ?? [],
      );
      const numbers = sql`with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 3000)`;
      await sql`${numbers}, one as (select * from post where id = ${first})
        insert into post (slug, published_at, ${columns}) select 'copy-' || n, n, ${columns} from one, numbers`
        .execute(tx.db)
        .catch(() =>
          sql`insert into post (slug, published_at, ${columns}) ${numbers}
            select 'copy-' || n, n, ${columns} from post, numbers where id = ${first}`.execute(tx.db),
        );
      await sql`insert into counter (key, value) ${numbers} select 'posts:' || n, n from numbers`.execute(
        tx.db,
      );
      const postId = await makePost(tx);
      for (let n = 0; n < 300; n++) await makeComment(tx, { postId });
      await makeUser(tx);
      await saveFindings(tx, new Map([[postId, { revision: 1, pictures: [], links: ['/x/'] }]]), { now: 1 });
    });
    await rest.getAs(actors.administrator.id, path); // loads settings
    const count = { queries: 0 };
    const { json } = await countingQueries(count, () => rest.getAs(actors.administrator.id, path));
    expect(json['failed']).toEqual([]);
    const idle = { queries: 0 };
    await countingQueries(idle, () => rest.getAs(actors.administrator.id, '/broadsheet/v1'));
    expect(count.queries - idle.queries).toBeGreaterThan(5);
    expect(count.queries - idle.queries).toBeLessThanOrEqual(10);
  });

  test('plans use indexes', async () => {
    const executed: CompiledQuery[] = [];
    const { databaseUrl } = place();
    const log = ({ query }: { readonly query: CompiledQuery }) => void executed.push(query);
    const pool = databaseUrl === undefined ? undefined : openPool(databaseUrl, 1);
    const file = get().file ?? '';
    const read = new Kysely<Tables>({
      dialect: pool
        ? postgresDialect(pool, { onQuery: () => {} })
        : new SqliteConnectionDialect(openSqlite(file, { readonly: true, busyTimeoutMs: 0 }), () => {}),
      log,
    });
    try {
      if (pool) await sql`analyze`.execute(get().read);
      executed.length = 0;
      const [now, limit] = [Date.now(), 6];
      const { administrator: actor, author } = actors;
      await findScheduled(read, actor, limit);
      await findDrafts(read, actor, limit);
      await findDrafts(read, author, limit);
      await findEdited(read, author, { now, limit });
      await findHeldComments(read, limit);
      await findReadsOfDay(read, { now, limit });
      await listFindings(read, author, limit);
      await listChangesByOthers(read, { userId: actor.id, limit: 300, since: now });
      await findSetup(read, defaultSettings);
      const plans: string[] = [];
      for (const { sql: text, parameters } of executed.splice(0)) {
        const explain = pool ? 'explain' : 'explain query plan';
        const { rows } = await read.executeQuery<Record<string, unknown>>(
          CompiledQuery.raw(`${explain} ${text}`, [...parameters]),
        );
        plans.push(rows.map((row) => String(row['QUERY PLAN'] ?? row['detail'])).join('\n'));
      }
      expect(plans.length).toBe(9);
      for (const plan of plans)
        expect(plan).not.toMatch(
          /Seq Scan on (?:post|counter|comment)\b(?!_)|SCAN (?:post|counter)$|SCAN comment\b(?!_)/m,
        );
    } finally {
      await read.destroy();
    }
  });
});
