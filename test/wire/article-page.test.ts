import { afterAll, beforeAll, expect, test } from 'vitest';
import { detailsMeta } from '../../src/modules/posts/model.ts';
import { createPost, updatePost } from '../../src/modules/posts/writer.ts';
import { saveSettings } from '../../src/modules/settings/store.ts';
import { saveMedia } from '../../src/modules/media/writer.ts';
import { assignTemplateToItem } from '../../src/modules/templates/assign.ts';
import { createTemplate } from '../../src/modules/templates/writer.ts';
import { onDrawnDatabase } from '../harness/databases.ts';
import { makeComment, makePost, makeTerm, makeUser } from '../harness/factories.ts';
import { rankRelated, rawRequest, serveSite } from '../harness/served-site.ts';
import type { ServedSite } from '../harness/served-site.ts';

const hour = 3_600_000;

onDrawnDatabase('the page of an article', (_get, place) => {
  let site: ServedSite;
  const get = async (path: string) => {
    const reply = await rawRequest(site.url, path, {});
    return { ...reply, body: reply.body.replaceAll('<!-- -->', '') }; // React puts these between two texts
  };
  const write = <Result>(work: Parameters<typeof site.database.write<Result>>[0]) =>
    site.database.write(work);
  const ids = { article: 0, science: 0, space: 0, ada: 0, ben: 0, about: 0, picture: 0 };

  beforeAll(async () => {
    site = await serveSite(place());
    await write(async (tx) => {
      ids.ada = await makeUser(tx, { login: 'ada', displayName: 'Ada Quill', bio: 'Looks up at night.' });
      ids.ben = await makeUser(tx, { login: 'ben', displayName: 'Ben Marsh', bio: 'Looks down by day.' });
      ids.science = await makeTerm(tx, { name: 'Science', slug: 'science' });
      ids.space = await makeTerm(tx, { name: 'Space', slug: 'space', parentId: ids.science });
      ids.picture = await createPost(tx, {
        type: 'attachment',
        status: 'inherit',
        title: 'The tail',
        slug: 'tail',
        mimeType: 'image/jpeg',
        excerpt: 'The tail at dawn.',
        meta: { credit: ['Photograph: Ned Ash'] },
      });
      await saveMedia(tx, {
        postId: ids.picture,
        file: '2026/01/tail.jpg',
        width: 1600,
        height: 900,
        alt: 'A bright tail',
      });
      ids.article = await makePost(tx, {
        title: 'A comet returns',
        slug: 'a-comet-returns',
        authorIds: [ids.ada, ids.ben],
        termIds: [ids.science, ids.space],
        featuredMediaId: ids.picture,
        publishedAt: Date.UTC(2026, 0, 5, 23, 30),
        content: '<p>Opening words.</p>',
        meta: detailsMeta({ subtitle: 'It was <em>early</em>.', primaryCategoryId: ids.space }),
      });
      await updatePost(tx, ids.picture, { parentId: ids.article });
      ids.about = await makePost(tx, { type: 'page', title: 'About us', slug: 'about' });
      await makePost(tx, {
        type: 'page',
        title: 'The team',
        slug: 'team',
        parentId: ids.about,
        excerpt: 'Who we are',
      });
      await makePost(tx, {
        type: 'page',
        title: 'Unfinished',
        slug: 'unfinished',
        parentId: ids.about,
        status: 'draft',
      });
    });
  });
  afterAll(() => site.close());

  test('comments are next to the text: on phones, before the sidebar’s lists and other content', async () => {
    const { body } = await get('/a-comet-returns/');
    const places = ['class="post-content', 'id="comments"', 'column-sidebar"'].map((part) =>
      body.indexOf(part),
    );
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(places[0]).toBeGreaterThan(0);
  });

  test('[ART-05] an id is a number in addresses and in REST', async () => {
    const { status, headers } = await get(`/?p=${ids.article}`);
    expect([status, headers.location]).toEqual([301, '/a-comet-returns/']);
    const post: unknown = JSON.parse((await get(`/wp-json/wp/v2/posts/${ids.article}`)).body);
    expect(post).toMatchObject({ id: ids.article, slug: 'a-comet-returns' });
  });

  test('[ART-06] an article has its author and its categories, in REST and as links on its page', async () => {
    const post: unknown = JSON.parse((await get(`/wp-json/wp/v2/posts/${ids.article}`)).body);
    expect(post).toMatchObject({
      author: ids.ada,
      categories: expect.arrayContaining([ids.science, ids.space]),
    });
    const { body } = await get('/a-comet-returns/');
    expect(body).toContain(
      'By <a href="/author/ada-quill/" rel="author">Ada Quill</a> and <a href="/author/ben-marsh/" rel="author">Ben Marsh</a>',
    );
    expect(body).toMatch(/class="kicker[^"]*" href="\/category\/science\/space\/">Space</);
    expect(body).toMatch(
      /aria-label="Breadcrumbs"><ol><li><a href="\/">Home<\/a><\/li><li><a href="\/category\/science\/">Science<\/a><\/li><li><a class="kicker accent-\d" href="\/category\/science\/space\/">Space<\/a><\/li><\/ol>/,
    );
    expect(body).toMatch(/Looks up at night\.[\s\S]*Looks down by day\./);
    expect(body).toContain('<p class="post-standfirst">It was early.</p>');
    expect(body).toContain('The tail at dawn. <span class="credit">Photograph: Ned Ash</span>');
  });

  test('[DATE-01] dates follow the format, the time zone and the names of the settings', async () => {
    expect((await get('/a-comet-returns/')).body).toContain('>January 5, 2026</time>');
    await write((tx) => saveSettings(tx, { date_format: 'l j F Y', timezone_string: 'Europe/Berlin' }));
    await expect
      .poll(async () => (await get('/a-comet-returns/')).body)
      .toContain('>Tuesday 6 January 2026</time>');
    expect((await get('/')).body).toContain('>Tue 6 Jan 2026</time>');
    await write((tx) =>
      saveSettings(tx, { translation_day_names: 'So,Mo,Di,Mi,Do,Fr,Sa', translation_by: 'Von' }),
    );
    await expect
      .poll(async () => (await get('/a-comet-returns/')).body)
      .toContain('>Di 6 January 2026</time>');
    expect((await get('/a-comet-returns/')).body).toContain('Von <a href="/author/ada-quill/"');
    await write((tx) =>
      saveSettings(tx, {
        date_format: 'F j, Y',
        timezone_string: 'UTC',
        translation_day_names: '',
        translation_by: '',
      }),
    );
  });

  test('[DATE-02] a post of 3 hours ago reads so in a block with relative dates, with the configured word', async () => {
    await write(async (tx) => {
      await makePost(tx, {
        title: 'Just now',
        slug: 'just-now',
        publishedAt: Date.now() - 3 * hour - 60_000,
      });
      const template = await createTemplate(tx, {
        type: 'page',
        title: 'Ago',
        content:
          '<!-- wp:broadsheet/post-list {"limit":1,"time_ago_add_txt":"ago"} /--><!-- wp:broadsheet/post-list {"limit":1,"time_ago_add_txt":"before now"} /-->',
      });
      const page = await makePost(tx, { type: 'page', title: 'Ago', slug: 'how-long' });
      await assignTemplateToItem(tx, 'page', page, template);
    });
    const { body } = await get('/how-long/');
    expect(body).toContain('>3 hours ago</time>');
    expect(body).toContain('>3 hours before now</time>');
  });

  test('a video replaces the lead picture, and makes no request to its platform', async () => {
    await write((tx) =>
      updatePost(tx, ids.article, {
        meta: detailsMeta({ featuredVideo: 'https://www.youtube.com/watch?v=abcdefghijk' }),
      }),
    );
    await expect
      .poll(async () => (await get('/a-comet-returns/')).body)
      .toMatch(
        /<a class="lead-video" href="https:\/\/www\.youtube\.com\/watch\?v=abcdefghijk" data-video="youtube" rel="noopener"><span class="picture[\s\S]*Watch on YouTube/,
      );
    expect((await get('/a-comet-returns/')).body).not.toMatch(/<(?:iframe|script|img|link)[^>]*youtube/);
    await write((tx) => updatePost(tx, ids.article, { meta: detailsMeta({ featuredVideo: '' }) }));
  });

  test(
    '[SLIDE-04] [SLIDE-05] [SLIDE-09] [SLIDE-10] [SLIDE-19] slides have addresses, a canonical and neighbours of their own; ' +
      'as a list all parts are on one page',
    async () => {
      const content = '<h3>First</h3><p>a</p><h3>Second</h3><p>b</p>';
      const id = await write((tx) =>
        makePost(tx, {
          title: 'Two things',
          slug: 'two-things',
          content,
          meta: detailsMeta({ smartList: { heading: 'h3', order: 'desc', layout: 'slides' } }),
        }),
      );
      const first = (await get('/two-things/')).body;
      expect(first).toMatch(/number">2<\/span> First/);
      expect(first).not.toContain('<h3><span class="smart-list-number">1<');
      expect(first).toContain(
        `<link rel="canonical" href="${site.url}/two-things/">\n<link rel="next" href="${site.url}/two-things/2/">`,
      );
      const second = (await get('/two-things/2/')).body;
      expect(second).toContain('<h3><span class="smart-list-number">1</span> Second</h3>');
      expect(second).not.toContain('<h3><span class="smart-list-number">2<');
      expect(second).toContain(
        `<link rel="canonical" href="${site.url}/two-things/2/">\n<link rel="prev" href="${site.url}/two-things/">`,
      );
      expect(second).toContain('<title>Two things – Page 2 – ');
      for (const address of ['/two-things/1/', '/two-things/?slide=1', `/two-things/${id}/`]) {
        expect([address, (await get(address)).headers.location]).toEqual([address, '/two-things/']);
      }
      for (const address of [
        '/two-things/?slide=2',
        '/two-things/3/?slide=2',
        '/two-things/?page=2',
        `/?p=${id}&slide=2`,
        '/2026/03/two-things/2/',
      ]) {
        expect([address, (await get(address)).headers.location]).toEqual([address, '/two-things/2/']);
      }
      for (const address of ['/two-things/3/', '/two-things/99/'])
        expect([address, (await get(address)).status]).toEqual([address, 404]);
      expect((await get('/a-comet-returns/7/')).headers.location).toBe('/a-comet-returns/');
      const feed = (await get('/feed/')).body;
      expect(feed).toMatch(/First[\s\S]*Second/);
      await write((tx) =>
        updatePost(tx, id, {
          meta: detailsMeta({ smartList: { heading: 'h3', order: 'asc', layout: 'list' } }),
        }),
      );
      await expect
        .poll(async () => (await get('/two-things/')).body)
        .toMatch(/number">1<\/span> First[\s\S]*number">2<\/span> Second/);
    },
  );

  test('comments by the article’s authors are marked; a closed discussion says so', async () => {
    await write(async (tx) => {
      await makeComment(tx, {
        postId: ids.article,
        userId: ids.ben,
        authorName: 'Ben Marsh',
        content: 'Thank you.',
      });
      await makeComment(tx, { postId: ids.article, authorName: 'Cleo', content: 'A reader.' });
      await makeComment(tx, {
        postId: ids.article,
        type: 'pingback',
        authorName: 'Another site',
        authorUrl: 'https://example.org/comet/',
        content: 'We too.',
      });
    });
    await expect
      .poll(async () => (await get('/a-comet-returns/')).body)
      .toMatch(/Ben Marsh<\/b><span class="comment-mark">Author<\/span>/);
    const { body } = await get('/a-comet-returns/');
    expect(body.match(/comment-mark">/g)).toHaveLength(1);
    expect(body).toContain('2 comments</h2>');
    expect(body).toMatch(
      /Mentioned elsewhere<\/h2><ul><li[^>]*><a href="https:\/\/example\.org\/comet\/" rel="external nofollow ugc">Another site</,
    );
    expect(body).not.toContain('Comments are closed.');
    await write((tx) => updatePost(tx, ids.article, { commentStatus: 'closed' }));
    await expect.poll(async () => (await get('/a-comet-returns/')).body).toContain('Comments are closed.');
  });

  test('a page lists the published pages below it, and they lead back', async () => {
    const { body } = await get('/about/');
    expect(body).toMatch(
      /aria-label="Child pages"><ul><li><a href="\/about\/team\/">The team<\/a><p>Who we are<\/p><\/li><\/ul>/,
    );
    expect(body).not.toContain('Unfinished');
    expect((await get('/about/team/')).body).toMatch(/<li><a href="\/about\/">About us<\/a><\/li><\/ol>/);
  });

  test('the page of an attachment shows it in full, with its article', async () => {
    const { body } = await get('/a-comet-returns/tail/');
    expect(body).toContain('<figcaption>The tail at dawn.</figcaption>');
    expect(body).toContain('<dt>From</dt><dd><a href="/a-comet-returns/">A comet returns</a>');
    expect(body).toMatch(
      /<a href="[^"]*\/wp-content\/uploads\/2026\/01\/tail\.jpg" dir="ltr">1600 × 900<\/a>/,
    );
  });

  test('a film that leads an imported article plays from here once its file does', async () => {
    await write(async (tx) => {
      await saveSettings(tx, { imported_from: ['http://old.test'] });
      const film = await createPost(tx, {
        type: 'attachment',
        status: 'inherit',
        title: 'Film',
        mimeType: 'video/webm',
      });
      await saveMedia(tx, {
        postId: film,
        file: '2021/03/film.webm',
        sourceUrl: 'http://old.test/wp-content/uploads/2021/03/film.webm',
      });
      for (const host of ['old.test', 'other.test']) {
        await makePost(tx, {
          slug: `film-of-${host}`.replace('.', '-'),
          meta: detailsMeta({ featuredVideo: `http://${host}/wp-content/uploads/2021/03/film.webm` }),
        });
      }
    });
    const filmOf = async (path: string) =>
      /<a class="lead-video" href="([^"]*)" data-video="file"/.exec((await get(path)).body)?.[1];
    expect(await filmOf('/film-of-old-test/')).toBe(`${site.url}/wp-content/uploads/2021/03/film.webm`);
    expect(await filmOf('/film-of-other-test/')).toBe(
      'http://other.test/wp-content/uploads/2021/03/film.webm',
    );
  });
});

