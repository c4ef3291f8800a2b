import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { makeTestDatabase, onBothDatabases } from '../../../../test/harness/databases.ts';
import { findSummaries } from '../../../modules/posts/reader.ts';
import { openDatabase } from '../open-database.ts';

onBothDatabases('the step to the status before the trash', (get) => {
  test('is what its meta says of each post in the trash, a draft where that says nothing that we know; others had none', async () => {
    const place = await makeTestDatabase(get().dialect.name, { migrated: false });
    const database = await openDatabase({ ...place, maxConnections: 2 });
    await database.migrate(45);
    const posts: readonly (readonly [status: string, noted: readonly string[], after: string])[] = [
      ['trash', ['publish'], 'publish'],
      ['trash', ['private'], 'private'],
      ['trash', ['future'], 'future'],
      ['trash', [], 'draft'],
      ['trash', [''], 'draft'],
      ['trash', ['trash'], 'draft'],
      ['trash', ['wc-processing'], 'draft'],
      ['trash', ["'; drop table post"], 'draft'],
      ['trash', ['pending', 'publish'], 'pending'],
      ['publish', ['private'], ''],
      ['draft', [], ''],
    ];
    await database.write(async (tx) => {
      for (const [index, [status, noted]] of posts.entries()) {
        const id = index + 1;
        await sql`insert into post (id, type, status, slug, author_id, parent_id, menu_order, published_at, modified_at, created_at, revision, sticky, format,
          comment_status, ping_status, comment_count, view_count, featured_media_id, mime_type, password, guid, rnd1, rnd2, rnd3, rnd4, title, excerpt, content)
          values (${id}, 'post', ${status}, ${`s${id}`}, 1, 0, 0, 0, 0, 0, 1, 0, 'standard', 'open', 'open', 0, 0, 0, '', '', '', 1, 1, 1, 1, 'T', '', '')`.execute(
          tx.db,
        );
        for (const value of noted)
          await sql`insert into post_meta (post_id, key, value) values (${id}, '_wp_trash_meta_status', ${value})`.execute(
            tx.db,
          );
      }
    });
    expect(await database.migrate()).toContain('status before the trash');
    const summaries = await findSummaries(
      database.read,
      posts.map((_post, index) => index + 1),
    );
    expect(posts.map((_post, index) => summaries.get(index + 1)?.trashedStatus)).toEqual(
      posts.map(([, , after]) => after),
    );
    await expect(
      database.write((tx) => sql`update post set trashed_status = 'trash' where id = 1`.execute(tx.db)),
    ).rejects.toThrow(/post_trashed_status/);
    await database.close();
    await place.drop();
  });
});
