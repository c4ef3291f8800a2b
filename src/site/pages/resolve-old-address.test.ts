import { beforeAll, expect, test } from 'vitest';
import { onBothDatabases } from '../../../test/harness/databases.ts';
import { makeMedia, makePost, makeTerm, makeUser } from '../../../test/harness/factories.ts';
import { testContent } from '../../../test/harness/load-context.ts';
import type { Content } from '../../modules/content/content.ts';
import { addRedirect } from '../../modules/redirects/store.ts';
import { updatePost } from '../../modules/posts/writer.ts';
import type { Tx } from '../../kernel/db/open-database.ts';
import { resolvePage } from './resolve-page.ts';

onBothDatabases('former WordPress URLs of the site', (get) => {
  let content: Content;
  beforeAll(() => {
    content = testContent(get());
  });
  const write = <Result>(work: (tx: Tx) => Promise<Result>) => get().write(work);
  /** The target of a URL in one word or two. */
  const at = async (address: string): Promise<string> => {
    const [path = '/', query = ''] = address.split('?');
    const found = await resolvePage(content, { path, query: new URLSearchParams(query) });
    if (found.type === 'redirect') return `${found.status} ${found.location}`;
    return found.type === 'gone'
      ? 'gone'
      : [found.status === 404 ? '404' : found.page.kind, found.page.post?.id].filter(Boolean).join(' ');
  };

  test('redirects WordPress’ search URLs, after redirects of editors', async () => {
    await write((tx) => makePost(tx, { slug: 'words' }));
    const cases: [string, string][] = [
      ['/search/words/', '/?s=words'],
      ['/search/words', '/?s=words'],
      ['/search/two+words/page/2/', '/page/2/?s=two%20words'],
      ['/search/two%20words/', '/?s=two%20words'],
      ['/search/c%2B%2B/', '/?s=c%2B%2B'],
      ['/search/a/b/', '/?s=a%2Fb'],
      ['/search/%D0%B6%D1%83%D0%BA/', `/?s=${encodeURIComponent('жук')}`],
      ['/search/%22%3E%3Cscript%3E/', '/?s=%22%3E%3Cscript%3E'],
      ['/search/words/?utm_source=x&s=other', '/?s=words&utm_source=x'],
      ['/search/..%5C%5Cevil.example/', '/?s=..%5C%5Cevil.example'],
    ];
    for (const [from, to] of cases) expect([from, await at(from)]).toEqual([from, `301 ${to}`]);
    for (const address of ['/search/', '/search/+/', '/search/%20/', '/search/%ff/', '/search/a%00b/']) {
      expect([address, await at(address)]).toEqual([address, '404']);
    }
    await write((tx) => addRedirect(tx, { source: '/search/help/', target: '/helpdesk/' }));
    expect(await at('/search/help/')).toBe('301 /helpdesk/');
    const child = await write(async (tx) =>
      makePost(tx, {
        type: 'page',
        slug: 'tips',
        parentId: await makePost(tx, { type: 'page', slug: 'search' }),
      }),
    );
    expect(await at('/search/tips/')).toBe(`page ${child}`);
  });

  test('common WordPress log-in URLs lead to the log-in page, unless something else has the URL', async () => {
    const requested = ['/login', '/login/', '/admin', '/dashboard/', '/login/x/', '/login2/'];
    expect(await Promise.all(requested.map(at))).toEqual([
      '302 /wp-login.php',
      '302 /wp-login.php',
      '302 /wp-admin/',
      '302 /wp-admin/',
      '404',
      '404',
    ]);
    await write((tx) => addRedirect(tx, { source: '/dashboard/', target: '/figures/' }));
    const page = await write((tx) => makePost(tx, { type: 'page', slug: 'admin' }));
    expect(await Promise.all(['/dashboard/', '/admin/'].map(at))).toEqual(['301 /figures/', `page ${page}`]);
  });

  test('a date URL is its archive, or else an editor’s redirect, and never a term of that name', async () => {
    await write(async (tx) => {
      const termIds = [
        await makeTerm(tx, { taxonomy: 'category', name: '1987', slug: '1987' }),
        await makeTerm(tx, { taxonomy: 'category', slug: '1986' }),
      ];
      await makePost(tx, { slug: 'of-1987', termIds, publishedAt: Date.UTC(1987, 2, 5) });
      for (const source of ['/1987/03/', '/1987/04/', '/1987/page/7/', '/archives/1987'])
        await addRedirect(tx, { source, target: '/of-1987/' });
    });
    const requested = [
      '/1987/03/',
      '/date/1987/',
      '/archives/date/1987/',
      '/date/1986/',
      '/archives/date/1986/',
      '/date/1987/page/2/',
      '/1987/04/',
      '/1987/04',
      '/1987/05/',
      '/1987/page/7/',
      '/archives/1987/',
    ];
    expect(await Promise.all(requested.map(at))).toEqual([
      'date',
      '301 /1987/',
      '301 /1987/',
      '404',
      '404',
      '404',
      '301 /of-1987/',
      '301 /1987/04/',
      '404',
      '301 /of-1987/',
      '301 /of-1987/',
    ]);
  });

  test('redirects archives of permalinks with a prefix, or with numbers', async () => {
    await write(async (tx) => {
      const authorId = await makeUser(tx, { login: 'front-ann', displayName: 'Front Ann' });
      const termIds = [
        await makeTerm(tx, { taxonomy: 'category', name: 'Front matters', slug: 'front-matters' }),
      ];
      await makePost(tx, { slug: 'front-piece', authorId, termIds, publishedAt: Date.UTC(2019, 2, 5) });
    });
    const cases: [string, string][] = [
      ['/news/category/front-matters/', '/category/front-matters/'],
      ['/news/author/front-ann/', '/author/front-ann/'],
      ['/news/2019/03/', '/2019/03/'],
      ['/archives/date/2019/03/05/', '/2019/03/05/'],
      ['/date/2019/', '/2019/'],
    ];
    for (const [from, to] of cases) expect([from, await at(from)]).toEqual([from, `301 ${to}`]);
    for (const address of [
      '/news/category/none-such/',
      '/news/author/nobody/',
      '/news/2019/13/',
      '/date/',
      '/date/x/',
      '/a/b/category/front-matters/',
    ]) {
      expect([address, await at(address)]).toEqual([address, '404']);
    }
  });

  test('the beginning of a slug redirects to the only item that begins with it', async () => {
    const ids = await write(async (tx) => {
      await makePost(tx, { slug: 'harbour-lights-gallery' });
      await makePost(tx, { slug: 'gale-warning' });
      await makePost(tx, { slug: 'gale-report' });
      for (const status of ['draft', 'private', 'future', 'trash'] as const)
        await makePost(tx, { slug: `gale-warning-${status}`, status });
      await makePost(tx, { slug: 'quiet-draft', status: 'draft' });
      await makePost(tx, { type: 'wp_block', slug: 'machine-part' });
      await makeMedia(tx, { slug: 'harbour-lights-photo' });
      await makePost(tx, { slug: 'locked-room', password: 'x' });
      const team = await makePost(tx, {
        type: 'page',
        slug: 'dramaturgy',
        parentId: await makePost(tx, { type: 'page', slug: 'house' }),
      });
      for (const slug of ['nested', 'nested-deeper'])
        await makePost(tx, { type: 'page', slug, parentId: team });
      for (const parentId of [team, await makePost(tx, { type: 'page', slug: 'yard' })])
        await makePost(tx, { type: 'page', slug: 'twins', parentId });
      for (let n = 0; n < 25; n++) await makeMedia(tx, { slug: `crowd-${n}` });
      await makePost(tx, { slug: 'crowd-wisdom' });
      await makePost(tx, { slug: '4711-bottles' });
      for (const slug of ['жуки-и-люди', 'हिन्दी-समाचार', 'ข่าวที่นี่', 'كِتَابٌ-جديد']) await makePost(tx, { slug });
      return { team };
    });
    const found: [string, string][] = [
      ['/harbour-lig/', '/harbour-lights-gallery/'],
      ['/harbour-lig', '/harbour-lights-gallery/'],
      ['/HARBOUR-Lig/', '/harbour-lights-gallery/'],
      ['/2026/03/harbour-lig/', '/harbour-lights-gallery/'],
      ['/harbour-lig.html', '/harbour-lights-gallery/'],
      ['/harbour-lig/amp/', '/harbour-lights-gallery/'],
      ['/harbour-lig/?utm_source=x', '/harbour-lights-gallery/?utm_source=x'],
      ['/gale-w/', '/gale-warning/'],
      ['/locked-ro/', '/locked-room/'],
      ['/dramat/', '/house/dramaturgy/'],
      ['/dramaturgy', '/house/dramaturgy/'],
      ['/dramaturgy.html', '/house/dramaturgy/'],
      ['/house/nested/', '/house/dramaturgy/nested/'],
      ['/house/harbour-lig', '/harbour-lights-gallery/'],
      ['/4711-bot/', '/4711-bottles/'],
      ['/crowd-w/', '/crowd-wisdom/'],
      ...[
        ['жук', 'жуки-и-люди'],
        ['हिन्दी', 'हिन्दी-समाचार'],
        ['ข่าวที่', 'ข่าวที่นี่'],
        ['كِتَابٌ', 'كِتَابٌ-جديد'],
      ].map(([from = '', to = '']): [string, string] => [
        `/${encodeURIComponent(from)}/`,
        `/${encodeURIComponent(to)}/`,
      ]),
    ];
    for (const [from, to] of found) expect([from, await at(from)]).toEqual([from, `301 ${to}`]);
    const hostile = [
      '/gal/',
      '/ha/',
      '/quiet-dr/',
      '/machine-pa/',
      '/crowd/',
      '/4711/',
      '/wp-harbour/',
      '/harbour-lig/page/2/',
      '/anything/harbour-lig/',
      '/%25/',
      '/harbour%25/',
      '/har_our-lig/',
      `/harbour'--/`,
      `/${'harbour-lig'.repeat(20)}/`,
      '/%F0%9F%91%8B/',
      '/---/',
      '/twins/',
      '/twi/',
      '/harbour-lig%0A/',
    ];
    for (const address of hostile) expect([address, await at(address)]).toEqual([address, '404']);
    await write((tx) => makePost(tx, { slug: 'harbour-lightship' }));
    expect([await at('/harbour-lig/'), await at('/harbour-lights-g/')]).toEqual([
      '404',
      '301 /harbour-lights-gallery/',
    ]);
    await write((tx) => updatePost(tx, ids.team, { status: 'draft' }));
    expect(await at('/dramat/')).toBe('404');
  });
});
