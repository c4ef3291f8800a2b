import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { onDrawnDatabase } from '../../test/harness/databases.ts';
import { dumpTables } from '../../test/harness/dump-tables.ts';
import { makeComment, makePost, makeUser } from '../../test/harness/factories.ts';
import { inPieces, wxr } from '../../test/fixtures/wxr.ts';
import { deleteComment } from '../modules/comments/store.ts';
import { deletePost, updatePost } from '../modules/posts/writer.ts';
import { saveSettings, readSettings } from '../modules/settings/store.ts';
import { ensureAdministrator } from '../modules/accounts/install-site.ts';
import { deleteUser } from '../modules/users/writer.ts';
import { importWxr } from '../import/import-wxr.ts';
import { switchOn } from '../modules/ready-types/switch-on.ts';
import { operator } from '../modules/users/role.ts';
import { removeDemo } from './remove-demo.ts';
import { seedDemo } from './seed-demo.ts';

onDrawnDatabase('importing into a site that holds the demo', (get, place) => {
  const media = () => join(place().dataDir, 'media');
  const filesLeft = () =>
    existsSync(media())
      ? readdirSync(media(), { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map(({ name }) => name)
      : [];

  test('refuses while any of it is edited or other content exists, and otherwise removes all of it', async () => {
    const database = get();
    await ensureAdministrator(database, { user: 'admin', email: 'admin@x.example', password: 'long enough' });
    const before = await dumpTables(database);
    await seedDemo(database, place().dataDir);
    const files = await database.read.selectFrom('media').select('file').execute();
    expect(filesLeft().toSorted()).toEqual(files.map(({ file }) => basename(file)).toSorted());
    const article = await database.read
      .selectFrom('post')
      .select(['id', 'title', 'modified_at', 'revision'])
      .where('type', '=', 'post')
      .orderBy('id')
      .executeTakeFirstOrThrow();
    const refused = () => expect(removeDemo(database, place().dataDir)).rejects;

    await database.write((tx) => updatePost(tx, article.id, { title: 'Mine' }));
    await refused().toThrow(
      /the demo's post "post:[\w-]+" \(edited\)\. Use --keep-demo to import in addition to it/,
    );
    await database.write((tx) =>
      tx.db
        .updateTable('post')
        .set({ title: article.title, modified_at: article.modified_at, revision: article.revision })
        .where('id', '=', article.id)
        .execute(),
    );
    const own = await database.write((tx) => makePost(tx, { title: 'My first post' }));
    await refused().toThrow(/the post "My first post"/);
    await database.write((tx) => deletePost(tx, own));
    const comment = await database.write((tx) =>
      makeComment(tx, { postId: article.id, authorName: 'A reader' }),
    );
    await refused().toThrow(/a comment by A reader/);
    await database.write((tx) => deleteComment(tx, comment));
    const user = await database.write((tx) => makeUser(tx, { login: 'colleague' }));
    await refused().toThrow(/the user "colleague"/);
    await database.write((tx) => deleteUser(tx, user));
    await database.write((tx) => saveSettings(tx, { blogname: 'My own name' }));
    await refused().toThrow(/the setting "blogname" \(edited\)/);
    await database.write((tx) => tx.db.deleteFrom('setting').where('key', '=', 'blogname').execute());

    for (const name of ['event', 'episode'])
      await switchOn({ database, dataDir: place().dataDir }, operator(), { name, samples: true });
    const ready = await database.read
      .selectFrom('post')
      .select('id')
      .where('type', 'in', ['event', 'episode'])
      .orderBy('id')
      .execute();
    expect(ready).toHaveLength(4);
    await database.write((tx) => updatePost(tx, ready[0]?.id ?? 0, { title: 'My event' }));
    await refused().toThrow(/the demo's post "(?:event|episode):[\w-]+" \(edited\)/);
    await database.write((tx) => deletePost(tx, ready[0]?.id ?? 0));

    expect(await removeDemo(database, place().dataDir)).toEqual([
      expect.stringMatching(
        /^Removed the unedited demo magazine: \d\d+ posts, pages and media files, \d+ comments, \d+ terms, \d+ authors, \d menus/,
      ),
    ]);
    expect(filesLeft()).toEqual([]);
    const after = await dumpTables(database);
    const withoutZeros = (rows: readonly string[] = []) => rows.filter((row) => !row.includes('"value":0'));
    // The types stay, with their fields and templates.
    const ofTypes =
      /^(?:content_type|field|field_set|template|template_.*|activity.*|setting|search.*|counter.*)$/;
    for (const [table, rows] of Object.entries(after).filter(([name]) => !ofTypes.test(name)))
      expect([table, withoutZeros(rows)]).toEqual([table, withoutZeros(before[table])]);
    expect((await readSettings(database.read)).settings.blogname).not.toBe('My own name');
    expect(await removeDemo(database, place().dataDir)).toEqual([]);
    await importWxr(database, inPieces(wxr([{ id: 1 }], { title: 'Old site' })));
    expect((await readSettings(database.read)).settings.blogname).toBe('Old site');
  });
});