onDrawnDatabase('content around an article', (_get, place) => {
  let site: ServedSite;
  beforeAll(async () => {
    site = await serveSite(place());
  });
  afterAll(() => site.close());

  /** Addresses of the posts in the lists around the text, and of the previous and next post. */
  const around = async (slug: string) => {
    await rankRelated(site, slug);
    await rawRequest(site.url, `/${slug}/`, {});
    await site.app.cache.idle();
    const { body } = await rawRequest(site.url, `/${slug}/`, {});
    const [page = ''] = body.split('<footer');
    const titles =
      /(?:card-title"><a|jp-relatedposts-post-title"[^>]*><a[^>]*|<a class="post-neighbour [^"]*") href="(?:https?:\/\/[^/"]+)?([^"]+)"/g;
    const trending =
      page.slice(page.indexOf('data-block-type="td_block_trending"')).split('</section>')[0] ?? '';
    const hrefsOf = (html: string) => [...html.matchAll(titles)].map(([, href]) => href);
    return {
      all: hrefsOf(page),
      others: hrefsOf(page.replace(trending, '')),
      trending: hrefsOf(trending).length,
    };
  };
  const publish = (from: number, to: number) =>
    site.database.write(async (tx) => {
      const termIds = [await makeTerm(tx, { name: `Section ${from}`, slug: `section-${from}` })];
      for (let n = from; n < to; n++) {
        const id = await makePost(tx, {
          title: `Post ${n}`,
          slug: `post-${n}`,
          termIds,
          publishedAt: Date.UTC(2026, 0, 1 + n),
        });
        if (n % 3 === 0) await makeComment(tx, { postId: id });
      }
    });

  test('no post is offered twice, however many exist; the random list is dropped first', async () => {
    await publish(0, 10);
    const few = await around('post-5');
    // Nine posts are too few for two random pages as well: those may repeat the lowest list.
    expect(few.others).toHaveLength(new Set(few.others).size);
    expect(few.all).not.toContain('/post-5/');
    expect(few.trending).toBe(6);
    await publish(10, 34);
    for (const slug of ['post-5', 'post-0', 'post-33', 'post-20']) {
      const many = await around(slug);
      expect(many.all.toSorted(), slug).toEqual([...new Set(many.all)].toSorted());
      expect(many.trending, slug).toBe(6);
      expect(many.all.length, slug).toBeGreaterThan(14);
    }
  });
});
