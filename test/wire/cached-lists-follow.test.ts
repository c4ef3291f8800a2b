import { beforeAll, expect, test } from 'vitest';
import { countsAge } from '../../src/blocks/front-lists.server.ts';
import { replaceMediaFile } from '../../src/modules/media/writer.ts';
import { followOnce } from '../../src/modules/patterns/jobs.ts';
import { updatePost } from '../../src/modules/posts/writer.ts';
import { assignTemplateGlobally } from '../../src/modules/templates/assign.ts';
import { createTemplate } from '../../src/modules/templates/writer.ts';
import { updateTerm } from '../../src/modules/terms/writer.ts';
import { deleteUser, updateUser } from '../../src/modules/users/writer.ts';
import type { Tx } from '../../src/kernel/db/open-database.ts';
import { describeKey } from '../../src/site/cache/request-key.ts';
import { renderPageRequest } from '../../src/site/replies/render-page-request.ts';
import { renderCall } from '../../src/site/ajax/admin-ajax-route.ts';
import { noteReads, take } from '../../src/lib/noted-reads.ts';
import { wholeText } from '../../src/lib/text-around.ts';
import { onDatabase } from '../harness/databases.ts';
import { makeComment, makeMedia, makePost, makeTerm, makeUser } from '../harness/factories.ts';
import { testSigner } from '../harness/load-context.ts';
import { pageSite } from '../harness/page-site.ts';
import type { PageSite } from '../harness/page-site.ts';

/** A block that lists one title. */
const titleOf = (query: object) =>
  `<!-- wp:query {"query":${JSON.stringify({ postType: 'post', perPage: 1, inherit: false, ...query })}} -->` +
  '<div class="wp-block-query"><!-- wp:post-template --><!-- wp:post-title /--><!-- /wp:post-template --></div><!-- /wp:query -->';
const paragraph = (text: string) => `<!-- wp:paragraph --><p>${text}</p><!-- /wp:paragraph -->`;

