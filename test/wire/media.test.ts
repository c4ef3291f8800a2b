import { afterAll, beforeAll, expect, test } from 'vitest';
import { enqueueMedia } from '../../src/modules/media/queue.ts';
import { saveMedia } from '../../src/modules/media/writer.ts';
import { deletePost, updatePost } from '../../src/modules/posts/writer.ts';
import { openSiteDatabase } from '../../src/site-database.ts';
import { onBothDatabases } from '../harness/databases.ts';
import { makeMedia, makePost } from '../harness/factories.ts';
import { claimMedia, finishMedia } from '../harness/media-jobs.ts';
import { rawRequest, serveSite } from '../harness/served-site.ts';
import type { ServedSite } from '../harness/served-site.ts';

const webp = (name: string, width: number, height: number) => ({
  file: `${name}-${width}x${height}.jpg.webp`,
  width,
  height,
  mime: 'image/webp',
});
const sizesOf = (name: string) => ({
  medium: webp(name, 300, 200),
  medium_large: webp(name, 768, 512),
  large: webp(name, 1024, 683),
});

onBothDatabases('files in pages', (_get, place) => {
  let site: ServedSite;
  const ids = { lead: 0, far: 0, byUrl: 0, post: 0 };
  const page = async (path = '/with-pictures/') => (await rawRequest(site.url, path)).body;
  const finish = async (id: number, name: string) => {
    await site.database.write((tx) => enqueueMedia(tx, [id], 1));
    const job = (await claimMedia(site.database, Date.now())) ?? expect.fail('There is no job.');
    await site.database.write((tx) =>
      finishMedia(tx, job, {
        width: 1600,
        height: 1067,
        color: '#305070',
        focalX: 250,
        focalY: 750,
        sizes: sizesOf(name),
      }),
    );
  };

  beforeAll(async () => {
    site = await serveSite(place());
    await site.database.write(async (tx) => {
      const file = (name: string) => ({
        file: {
          file: `2026/01/${name}.jpg`,
          width: 1600,
          height: 1067,
          sizes: {},
          alt: `First words of ${name}`,
        },
      });
      ids.lead = await makeMedia(tx, file('lead'));
      ids.far = await makeMedia(tx, file('far'));
      ids.byUrl = await makeMedia(tx, file('named'));
      ids.post = await makePost(tx, {
        title: 'With pictures',
        slug: 'with-pictures',
        featuredMediaId: ids.lead,
        content:
          `<figure><img src="/wp-content/uploads/2026/01/far.jpg" class="wp-image-${ids.far}"/></figure><p>Between.</p><img ` +
          `src="/wp-content/uploads/2026/01/named.jpg">[gallery ids="${ids.far}"]`,
      });
    });
  });
  afterAll(() => site.close());

  test('[IMP-04] sizes that are ready appear in texts and lists within a moment', async () => {
    for (const path of ['/with-pictures/', '/']) expect(await page(path)).not.toContain('300w');
    await finish(ids.far, 'far');
    await expect.poll(() => page()).toContain('/wp-content/uploads/2026/01/far-300x200.jpg.webp 300w');
    expect(await page()).toContain('far-1024x683.jpg.webp 1024w');
    await finish(ids.lead, 'lead');
    for (const path of ['/with-pictures/', '/']) {
      await expect
        .poll(() => page(path))
        .toMatch(
          /background-color:#305070[^>]*>(?:<[^>]*>)*?<img[^>]*lead-768x512\.jpg\.webp"[^>]*object-position:25% 75%/,
        );
    }
  });

  test('[IMP-04] words and focal point that change later reach the pages at once', async () => {
    await site.database.write(async (tx) => {
      await saveMedia(tx, { postId: ids.far, alt: 'New words of far' });
      await saveMedia(tx, { postId: ids.byUrl, alt: 'New words of named' });
      await saveMedia(tx, { postId: ids.lead, alt: 'New words of lead', focalX: 100, focalY: 900 });
      await updatePost(tx, ids.far, { excerpt: 'A new caption' });
    });
    const html = await page();
    for (const words of ['New words of far', 'New words of named', 'New words of lead', 'A new caption'])
      expect(html).toContain(words);
    expect(html).not.toContain('First words');
    await expect.poll(() => page('/')).toContain('object-position:10% 90%');
  });

  test('a cached render is used until a file in it changes, in any process', async () => {
    const document = () =>
      site.database.read
        .selectFrom('post_render')
        .select('document')
        .where('post_id', '=', ids.post)
        .executeTakeFirst();
    await expect.poll(async () => (await document())?.document).toContain('New words of far');
    expect(
      await site.database.read
        .selectFrom('post_render_media')
        .select('media_id')
        .where('post_id', '=', ids.post)
        .orderBy('media_id')
        .execute(),
    ).toEqual([{ media_id: ids.far }, { media_id: ids.byUrl }]);
    const other = await openSiteDatabase({
      dataDir: place().dataDir,
      databaseUrl: place().databaseUrl,
      maxConnections: 1,
      busyTimeoutMs: 2000,
    });
    await other.write((tx) => saveMedia(tx, { postId: ids.byUrl, alt: 'Words from elsewhere' }));
    await other.close();
    await expect.poll(() => page()).toContain('Words from elsewhere');
  });

  test('a picture that is deleted is shown nowhere any more', async () => {
    await site.database.write((tx) => deletePost(tx, ids.far));
    expect(await page()).not.toContain('far-300x200');
  });

  test('after a picture changed, an article and the lists that show it take at most 9 queries; this figure only goes down', async () => {
    await page();
    await expect
      .poll(
        async () =>
          (
            await site.database.read
              .selectFrom('post_render')
              .select('post_id')
              .where('post_id', '=', ids.post)
              .execute()
          ).length,
      )
      .toBe(1);
    await expect
      .poll(
        async () =>
          (
            await site.database.read
              .selectFrom('post_related')
              .select('post_id')
              .where('post_id', '=', ids.post)
              .execute()
          ).length,
      )
      .toBe(1);
    // Waits for background work of earlier tests, such as rankings of related posts.
    let last = -1;
    await expect
      .poll(
        () => {
          const isQuiet = site.database.queryCount() === last;
          last = site.database.queryCount();
          return isQuiet;
        },
        { interval: 250 },
      )
      .toBe(true);
    await site.database.write(async (tx) => tx.emit(`media:${ids.byUrl}`)); // no change, but every cache checks again
    const before = site.database.queryCount();
    await page();
    // Blocks that query in one tick batch together; responses over a connection arrive in arbitrary ticks.
    expect(site.database.queryCount() - before).toBeLessThanOrEqual(
      site.database.dialect.name === 'sqlite' ? 9 : 12,
    );
  });
});
