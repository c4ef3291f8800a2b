import { beforeAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { onBothDatabases } from '../../../test/harness/databases.ts';
import { makePost, postOf } from '../../../test/harness/factories.ts';
import { fakeBlock, withFakeBlocks } from '../../../test/harness/fake-blocks.ts';
import { pageSite } from '../../../test/harness/page-site.ts';
import type { PageSite } from '../../../test/harness/page-site.ts';
import type { LoadContext } from '../../blocks/load-context.ts';
import { anybody } from '../../modules/content/viewer.ts';
import { createTemplate, updateTemplate } from '../../modules/templates/writer.ts';
import { renderDocument } from './render-document.ts';

vi.mock('../../blocks/registry.server.ts', async (original) =>
  withFakeBlocks(await original<typeof import('../../blocks/registry.server.ts')>()),
);

fakeBlock('test/leaf');
fakeBlock('test/box', { container: true });
fakeBlock('test/quote', {
  container: true,
  settings: z.looseObject({ words: z.string().default('') }),
  view: (({ settings, children }: { settings: { words: string }; children: unknown }) => [
    settings.words,
    children,
  ]) as never,
});
fakeBlock('test/silent', { container: true, view: () => null });
fakeBlock('test/twice', {
  container: true,
  view: (({ children }: { children: unknown }) => [children, children]) as never,
});
fakeBlock('test/inside', {
  settings: z.looseObject({ template: z.number().default(0), post: z.number().default(0) }),
  load: async ({ template, post }: { template: number; post: number }, context: LoadContext) =>
    (await context.renderDocument(template > 0 ? { template } : { post })) ?? '',
});

fakeBlock('test/each', {
  container: 'loader',
  settings: z.looseObject({ posts: z.array(z.number()).default([]) }),
  load: async ({ posts }: { posts: number[] }, context: LoadContext) => {
    const items = await Promise.all(posts.map((postId) => context.renderInner({ postId }, `post:${postId}`)));
    return items.some((html) => html !== undefined) ? items.join('') : undefined;
  },
});

/** The clock of pages in the test of turns, in milliseconds. */
let now = 0;
const drawnIn: number[] = [];
let rounds = 0;
fakeBlock('test/slow', {
  view: () => {
    now += 20;
    drawnIn.push(rounds);
    return 'slow';
  },
});

const inside = (template: number) => `<!-- wp:test/inside {"template":${template}} /-->`;
const ids = (html: string) => [...html.matchAll(/id="(tdi_[^"]+)"/g)].map(([, id]) => id);

onBothDatabases('render-document', (get) => {
  let site: PageSite;
  const create = (content: string) =>
    get().write((tx) => createTemplate(tx, { type: 'single', title: 'x', content }));
  const save = (id: number, content: string) => get().write((tx) => updateTemplate(tx, id, { content }));
  const render = async (markup: string, id = 'doc', begun = site.begin()) =>
    (await renderDocument(site.documents.template(markup, id), id, await begun)) ?? '';
  beforeAll(() => {
    site = pageSite(get());
  });

  test('passes static HTML through, and renders inner blocks inside their containers', async () => {
    expect(
      await render(
        '<p>a</p><!-- wp:test/box --><i>b</i><!-- wp:test/box --><b>c</b><!-- /wp:test/box --><!-- /wp:test/box -->',
      ),
    ).toMatch(
      /^<p>a<\/p><section id="tdi_\w+"><i>b<\/i><section id="tdi_\w+"><b>c<\/b><\/section><\/section>$/,
    );
  });

  test('rendering of long siblings yields to other requests', async () => {
    drawnIn.length = 0;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now);
    const round = () => {
      rounds++;
      immediate = setImmediate(round);
    };
    let immediate = setImmediate(round);
    const html = await render(
      '<!-- wp:test/each {"posts":[1,2,3,4]} --><!-- wp:test/slow /--><!-- /wp:test/each -->',
    );
    clearImmediate(immediate);
    clock.mockRestore();
    expect([html.match(/slow/g)?.length, new Set(drawnIn).size]).toEqual([4, 4]);
  });

  test('blocks hidden on some screens have WordPress’ classes, saved or rendered, and blocks hidden everywhere are absent', async () => {
    const on = (...widths: string[]) =>
      JSON.stringify({
        metadata: {
          blockVisibility: { viewport: Object.fromEntries(widths.map((width) => [width, false])) },
        },
      });
    const begun = site.begin();
    const html = await render(
      `<!-- wp:group ${on('tablet')} -->\n<div class="wp-block-group"><!-- wp:paragraph --><p>a</p><!-- /wp:paragraph --></div>` +
        `<!-- /wp:group --><!-- wp:test/box ${on('mobile', 'desktop', 'watch')} --><p>b</p><!-- wp:test/leaf ${on('"><b>')} /--><!-- /wp:test/box -->` +
        `<!-- wp:paragraph ${on('mobile', 'tablet', 'desktop')} --><p>c</p><!-- /wp:paragraph --><!-- wp:html ${on('mobile')} --><i>d</i><!-- /wp:html -->` +
        `<!-- wp:embed {"url":"https://example.org/x",${on('mobile').slice(1)} /--><!-- wp:site-title ${on('mobile')} /-->`,
      'screens',
      begun,
    );
    expect(
      html
        .replace(/<figure class="([^"]*)".*<\/figure>/, '<figure class="$1">')
        .replace(/<a .*<\/a>/, '')
        .replaceAll(/ id="[^"]*"/g, ''),
    ).toBe(
      '\n<div class="wp-block-group is-layout-flow wp-block-group-is-layout-flow wp-block-hidden-tablet"><p class="wp-block-paragraph">a</p></div>' +
        '<section class="wp-block-hidden-desktop wp-block-hidden-mobile"><p>b</p><div></div></section><i>d</i>' +
        '<figure class="wp-block-embed wp-block-hidden-mobile"><h1 class="wp-block-site-title wp-block-hidden-mobile"></h1>',
    );
    expect((await begun).blocks.has('core/hidden-text')).toBe(true);
  });

  test('user content never conflicts with a container’s slot', async () => {
    for (const words of [
      '$&',
      "$1 $` $' $$",
      '\uE000inner-blocks\uE001',
      '\uE000',
      '\uE001\uE000',
      '<!-- slot -->',
      '\\u0000',
    ]) {
      const attributes = JSON.stringify({ words })
        .replaceAll('<', '\\u003c')
        .replaceAll('--', '\\u002d\\u002d');
      const html = await render(
        `<!-- wp:test/quote ${attributes} --><b>inner ${words}</b><!-- /wp:test/quote -->`,
        `slot ${words}`,
      );
      expect(html.replaceAll('<!-- -->', '')).toBe(
        `${words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll("'", '&#x27;')}<b>inner ${words}</b>`,
      );
    }
    expect(await render('<!-- wp:test/silent --><b>hidden</b><!-- /wp:test/silent -->', 'silent')).toBe('');
    expect(await render('<!-- wp:test/twice --><b>inner</b><!-- /wp:test/twice -->', 'twice')).toBe(
      '<b>inner</b><b>inner</b>'.replace('</b><b>', '</b><!-- --><b>'),
    );
  });

  test('block ids are the same on every render, and unique on a page', async () => {
    const part = await create(
      '<!-- wp:test/leaf /--><!-- wp:test/box --><!-- wp:test/leaf /--><!-- /wp:test/box -->',
    );
    const markup = `<!-- wp:test/leaf /--><!-- wp:test/leaf /--><!-- wp:test/box --><!-- wp:test/leaf /-->${inside(part)}<!-- /wp:test/box -->`;
    const first = ids(await render(markup));
    expect(first).toHaveLength(8);
    expect(new Set(first).size).toBe(8);
    expect(ids(await render(markup, 'doc', pageSite(get()).begin()))).toEqual(first);
    expect(ids(await render(markup, 'other')).filter((id) => first.includes(id))).toEqual([]);
    const twice = ids(await render(`${inside(part)}${inside(part)}`, 'pair'));
    expect(twice).toHaveLength(8);
    expect(new Set(twice).size).toBe(8);
    expect(ids(await render(`${inside(part)}${inside(part)}`, 'pair'))).toEqual(twice);
  });

  test('a loader renders its inner blocks any number of times, each for another post, with one query for all', async () => {
    const [first, second] = [
      await get().write((tx) => makePost(tx, { title: 'First' })),
      await get().write((tx) => makePost(tx, { title: 'Second' })),
    ];
    const hidden = await get().write((tx) => makePost(tx, { title: 'Hidden', status: 'draft' }));
    const each = (posts: number[], inner = '<!-- wp:post-title {"isLink":true} /--><!-- wp:test/leaf /-->') =>
      `<!-- wp:test/each {"posts":${JSON.stringify(posts)}} --><li>${inner}</li><!-- /wp:test/each -->`;
    await render(each([first]), 'warm');
    const html = await render(each([first, second, hidden]), 'each');
    expect(html.match(/>(?:First|Second|Hidden)</g)).toEqual(['>First<', '>Second<']);
    expect(new Set(ids(html)).size).toBe(3);
    expect(ids(await render(each([first, second, hidden]), 'each'))).toEqual(ids(html));
    const nested = await render(each([first], `${each([second])}<!-- wp:post-title /-->`), 'nested');
    expect(nested.match(/>(?:First|Second)</g)).toEqual(['>Second<', '>First<']);
    expect(await render(each([], '<p>words</p>'), 'nobody')).toBe('');
    const begun = site.begin();
    await render(each([first, hidden]), 'tags', begun);
    expect([...(await begun).tags.keys()]).toContain(`post:${hidden}`);
  });

  test('nested lists end, which is logged once', async () => {
    const many = JSON.stringify(Array.from({ length: 30 }, (_, index) => index + 1));
    const deep = (level: number): string =>
      level === 0 ? '.' : `<!-- wp:test/each {"posts":${many}} -->${deep(level - 1)}<!-- /wp:test/each -->`;
    expect((await render(deep(6), 'deep')).length).toBeLessThanOrEqual(2000);
    expect(site.logged.splice(0).map(({ message }) => message)).toEqual([
      'The blocks of a page repeat too much; the rest is left out',
    ]);
  });

  test('limits the number of rendered blocks and bytes of a long document, and logs each limit once', async () => {
    const many = await render('<!-- wp:test/leaf /-->'.repeat(8_100), 'many');
    expect(ids(many)).toHaveLength(8_000);
    expect(site.logged.splice(0).map(({ message }) => message)).toEqual([
      'A page holds more blocks than are rendered; the rest is left out',
    ]);
    const long = '<!-- wp:test/quote --><p>words</p><!-- /wp:test/quote -->'.replace(
      ' --><p>',
      ` {"words":"${'x'.repeat(100_000)}"} --><p>`,
    );
    const html = await render(long.repeat(100), 'long');
    expect(html.length).toBeGreaterThan(7_900_000);
    expect(html.length).toBeLessThan(8_100_000);
    expect(site.logged.splice(0).map(({ message }) => message)).toEqual([
      'The blocks of a page draw more than is sent; the rest is left out',
    ]);
  });

  test('documents nest up to eight deep, and the ninth is left out and logged', async () => {
    let innermost = await create('<p>level 1</p>');
    for (let level = 2; level <= 10; level++)
      innermost = await create(`<p>level ${level}</p>${inside(innermost)}`);
    const html = await render(inside(innermost), 'outermost');
    expect([...html.matchAll(/level (\d+)/g)].map(([, level]) => Number(level))).toEqual([
      10, 9, 8, 7, 6, 5, 4,
    ]);
    expect(site.logged.splice(0).map(({ message }) => message)).toEqual([
      'Skipped a document that is nested too deep or inside itself',
    ]);
  });

  test('cuts a document inside itself, directly or through another', async () => {
    const [a, b] = [await create('x'), await create('x')];
    await save(a, `<p>first</p>${inside(a)}${inside(b)}`);
    await save(b, `<p>second</p>${inside(a)}`);
    const html = await render(inside(a), 'circle');
    expect(html.match(/first|second/g)).toEqual(['first', 'second']);
    expect(site.logged.splice(0)).toHaveLength(2);
    expect(await render(inside(999_999), 'missing')).toMatch(/^<div id="tdi_\w+"><\/div>$/);
  });

  test('inner posts are public ones only, and pages are invalidated with them either way', async () => {
    const at = (id: number) => `<!-- wp:test/inside {"post":${id}} /-->`;
    const made = await get().write(async (tx) => ({
      open: await makePost(tx, { content: '<p>Open words</p>' }),
      draft: await makePost(tx, { status: 'draft', content: '<p>Draft words</p>' }),
      secret: await makePost(tx, { password: 'x', content: '<p>Secret words</p>' }),
      future: await makePost(tx, { status: 'future', content: '<p>Future words</p>' }),
      private: await makePost(tx, { status: 'private', content: '<p>Private words</p>' }),
    }));
    const begun = await site.begin();
    const html = await render(Object.values(made).map(at).join(''), 'posts', Promise.resolve(begun));
    expect(html.match(/\w+ words/g)).toEqual(['Open words']);
    for (const id of Object.values(made)) expect(begun.tags.get(`post:${id}`)).toBe('primary');
    const post = await postOf(get().read, made.secret);
    const unlocked = await site.begin(
      { kind: 'single', path: '/x/', pageNumber: 1, title: 'x', post },
      undefined,
      { ...anybody, unlocked: new Set([made.secret]) },
    );
    expect(await render(at(made.secret), 'unlocked', Promise.resolve(unlocked))).toContain('Secret words');
  });

  test('a reader who entered one post’s password sees no other protected post', async () => {
    const [one, other] = await get().write(
      async (tx) =>
        [
          await makePost(tx, { password: 'x', content: '<p>Mine</p>' }),
          await makePost(tx, { password: 'y', content: '<p>Another secret</p>' }),
        ] as const,
    );
    const post = await postOf(get().read, one);
    const unlocked = await site.begin(
      { kind: 'single', path: '/x/', pageNumber: 1, title: 'x', post },
      undefined,
      { ...anybody, unlocked: new Set([one]) },
    );
    expect(
      await render(`<!-- wp:test/inside {"post":${other}} /-->`, 'not mine', Promise.resolve(unlocked)),
    ).not.toContain('Another secret');
  });
});