onDatabase('sqlite', 'what is kept of lists and searches', (get) => {
  let site: PageSite;
  beforeAll(() => {
    site = pageSite(get());
  });

  const write = <Result>(act: (tx: Tx) => Promise<Result>) => get().write(act);

  async function render(
    key: string,
  ): Promise<{ text: string; tags: ReadonlySet<string>; expiresAt: number }> {
    const request = describeKey(key, 'desktop');
    const {
      body,
      tags,
      expiresAt = Infinity,
    } = take(
      await noteReads(async () => {
        const answer =
          request.action === undefined
            ? await renderPageRequest(site, testSigner, request)
            : await renderCall(site, testSigner, request);
        return 'shareKey' in answer ? answer.render() : answer;
      }),
    );
    return {
      text: typeof body === 'string' || Buffer.isBuffer(body) ? body.toString() : wholeText(body),
      tags: new Set(tags.keys()),
      expiresAt,
    };
  }

  /** A key's value before and after a change that emits `tag`, on which the first value depends. */
  async function follow(
    key: string,
    tag: string,
    change: (tx: Tx) => Promise<unknown>,
  ): Promise<{ was: string; is: string }> {
    const { text: was, tags } = await render(key);
    const emitted: string[] = [];
    const stop = get().bus.listen((emissions) => emitted.push(...emissions.map((emission) => emission.tag)));
    await write(change);
    stop();
    expect(
      emitted.filter((name) => tags.has(name)),
      `invalidation of ${key}`,
    ).toContain(tag);
    return { was, is: (await render(key)).text };
  }

  test('live search follows the pictures of its cards, and the words of patterns', async () => {
    const { picture, file, pattern } = await write(async (tx) => {
      const stripes = await makeMedia(tx, { slug: 'stripes' });
      await makePost(tx, { slug: 'zebra', title: 'Zebra', featuredMediaId: stripes });
      const shared = await makePost(tx, { type: 'wp_block', content: paragraph('oldword') });
      await makePost(tx, { title: 'Holder', content: `<!-- wp:block {"ref":${shared}} /-->` });
      await makePost(tx, { type: 'page', slug: 'words', content: titleOf({ search: 'newword' }) });
      const media = await tx.db
        .selectFrom('media')
        .select('file')
        .where('post_id', '=', stripes)
        .executeTakeFirstOrThrow();
      return { picture: stripes, pattern: shared, file: media.file };
    });
    const replaced = await follow('!td_ajax_search?td_string=zebra', `media:${picture}`, (tx) =>
      replaceMediaFile(
        tx,
        { file },
        { width: 800, height: 800, bytes: 99, hash: 'another' },
        { picture: true },
      ),
    );
    expect(replaced.is).not.toBe(replaced.was);

    const keys = ['!td_ajax_search?td_string=newword', '/words/'];
    const before = await Promise.all(keys.map(render));
    for (const { text } of before) expect(text).not.toContain('Holder');
    await write((tx) => updatePost(tx, pattern, { content: paragraph('newword') }));
    while ((await followOnce(get(), pattern)) > 0);
    await write(async (tx) => tx.emit('excerpts'));
    for (const { tags } of before) expect(tags).toContain('excerpts');
    for (const key of keys) expect((await render(key)).text).toContain('Holder');
  });

  test('a search page follows archives with matching names', async () => {
    const { tag, user } = await write(async (tx) => {
      const quokka = await makeTerm(tx, { name: 'Quokka', slug: 'quokka', taxonomy: 'post_tag' });
      const petra = await makeUser(tx, { displayName: 'Petra Pelican', slug: 'petra' });
      await makePost(tx, { title: 'Something', termIds: [quokka], authorId: petra });
      return { tag: quokka, user: petra };
    });
    const byTag = await follow('/?s=quokka', 'terms:post_tag', (tx) =>
      updateTerm(tx, tag, { slug: 'quokka-land' }),
    );
    expect([byTag.was.includes('/tag/quokka/'), byTag.is.includes('/tag/quokka-land/')]).toEqual([
      true,
      true,
    ]);
    const byName = await follow('/?s=pelican', 'names', (tx) => updateUser(tx, user, { slug: 'pelicanos' }));
    expect([byName.was.includes('/author/petra/'), byName.is.includes('/author/pelicanos/')]).toEqual([
      true,
      true,
    ]);
    const named = await follow('/?s=carla', 'names', (tx) =>
      updateUser(tx, user, { displayName: 'Carla Carr' }),
    );
    expect([named.was.includes('Carla Carr'), named.is.includes('Carla Carr')]).toEqual([false, true]);
  });

  test('lists of the most discussed are refreshed every ten minutes', async () => {
    await write(async (tx) => {
      const plain = await createTemplate(tx, {
        type: 'page',
        title: 'Text alone',
        content: '<!-- wp:broadsheet/post-content /-->',
      });
      await assignTemplateGlobally(tx, 'page', plain);
      await makeComment(tx, { postId: await makePost(tx, { title: 'Apple' }) });
      await makePost(tx, { type: 'page', slug: 'none', content: paragraph('No list') });
      await makePost(tx, {
        type: 'page',
        slug: 'most',
        content: '<!-- wp:broadsheet/post-list {"sort":"comment_count","limit":1} /-->',
      });
      await makePost(tx, {
        type: 'page',
        slug: 'discussed',
        content: '<!-- wp:broadsheet/post-list {"discussed_only":true,"limit":1} /-->',
      });
      await makePost(tx, {
        type: 'page',
        slug: 'queried',
        content: titleOf({ orderBy: 'comment_count', order: 'desc' }),
      });
    });
    const ages = new Map<string, boolean>();
    for (const slug of ['none', 'most', 'discussed', 'queried'])
      ages.set(slug, (await render(`/${slug}/`)).expiresAt <= Date.now() + countsAge);
    expect(Object.fromEntries(ages)).toEqual({ none: false, most: true, discussed: true, queried: true });
  });

  test('lists show the new author after a takeover', async () => {
    const { leaving, heir } = await write(async (tx) => {
      const [vera, walt, xena] = [await makeUser(tx), await makeUser(tx), await makeUser(tx)];
      for (const [day, authorId] of [
        [2, vera],
        [3, xena],
        [4, walt],
      ] as const) {
        await makePost(tx, { title: `Voice ${day}`, authorId, publishedAt: Date.UTC(2026, 10, day) });
      }
      await makePost(tx, {
        type: 'page',
        slug: 'voices',
        content: '<!-- wp:broadsheet/voices {"limit":9} /-->',
      });
      await makeUser(tx, { roles: ['administrator'] });
      return { leaving: vera, heir: walt };
    });
    const { was, is } = await follow('/voices/', 'list:post', (tx) => deleteUser(tx, leaving, heir));
    const main = (text: string) => /<main[^]*?<\/main>/.exec(text)?.[0] ?? '';
    expect([main(was).includes('Voice 2'), main(was).includes('Voice 4')]).toEqual([true, true]);
    expect([main(is).includes('Voice 2'), main(is).includes('Voice 4')]).toEqual([false, true]);
  });
});
