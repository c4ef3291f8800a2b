import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { demoSource } from '../modules/imports/ledger.ts';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { onDrawnDatabase } from '../../test/harness/databases.ts';
import { discussions } from '../../demo/comments.ts';
import { articles, pages, templates } from '../../demo/documents.ts';
import { authors, categories, tagline, tags, title as demoTitle } from '../../demo/magazine.ts';
import { menus } from '../../demo/menus.ts';
import { sizesJob } from '../modules/media/queue.ts';
import { findPost } from '../modules/posts/reader.ts';
import { updatePost } from '../modules/posts/writer.ts';
import { saveSettings, readSettings } from '../modules/settings/store.ts';
import { listTerms } from '../modules/terms/reader.ts';
import type { Reader } from '../kernel/db/open-database.ts';
import { demoPostHash, seedDemo } from './seed-demo.ts';

async function expectAccents(read: Reader): Promise<void> {
  const { terms: sections } = await listTerms(read, { taxonomy: 'category', limit: 100 });
  for (const { slug, accent, parent } of categories) {
    const expected = accent ?? categories.find((category) => category.slug === parent)?.accent;
    expect(
      sections.filter((section) => section.slug === slug).map((section) => section.accent),
      slug,
    ).toEqual([expected]);
  }
}

onDrawnDatabase('the demo', (get, place) => {
  test('fills an empty site with everything in its place', async () => {
    const database = get();
    // A name set by the user stays.
    const isNamed = place().dialect === 'postgres';
    const name = isNamed ? 'The Daily' : demoTitle;
    if (isNamed) await database.write((tx) => saveSettings(tx, { blogname: name }));
    expect(await seedDemo(database, place().dataDir)).toBe(articles.length + pages.length);
    const { read } = database;
    expect((await readSettings(read)).settings).toMatchObject({ blogname: name, blogdescription: tagline });
    const posts = await read.selectFrom('post').selectAll().execute();
    expect(
      posts
        .filter(({ type }) => type === 'post')
        .map(({ slug }) => slug)
        .toSorted(),
    ).toEqual(articles.map(({ slug }) => slug).toSorted());
    expect(posts.filter(({ type, sticky }) => type === 'post' && sticky === 1)).toHaveLength(1);
    for (const post of posts.filter(({ type }) => type === 'post')) {
      expect(post.content).not.toContain('{{');
      const lead = posts.find(({ id }) => id === post.featured_media_id);
      expect(lead).toMatchObject({ type: 'attachment', parent_id: post.id, mime_type: 'image/webp' });
      expect(post.published_at).toBeLessThan(Date.now());
    }
    const media = await read.selectFrom('media').selectAll().execute();
    expect(media).toHaveLength(
      articles.flatMap(({ pictures, videos }) => [...pictures, ...videos]).length + authors.length,
    );
    for (const { file, bytes, width, focus_given: isFocusSet } of media) {
      expect(statSync(join(place().dataDir, 'media', file)).size, file).toBe(bytes);
      expect(width, file).toBeGreaterThanOrEqual(400);
      expect(isFocusSet, file).toBe(file.endsWith('.webp') ? 1 : 0);
    }
    expect(
      (await read.selectFrom('job').select('key').where('kind', '=', sizesJob.name).execute()).length,
    ).toBe(media.filter(({ file }) => file.endsWith('.webp')).length);
    const gallery = posts.find(({ slug }) => slug === 'the-last-clatter-on-platform-four');
    const ids =
      /\[gallery [^\]]*ids="([\d,]+)"/
        .exec(gallery?.content ?? '')?.[1]
        ?.split(',')
        .map(Number) ?? [];
    expect(ids.map((id) => media.some(({ post_id }) => post_id === id))).toEqual([true, true, true]);
    const masthead = posts.find(({ slug }) => slug === 'masthead');
    expect(posts.find(({ id }) => id === masthead?.parent_id)?.slug).toBe('about');
    const written = await read
      .selectFrom('comment')
      .select(['id', 'thread_id', 'parent_id', 'post_id'])
      .orderBy('id')
      .execute();
    expect(written).toHaveLength(JSON.stringify(discussions).split('"by":').length - 1);
    expect(new Set(written.map(({ thread_id }) => thread_id)).size).toBe(
      Object.values(discussions).flat().length,
    );
    expect(
      (await read.selectFrom('menu_location').select('location').execute())
        .map(({ location }) => location)
        .toSorted(),
    ).toEqual(['footer', 'mobile', 'primary']);
    const mega = await read
      .selectFrom('menu_item')
      .select(['mega_kind', 'mega_id', 'object_id'])
      .where('mega_kind', '!=', '')
      .execute();
    expect(mega.map(({ mega_kind: kind }) => kind).toSorted()).toEqual(['category', 'category', 'page']);
    for (const item of mega) expect(item.mega_id).toBe(item.object_id);
    expect(
      (await read.selectFrom('menu_item').select('id').where('parent_id', '>', 0).execute()).length,
    ).toBe(menus.flatMap(({ items }) => items).filter(({ under }) => under !== undefined).length);
    await expectAccents(read);
    const science = await read
      .selectFrom('term')
      .select('count')
      .where('slug', '=', 'science')
      .executeTakeFirstOrThrow();
    expect(science.count).toBe(articles.filter((article) => article.categories.includes('science')).length);
    expect(
      (
        await read.selectFrom('user_meta').select('value').where('key', '=', 'portrait_media_id').execute()
      ).every(({ value }) => media.some(({ post_id }) => String(post_id) === value)),
    ).toBe(true);
  });

  test('gives articles their data besides the text', async () => {
    const { read } = get();
    for (const {
      slug,
      template,
      coAuthors,
      author,
      smartList,
      subtitle,
      pictures: [lead],
      featuredVideo,
    } of articles) {
      const { id } = await read
        .selectFrom('post')
        .select('id')
        .where('slug', '=', slug)
        .where('type', '=', 'post')
        .executeTakeFirstOrThrow();
      const { details, authorIds } = (await findPost(read, id)) ?? expect.fail(`${slug} is not there.`);
      expect(details.smartList).toEqual(smartList);
      expect(details.subtitle === '').toBe(subtitle === '');
      expect(details.featuredVideo === '').toBe(featuredVideo === '');
      expect(details.featuredVideo).not.toContain('{{');
      const own = await read
        .selectFrom('template_assignment')
        .innerJoin('template', 'template.id', 'template_id')
        .select(['template.title', 'template.content'])
        .where('kind', '=', 'single')
        .where('item_id', '=', id)
        .execute();
      expect(own).toEqual(
        templates
          .filter((one) => one.slug === template)
          .map(({ title, markup }) => ({ title, content: markup })),
      );
      const names = await read
        .selectFrom('user')
        .select(['id', 'slug'])
        .where('id', 'in', authorIds)
        .execute();
      expect(authorIds.map((authorId) => names.find((user) => user.id === authorId)?.slug)).toEqual([
        author,
        ...coAuthors,
      ]);
      const credit = await read
        .selectFrom('post_meta')
        .innerJoin('post', 'post.id', 'post_meta.post_id')
        .select('value')
        .where('key', '=', 'credit')
        .where('post.slug', '=', lead?.name ?? '')
        .executeTakeFirst();
      expect(credit?.value).toBe(lead?.credit ?? 'Illustration: Lotte Brink');
    }
  });

  test('records everything that it wrote', async () => {
    const { read } = get();
    const entries = await read
      .selectFrom('import_item')
      .select(['kind', 'local_id'])
      .where('source', '=', demoSource)
      .execute();
    const of = (kind: string) =>
      entries
        .filter((entry) => entry.kind === kind)
        .map(({ local_id: id }) => id)
        .toSorted((a, b) => a - b);
    for (const [kind, table] of [
      ['user', 'user'],
      ['term', 'term'],
      ['post', 'post'],
      ['comment', 'comment'],
      ['menu', 'menu'],
      ['template', 'template'],
    ] as const) {
      expect(of(kind), kind).toEqual(
        (await read.selectFrom(table).select('id').orderBy('id').execute()).map(({ id }) => id),
      );
    }
    expect(of('term')).toHaveLength(categories.length + tags.length);
  });

  test('remembers its articles, so that edited ones are distinguishable', async () => {
    const database = get();
    const entries = await database.read
      .selectFrom('import_item')
      .innerJoin('post', 'post.id', 'import_item.local_id')
      .where('source', '=', demoSource)
      .where('kind', '=', 'post')
      .select(['hash', 'post.id', 'post.title', 'post.content', 'post.excerpt', 'post.status', 'post.slug'])
      .execute();
    expect(entries).toHaveLength((await database.read.selectFrom('post').select('id').execute()).length);
    for (const { hash, ...post } of entries) expect(demoPostHash(post)).toBe(hash);
    const [first] = entries;
    if (!first) throw new Error('There is no entry.');
    await database.write((tx) => updatePost(tx, first.id, { title: 'Edited' }));
    const edited = await database.read
      .selectFrom('post')
      .select(['title', 'content', 'excerpt', 'status', 'slug'])
      .where('id', '=', first.id)
      .executeTakeFirstOrThrow();
    expect(demoPostHash(edited)).not.toBe(first.hash);
  });

  test('stays out of a site that has something', async () => {
    await expect(seedDemo(get(), place().dataDir)).rejects.toThrow('This site is not empty');
  });
});

