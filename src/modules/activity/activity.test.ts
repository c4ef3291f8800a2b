import { beforeAll, beforeEach, expect, test } from 'vitest';
import { onBothDatabases } from '../../../test/harness/databases.ts';
import { makePost, makeUser } from '../../../test/harness/factories.ts';
import { useRestApp } from '../../../test/harness/rest-app.ts';
import { noteChange } from '../../kernel/command.ts';
import { findActor } from '../users/roles.ts';
import { operator } from '../users/role.ts';
import { forgetActivity } from './retention.ts';

onBothDatabases('the activity log', (get) => {
  const rest = useRestApp(get);
  const base = '/broadsheet/v1/activity';
  const who = { chief: 0, author: 0 };
  let post = 0;

  beforeAll(async () => {
    await get().write(async (tx) => {
      who.chief = await makeUser(tx, { login: 'chief', displayName: 'Chief', roles: ['administrator'] });
      who.author = await makeUser(tx, { login: 'author', displayName: 'Änne', roles: ['author'] });
      post = await makePost(tx, { title: 'Harbour' });
    });
  });
  beforeEach(async () => {
    await get().write(async (tx) => {
      await tx.db.deleteFrom('activity').execute();
      const author = await findActor(tx.db, who.author);
      const chief = await findActor(tx.db, who.chief);
      if (!author || !chief) throw new Error('no actors');
      await noteChange(tx, author, { verb: 'create', kind: 'post', itemId: post, summary: 'post "Harbour"' });
      await noteChange(tx, chief, {
        verb: 'update',
        kind: 'setting',
        itemId: 0,
        summary: 'posts_per_page',
        details: {
          posts_per_page: { before: 10, after: 20 },
          show_on_front: { before: 'posts', after: 'page' },
        },
      });
      await noteChange(tx, operator(), {
        verb: 'delete',
        kind: 'post',
        itemId: 999_999,
        summary: 'post "=1+1"',
      });
    });
  });
  const summaries = async (query: string) =>
    (await rest.getAs(who.chief, `${base}?${query}`)).list.map(({ summary }) => summary);

  test('[IMP-11] is filtered by user, kind, action, source, text and day, and paged by cursor', async () => {
    const [deleted, changed, created] = ['post "=1+1"', 'posts_per_page', 'post "Harbour"'];
    const today = new Date().toISOString().slice(0, 10);
    for (const [query, expected] of [
      ['', [deleted, changed, created]],
      [`user=${who.author}`, [created]],
      ['kind=setting', [changed]],
      ['verb=delete', [deleted]],
      ['source=cli', [deleted]],
      ['search=HARBOUR', [created]],
      ['search=anne', [created]],
      ['search=%25', []],
      [`since=${today}&until=${today}`, [deleted, changed, created]],
      ['until=2020-01-01', []],
      ['since=2999-01-01', []],
      ['per_page=1', [deleted]],
    ] as const)
      expect([query, await summaries(query)]).toEqual([query, expected]);
    const [first] = (await rest.getAs(who.chief, `${base}?per_page=1`)).list;
    expect(await summaries(`per_page=1&before=${Number(first?.['id'])}`)).toEqual([changed]);
  });

  test('[IMP-11] entries link to their item while it exists', async () => {
    const { list } = await rest.getAs(who.chief, base);
    expect(list.map(({ link }) => link)).toEqual([
      '',
      '/options-general.php',
      `/post.php?post=${post}&action=edit`,
    ]);
  });

  test('[IMP-11] invalid filters are refused, and hostile text finds nothing', async () => {
    for (const query of [
      'since=yesterday',
      'until=2026-02-30',
      'kind=planet',
      'verb=%00',
      'user=-1',
      'before=0',
      'per_page=101',
      'source[]=x&source[]=y',
    ])
      expect([query, (await rest.getAs(who.chief, `${base}?${query}`)).status]).toEqual([query, 400]);
    for (const search of [`' or 1=1 --`, '<script>', '\\', '_', '\u0000', 'x'.repeat(400)])
      expect([
        search,
        (await rest.getAs(who.chief, `${base}?search=${encodeURIComponent(search)}`)).list,
      ]).toEqual([search, search === '_' ? [expect.objectContaining({ kind: 'setting' })] : []]);
    expect((await rest.getAs(who.author, base)).status).toBe(403);
    expect((await rest.get(`${base}/export`)).status).toBe(401);
  });

  test('[IMP-11] lists who has entries', async () => {
    const { json } = await rest.getAs(who.chief, `${base}/people`);
    expect(json).toEqual({
      days: 365,
      people: expect.arrayContaining([
        { id: who.chief, name: 'Chief' },
        { id: who.author, name: 'Änne' },
      ]),
    });
  });

  test('[IMP-11] the export streams the filtered entries as CSV, without formulas and with changes in words', async () => {
    const all = await rest.getAs(who.chief, `${base}/export`);
    expect(all.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="activity.csv"',
    });
    const lines = all.text.split('\r\n');
    expect(lines[0]).toBe('\uFEFFdate,user,source,action,kind,item,summary,changes');
    expect(lines[2]?.replace(/^[^,]*/, '')).toMatch(
      /^,Chief,site,update,setting,,posts_per_page,"?.*: 10 → 20; .+ → .+$/,
    );
    expect(lines[2]).not.toMatch(/[{}]/);
    expect(lines).toHaveLength(5);
    const own = await rest.getAs(who.chief, `${base}/export?kind=post&verb=create`);
    expect(own.text.split('\r\n')).toHaveLength(3);
    await get().write(async (tx) => {
      const chief = await findActor(tx.db, who.chief);
      for (const summary of ['=cmd()', '+1', '-1', '@x', '\tx'])
        if (chief) await noteChange(tx, chief, { verb: 'update', kind: 'site', itemId: 0, summary });
    });
    const hostile = await rest.getAs(who.chief, `${base}/export?kind=site`);
    for (const cell of ["'=cmd()", "'+1", "'-1", "'@x", "'\tx"]) expect(hostile.text).toContain(cell);
  });

  test('[IMP-11] many entries are exported in portions, each once', async () => {
    await get().write(async (tx) => {
      const rows = Array.from({ length: 1201 }, (_, at) => ({
        at: at + 1,
        user_id: 0,
        user_name: '',
        verb: 'update' as const,
        kind: 'site' as const,
        item_id: 0,
        summary: `entry ${at}`,
      }));
      for (let at = 0; at < rows.length; at += 400)
        await tx.db
          .insertInto('activity')
          .values(rows.slice(at, at + 400))
          .execute();
    });
    const { text } = await rest.getAs(who.chief, `${base}/export?kind=site`);
    const found = text.match(/entry \d+/g) ?? [];
    expect([found.length, new Set(found).size]).toEqual([1201, 1201]);
  });

  test('[IMP-11] old entries are deleted after their time, and the oldest ones beyond the maximum', async () => {
    const now = Date.now();
    await get().write(async (tx) => {
      const [{ id } = { id: 0 }] = await tx.db
        .selectFrom('activity')
        .select('id')
        .orderBy('id')
        .limit(1)
        .execute();
      await tx.db
        .updateTable('activity')
        .set({ at: now - 8 * 86_400_000 })
        .where('id', '=', id)
        .execute();
      await forgetActivity(tx, { now, days: 10 });
    });
    expect(await summaries('')).toHaveLength(3);
    await get().write((tx) => forgetActivity(tx, { now, days: 7 }));
    expect(await summaries('')).toEqual(['post "=1+1"', 'posts_per_page']);
    await get().write((tx) => forgetActivity(tx, { now, days: 7, most: 1 }));
    expect(await summaries('')).toEqual(['post "=1+1"']);
  });
});
