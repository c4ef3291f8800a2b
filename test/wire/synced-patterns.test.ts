import { afterAll, beforeAll, expect, test } from 'vitest';
import { startQueues } from '../../src/kernel/jobs/job-queue.ts';
import { patternQueue } from '../../src/modules/patterns/jobs.ts';
import { deletePost, updatePost } from '../../src/modules/posts/writer.ts';
import { onDrawnDatabase } from '../harness/databases.ts';
import { makePost, makeUser } from '../harness/factories.ts';
import { rankRelated, rawRequest, serveSite } from '../harness/served-site.ts';
import type { ServedSite } from '../harness/served-site.ts';

const shown = (words: string) => `<p class="wp-block-paragraph">${words}</p>`;
const text = (words: string) => `<!-- wp:paragraph --><p>${words}</p><!-- /wp:paragraph -->`;

onDrawnDatabase('synced patterns on a site', (_get, place) => {
  let site: ServedSite;
  let pattern: number;
  const get = async (path: string) => (await rawRequest(site.url, path)).body;
  const rest = async (slug: string) =>
    (
      JSON.parse(await get(`/wp-json/wp/v2/posts?slug=${slug}`)) as {
        readonly content: { readonly rendered: string };
        readonly excerpt: { readonly rendered: string };
      }[]
    )[0];
  const found = async (words: string) =>
    (JSON.parse(await get(`/wp-json/wp/v2/search?search=${words}`)) as { readonly title: string }[])
      .map(({ title }) => title)
      .toSorted();
  const excerptsFollow = async () => {
    const {
      database,
      app: {
        server: { log },
      },
    } = site;
    const jobs = startQueues([patternQueue({ database, log })], { bus: database.bus, log });
    const waits = () => database.read.selectFrom('job').select('key').where('kind', '=', 'pattern').execute();
    await expect.poll(async () => (await waits()).length).toBe(0);
    await jobs.close();
  };

  beforeAll(async () => {
    site = await serveSite(place());
    pattern = await site.database.write((tx) =>
      makePost(tx, { type: 'wp_block', slug: 'notice', content: text('First notice.') }),
    );
    await site.database.write(async (tx) => {
      for (const n of [1, 2])
        await makePost(tx, {
          slug: `bell-${n}`,
          title: `Bell ${n}`,
          content: `<!-- wp:block {"ref":${pattern}} /-->`,
        });
      await makePost(tx, { slug: 'bystander', content: text('Bystander') });
    });
  });
  afterAll(() => site.close());

  test('a pattern has no page, and appears in articles, feeds, REST, descriptions and search', async () => {
    expect((await rawRequest(site.url, '/notice/')).status).toBe(404);
    expect(await get('/bell-1/')).toContain(shown('First notice.'));
    expect(await get('/bell-1/')).toContain('<meta name="description" content="First notice."');
    expect((await get('/feed/')).split('First notice.').length).toBe(5); // summary and text of both
    expect(await rest('bell-1')).toMatchObject({
      content: { rendered: shown('First notice.') },
      excerpt: { rendered: '<p>First notice.</p>\n' },
    });
    expect(await found('notice')).toEqual(['Bell 1', 'Bell 2']);
  });

  test('the next request after a commit has the change, on every page that shows the pattern, and other pages stay unchanged', async () => {
    const etag = async () => (await rawRequest(site.url, '/bystander/')).headers.etag;
    await rankRelated(site, 'bystander'); // otherwise its list may arrive between the two reads
    const before = await etag();
    for (const words of ['Second notice.', 'Third notice.']) {
      await site.database.write((tx) => updatePost(tx, pattern, { content: text(words) }));
      for (const path of ['/bell-1/', '/bell-2/', '/feed/'])
        expect([path, (await get(path)).includes(shown(words))]).toEqual([path, true]);
      expect((await rest('bell-2'))?.content.rendered).toBe(shown(words));
    }
    expect(await etag()).toBe(before);
    await excerptsFollow();
    expect((await rest('bell-1'))?.excerpt.rendered).toBe('<p>Third notice.</p>\n');
    await expect.poll(() => get('/bell-1/')).toContain('<meta name="description" content="Third notice."');
    await expect.poll(async () => (await get('/feed/')).includes('Second notice.')).toBe(false);
  });

  test('a withdrawn or deleted pattern is shown nowhere from then on', async () => {
    await site.database.write((tx) => updatePost(tx, pattern, { status: 'draft' }));
    for (const path of ['/bell-1/', '/bell-2/'])
      expect((await get(path)).includes(shown('Third notice.'))).toBe(false);
    await site.database.write((tx) => updatePost(tx, pattern, { status: 'publish' }));
    expect(await get('/bell-1/')).toContain(shown('Third notice.'));
    await site.database.write((tx) => deletePost(tx, pattern));
    expect(await get('/bell-1/')).not.toContain(shown('Third notice.'));
    await excerptsFollow();
    expect(await found('notice')).toEqual([]);
  });

  test('a pattern that a publisher writes over REST is on the page with the next request, and has no page itself', async () => {
    const [editor, author] = await site.database.write(async (tx) => [
      await makeUser(tx, { roles: ['editor'] }),
      await makeUser(tx, { roles: ['author'] }),
    ]);
    const { cookie, nonce } = await site.signIn(editor ?? 0);
    const send = async (path: string, body: object) => {
      const headers = { cookie, 'x-wp-nonce': nonce, 'content-type': 'application/json' };
      const reply = await rawRequest(site.url, `/wp-json/wp/v2/${path}`, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      });
      return JSON.parse(reply.body) as { readonly id: number };
    };
    const { id } = await send('blocks', {
      title: 'Parcel',
      slug: 'parcel',
      content: text('Box of one.'),
      status: 'publish',
    });
    await send('posts', {
      title: 'Boxed',
      slug: 'boxed',
      status: 'publish',
      content: `<!-- wp:block {"ref":${id}} /-->`,
    });
    expect(await get('/boxed/')).toContain(shown('Box of one.'));
    await send(`blocks/${id}`, { content: text('Box of two.') });
    expect(await get('/boxed/')).toContain(shown('Box of two.'));
    for (const userId of [editor ?? 0, author ?? 0]) {
      const { cookie: own } = await site.signIn(userId);
      for (const path of ['/parcel/', '/wp_block/parcel/', `/?p=${id}`]) {
        expect([path, (await rawRequest(site.url, path, { headers: { cookie: own } })).status]).toEqual([
          path,
          404,
        ]);
      }
    }
  });

  test('meta that a pattern binds reads the same in the article, REST, its description and search, and changes in all of them', async () => {
    const bindings = { content: { source: 'core/post-meta', args: { key: 'mood' } } };
    const { database } = site;
    const bound = `<!-- wp:paragraph ${JSON.stringify({ metadata: { bindings } })} --><p>Saved mood.</p><!-- /wp:paragraph -->`;
    const mood = await database.write((tx) => makePost(tx, { type: 'wp_block', content: bound }));
    const post = await database.write((tx) =>
      makePost(tx, {
        slug: 'moody',
        title: 'Moody',
        content: `<!-- wp:block {"ref":${mood}} /-->`,
        meta: { mood: ['Calm &amp; <i onload="x">bright</i>.'] },
      }),
    );
    const plain = (page: string) => page.replaceAll(' class="wp-block-paragraph"', '');
    const reads = async (html: string, words: string) => {
      const page = plain(await get('/moody/'));
      expect([
        page.includes(`<p>${html}</p>`),
        page.includes(`<meta name="description" content="${words}"`),
        page.includes('Saved mood'),
      ]).toEqual([true, true, false]);
      const { content, excerpt } = (await rest('moody')) ?? expect.fail('REST has no such post.');
      expect([plain(content.rendered), excerpt.rendered]).toEqual([`<p>${html}</p>`, `<p>${words}</p>\n`]);
    };
    await reads('Calm &amp; <i>bright</i>.', 'Calm &amp; bright.');
    expect([await found('bright'), await found('saved')]).toEqual([['Moody'], []]);
    await database.write((tx) => updatePost(tx, post, { meta: { mood: ['Stormy.'] } }));
    await reads('Stormy.', 'Stormy.');
    expect([await found('bright'), await found('stormy')]).toEqual([[], ['Moody']]);
  });
});