onDrawnDatabase('an interrupted seeding of the demo', (get, place) => {
  test('leaves the site and its folder empty, and can be started again', async () => {
    const database = get();
    const failing = {
      ...database,
      write: (work: Parameters<typeof database.write>[0]) =>
        database.write(async (tx) => {
          await work(tx);
          throw new Error('The lights went out.');
        }),
    } as typeof database;
    const month = new Date().toISOString().slice(0, 7).replace('-', '/');
    const folder = join(place().dataDir, 'media', month);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'portrait-ines-okafor.webp'), 'of another site');
    await expect(seedDemo(failing, place().dataDir)).rejects.toThrow('The lights went out.');
    expect(readdirSync(folder)).toEqual(['portrait-ines-okafor.webp']);
    expect(await database.read.selectFrom('post').select('id').execute()).toEqual([]);
    expect(await database.read.selectFrom('import_item').select('local_id').execute()).toEqual([]);
    expect(await seedDemo(database, place().dataDir)).toBe(articles.length + pages.length);
    await expectAccents(database.read);
    expect(readFileSync(join(folder, 'portrait-ines-okafor.webp'), 'utf8')).toBe('of another site');
    expect(
      await database.read
        .selectFrom('media')
        .select('file')
        .where('file', 'like', '%/portrait-ines-okafor%')
        .execute(),
    ).toEqual([{ file: `${month}/portrait-ines-okafor-1.webp` }]);
  });
});
