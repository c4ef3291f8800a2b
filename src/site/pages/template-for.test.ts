import { beforeAll, expect, test, vi } from 'vitest';
import { withFakeBlocks, fakeBlock } from '../../../test/harness/fake-blocks.ts';
import { onBothDatabases } from '../../../test/harness/databases.ts';
import { makePost, makeTerm, makeUser } from '../../../test/harness/factories.ts';
import { pageSite } from '../../../test/harness/page-site.ts';
import type { PageSite } from '../../../test/harness/page-site.ts';
import type { PageInfo, PageKind, PostPage } from '../../blocks/load-context.ts';
import { findPost } from '../../modules/posts/reader.ts';
import {
  assignTemplateGlobally,
  assignTemplateToItem,
  clearTemplateAssignment,
} from '../../modules/templates/assign.ts';
import { createTemplate, deleteTemplate, updateTemplate } from '../../modules/templates/writer.ts';
import type { TemplateInput } from '../../modules/templates/writer.ts';
import { findTerms } from '../../modules/terms/reader.ts';
import { builtInTemplates } from '../../theme/built-in-templates.ts';
import { renderFooter } from './render-fragment.ts';
import { chief } from '../../../test/harness/writer.ts';
import { asItStands } from '../../kernel/command.ts';
import { resetWidgetArea, saveWidgetArea } from '../../modules/widgets/commands.ts';
import { siteWithArea } from './site.ts';
import { wholePage } from '../../../test/harness/whole-page.ts';
import { assignmentKind, templateFor } from './template-for.ts';

vi.mock('../../blocks/registry.server.ts', async (original) =>
  withFakeBlocks(await original<typeof import('../../blocks/registry.server.ts')>()),
);

fakeBlock('test/throws', {
  view: () => {
    throw new Error('a view that fails');
  },
});
fakeBlock('test/throws-around', {
  container: true,
  view: () => {
    throw new Error('a container that fails');
  },
});

const text = (words: string) => `<!-- wp:paragraph --><p>${words}</p><!-- /wp:paragraph -->`;

onBothDatabases('template-for', (get) => {
  let site: PageSite;
  const write = <Result>(work: Parameters<ReturnType<typeof get>['write']>[0]) =>
    get().write(work) as Promise<Result>;
  const create = (input: Partial<TemplateInput> & { type: string }) =>
    write<number>((tx) => createTemplate(tx, { title: input.type, ...input }));
  const pageOf = async (id: number, kind: PageKind = 'single'): Promise<PostPage> => {
    const post = await findPost(get().read, id);
    if (!post) throw new Error(`There is no post ${id}.`);
    return { kind, path: `/${post.slug}/`, pageNumber: 1, title: post.title, post } as PostPage; // of any type: templates depend on that alone
  };
  const newPage = async (kind: PageKind = 'single') =>
    pageOf(await write<number>((tx) => makePost(tx)), kind);
  beforeAll(() => {
    site = pageSite(get());
  });

  test('the item’s own, else the global one of its type, else the built-in one, each with its reason', async () => {
    const article = await newPage();
    const other = await newPage();
    expect(await templateFor(site, article, false)).toMatchObject({
      id: 'built-in:single',
      reason: 'no template is assigned, so the built-in one serves',
      variesByDevice: false,
      headerId: 0,
      footerId: 0,
    });
    const [global, own] = [
      await create({ type: 'single', content: text('Global layout') }),
      await create({ type: 'single', content: text('Own layout') }),
    ];
    await write((tx) => assignTemplateGlobally(tx, 'single', global));
    expect(await templateFor(site, article, false)).toMatchObject({
      id: `template:${global}`,
      reason: 'it is the global template of the kind "single"',
    });
    await write((tx) => assignTemplateToItem(tx, 'single', article.post?.id ?? 0, own));
    expect(await templateFor(site, article, false)).toMatchObject({
      id: `template:${own}`,
      reason: 'it was chosen for this single',
    });
    expect(await templateFor(site, other, false)).toMatchObject({ id: `template:${global}` });
    const [shown, another] = [await wholePage(site, article, false), await wholePage(site, other, false)];
    expect(shown.html).toContain('Own layout');
    expect(shown.reason).toBe('it was chosen for this single');
    expect(another.html).toContain('Global layout');
    expect(site.logged).toEqual([]);
  });

  test('skips and logs a deleted one, and the page renders', async () => {
    const article = await newPage('page');
    const [global, own] = [
      await create({ type: 'page', content: text('Global page') }),
      await create({ type: 'page' }),
    ];
    await write((tx) => assignTemplateGlobally(tx, 'page', global));
    await write((tx) => assignTemplateToItem(tx, 'page', article.post?.id ?? 0, own));
    // As a restored backup or another program may leave it: the assignment outlives the template.
    await write(async (tx) => {
      await tx.db.deleteFrom('template').where('id', '=', own).execute();
      tx.emit(`template:${own}`, 'remove');
    });
    expect(await templateFor(site, article, false)).toMatchObject({
      id: `template:${global}`,
      reason: 'it is the global template of the kind "page"',
      skipped: [{ id: own, reason: 'it no longer exists' }],
    });
    expect(site.logged.splice(0)).toEqual([
      {
        level: 'warn',
        details: { template: own, kind: 'page' },
        message: 'Skipped a template that no longer exists',
      },
    ]);
    await write(async (tx) => {
      await tx.db.deleteFrom('template').where('id', '=', global).execute();
      tx.emit('templates', 'remove');
    });
    expect((await wholePage(site, article, false)).html).toContain('<h1');
    expect((await templateFor(site, article, false)).id).toBe('built-in:page');
    expect(site.logged.splice(0).every(({ level }) => level === 'warn')).toBe(true);
    for (const item of [0, article.post?.id ?? 0])
      await write((tx) => clearTemplateAssignment(tx, 'page', item));
  });

  test('[IMP-03] a full-screen header comes before the type’s template and after the item’s own, and header and footer stay those of the type', async () => {
    const plain = await newPage('page');
    const [footer, own] = [
      await create({ type: 'footer', content: text('Footer of the kind') }),
      await create({ type: 'page', content: text('Own layout') }),
    ];
    const global = await create({ type: 'page', content: text('Layout of the kind'), footerId: footer });
    await write((tx) => assignTemplateGlobally(tx, 'page', global));
    const page = await pageOf(
      await write<number>((tx) => makePost(tx, { type: 'page', meta: { full_screen_header: ['1'] } })),
      'page',
    );
    expect(await templateFor(site, plain, false)).toMatchObject({ id: `template:${global}` });
    expect(await templateFor(site, page, false)).toMatchObject({
      id: 'built-in:full-screen-page',
      reason: 'a full-screen header was chosen for it',
      footerId: footer,
      headerId: 0,
    });
    const { html } = await wholePage(site, page, false);
    expect(html).toContain('full-screen-header');
    expect(html).not.toContain('Layout of the kind');
    await write((tx) => assignTemplateToItem(tx, 'page', page.post.id, own));
    expect(await templateFor(site, page, false)).toMatchObject({ id: `template:${own}` });
    for (const item of [0, page.post.id]) await write((tx) => clearTemplateAssignment(tx, 'page', item));
    expect(site.logged).toEqual([]);
  });

  test('[IMP-03] a theme layout that a post names ranks like a full-screen header and works with it, and an unknown name is ignored', async () => {
    const named = async (name: string, { type = 'post', kind = 'single' as PageKind, more = {} } = {}) =>
      pageOf(
        await write<number>((tx) => makePost(tx, { type, meta: { _wp_page_template: [name], ...more } })),
        kind,
      );
    const chosen = async (page: PageInfo) => {
      const { id, reason } = await templateFor(site, page, false);
      return [id, reason];
    };
    const global = await create({ type: 'cpt', content: text('Layout of films') });
    await write((tx) => assignTemplateGlobally(tx, 'cpt:film', global));
    const film = { type: 'film', kind: 'cpt' } as const;
    expect(await chosen(await named('no-such.php', film))).toEqual([
      `template:${global}`,
      'it is the global template of the kind "cpt:film"',
    ]);
    const wide = await named('wide', film);
    expect(await chosen(wide)).toEqual(['built-in:wide-cpt', 'the layout "wide" was chosen for it']);
    expect(await chosen(await named('page-templates/full-width.php', film))).toEqual([
      'built-in:no-sidebar-cpt',
      'the layout "no-sidebar" was chosen for it',
    ]);
    expect(await chosen(await named('no-sidebar', { ...film, more: { full_screen_header: ['1'] } }))).toEqual(
      [
        'built-in:full-screen-no-sidebar-cpt',
        'a full-screen header and the layout "no-sidebar" were chosen for it',
      ],
    );
    expect(await chosen(await named('no-sidebar', { type: 'page', kind: 'page' }))).toEqual([
      'built-in:page',
      expect.any(String),
    ]);
    expect(await chosen(await named('template-wide.php', { type: 'page', kind: 'page' }))).toEqual([
      'built-in:wide-page',
      expect.any(String),
    ]);
    expect(await chosen(await named('bare', { type: 'page', kind: 'page' }))).toEqual([
      'built-in:bare-page',
      'the layout "bare" was chosen for it',
    ]);
    expect((await chosen(await named('bare')))[0]).not.toContain('bare');
    const bare = (await wholePage(site, await named('bare', { type: 'page', kind: 'page' }), false)).html;
    expect([
      bare.match(/<h1/g)?.length,
      /visually-hidden[^]*<h1[^]*column-wide/.test(bare),
      bare.includes('breadcrumbs'),
    ]).toEqual([1, true, false]);
    const own = await create({ type: 'cpt', content: text('Own layout') });
    await write((tx) => assignTemplateToItem(tx, 'cpt:film', wide.post.id, own));
    expect(await chosen(wide)).toEqual([`template:${own}`, 'it was chosen for this cpt']);
    for (const item of [0, wide.post.id]) await write((tx) => clearTemplateAssignment(tx, 'cpt:film', item));
    const { html } = await wholePage(site, wide, false);
    expect(html).toContain('column-wide');
    expect(html).not.toContain('column-sidebar');
    expect(site.logged).toEqual([]);
  });

  test('pages fall back to the next template when theirs is deleted', async () => {
    const article = await newPage('attachment');
    const own = await create({ type: 'attachment' });
    await write((tx) => assignTemplateToItem(tx, 'attachment', article.post?.id ?? 0, own));
    expect((await templateFor(site, article, false)).id).toBe(`template:${own}`);
    await write((tx) => deleteTemplate(tx, own));
    expect((await templateFor(site, article, false)).id).toBe('built-in:attachment');
    expect(site.logged.splice(0)).toEqual([]);
  });

  test('phones get the mobile template of the chosen one, and only then do replies vary', async () => {
    const article = await newPage('author');
    const [wide, narrow] = [
      await create({ type: 'author', content: text('Wide screens') }),
      await create({ type: 'author', isMobile: true, content: text('Narrow screens') }),
    ];
    await write((tx) => assignTemplateGlobally(tx, 'author', wide));
    expect([
      (await templateFor(site, article, true)).id,
      (await templateFor(site, article, true)).variesByDevice,
    ]).toEqual([`template:${wide}`, false]);
    await write((tx) => updateTemplate(tx, wide, { mobileTemplateId: narrow }));
    const [desktop, phone] = [await wholePage(site, article, false), await wholePage(site, article, true)];
    expect([
      desktop.html.includes('Wide screens'),
      desktop.html.includes('Narrow screens'),
      desktop.variesByDevice,
    ]).toEqual([true, false, true]);
    expect([
      phone.html.includes('Wide screens'),
      phone.html.includes('Narrow screens'),
      phone.variesByDevice,
    ]).toEqual([false, true, true]);
    expect(phone.reason).toBe(
      'it is the global template of the kind "author", and phones get its mobile template',
    );
    await write((tx) => deleteTemplate(tx, narrow));
    const again = await wholePage(site, article, true);
    expect([again.html.includes('Wide screens'), again.variesByDevice]).toEqual([true, false]);
  });

  test('custom types and taxonomies have their own templates', async () => {
    const book = await pageOf(await write<number>((tx) => makePost(tx, { type: 'book' })), 'cpt');
    const film = await pageOf(await write<number>((tx) => makePost(tx, { type: 'film' })), 'cpt');
    const genreId = await write<number>((tx) => makeTerm(tx, { taxonomy: 'genre', name: 'Noir' }));
    const term = (await findTerms(get().read, [genreId])).get(genreId);
    if (!term) throw new Error('The term is gone.');
    const genre: PageInfo = { kind: 'cpt_tax', path: '/genre/noir/', pageNumber: 1, title: 'Noir', term };
    expect([
      assignmentKind(book),
      assignmentKind(genre),
      assignmentKind({ ...book, kind: 'single' }),
    ]).toEqual(['cpt:book', 'cpt_tax:genre', 'single']);
    const [books, genres, one] = [
      await create({ type: 'cpt' }),
      await create({ type: 'cpt_tax' }),
      await create({ type: 'cpt_tax' }),
    ];
    await write((tx) => assignTemplateGlobally(tx, 'cpt:book', books));
    await write((tx) => assignTemplateGlobally(tx, 'cpt_tax:genre', genres));
    expect((await templateFor(site, book, false)).id).toBe(`template:${books}`);
    expect((await templateFor(site, film, false)).id).toBe('built-in:cpt');
    expect((await templateFor(site, genre, false)).id).toBe(`template:${genres}`);
    await write((tx) => assignTemplateToItem(tx, 'cpt_tax:genre', genreId, one));
    expect((await templateFor(site, genre, false)).id).toBe(`template:${one}`);
  });

  test('header and footer are the template’s, else the site’s, else built-in', async () => {
    const term = (
      await findTerms(get().read, [
        await write<number>((tx) => makeTerm(tx, { taxonomy: 'post_tag', name: 'x' })),
      ])
    )
      .values()
      .next().value;
    if (!term) throw new Error('The term is gone.');
    const tag: PageInfo = { kind: 'tag', path: '/tag/x/', pageNumber: 1, title: 'x', term };
    const [siteHeader, ownHeader] = [
      await create({ type: 'header', content: text('Header of the site') }),
      await create({ type: 'header', content: text('Header of the template') }),
    ];
    const [siteFooter, ownFooter] = [
      await create({ type: 'footer', content: text('Footer of the site') }),
      await create({ type: 'footer', content: text('Footer of the template') }),
    ];
    const layout = await create({ type: 'tag' });
    await write((tx) => assignTemplateGlobally(tx, 'tag', layout));
    const seen = async () => {
      const [{ html }, footer] = [
        await wholePage(site, tag, false),
        await renderFooter(site, tag, new Set()),
      ];
      return [
        /Header of the \w+/.exec(html)?.[0] ?? 'built in',
        /Footer of the \w+/.exec(footer.html ?? '')?.[0] ?? 'built in',
      ];
    };
    expect(await seen()).toEqual(['built in', 'built in']);
    await write((tx) => assignTemplateGlobally(tx, 'header', siteHeader));
    await write((tx) => assignTemplateGlobally(tx, 'footer', siteFooter));
    expect(await seen()).toEqual(['Header of the site', 'Footer of the site']);
    await write((tx) => updateTemplate(tx, layout, { headerId: ownHeader, footerId: ownFooter }));
    expect(await seen()).toEqual(['Header of the template', 'Footer of the template']);
    await write(async (tx) => {
      await tx.db.deleteFrom('template').where('id', 'in', [ownHeader, ownFooter]).execute();
      tx.emit('templates', 'remove');
    });
    expect(await seen()).toEqual(['Header of the site', 'Footer of the site']);
    expect(site.logged.splice(0).map(({ details }) => details)).toContainEqual({
      template: ownHeader,
      part: 'header',
    });
    await write((tx) => deleteTemplate(tx, siteHeader));
    await write((tx) => deleteTemplate(tx, siteFooter));
  });

  test('malformed markup never breaks the page, keeps its readable parts, and is logged', async () => {
    const user = await write<number>((tx) => makeUser(tx));
    const article = await newPage('date');
    const layout = await create({ type: 'date', content: 'x' });
    await write((tx) => assignTemplateGlobally(tx, 'date', layout));
    const rows: readonly (readonly [string, 'error' | 'warn' | undefined, boolean?])[] = [
      ['<!-- wp:broadsheet/row --><!-- wp:broadsheet/column --><p>Kept words</p>', 'warn', true],
      ['<p>Kept words</p><!-- /wp:broadsheet/row -->', 'warn', true],
      ['<!-- wp:unknown/block {"a":1} /--><p>Kept words</p>', 'warn', true],
      ['<!-- wp:unknown/block --><p>Kept words</p><!-- /wp:unknown/block -->', 'warn', true],
      [
        '<!-- wp:broadsheet/row {"gap":"very","layout":7,"space":{"a":[]}} --><p>Kept words</p><!-- /wp:broadsheet/row -->',
        undefined,
      ],
      ['<!-- wp:broadsheet/row {"gap": --><p>Kept words</p><!-- /wp:broadsheet/row -->', 'warn', true],
      ['<!-- wp:test/throws /--><p>Kept words</p>', 'error'],
      ['<!-- wp:test/throws-around --><p>Kept words</p><!-- /wp:test/throws-around -->', 'error'],
      [`${'<!-- wp:broadsheet/row -->'.repeat(3000)}<p>Kept words</p>`, 'warn', true],
      ['<div><p>Kept words', undefined],
      [
        '<!-- wp:broadsheet/post-list {"limit":-5,"category_ids":"nope","author":"__proto__"} /--><p>Kept words</p>',
        undefined,
      ],
      [`<!-- wp:broadsheet/post-author-box {"user":${user}} /--><p>Kept words</p>`, undefined],
    ];
    for (const [markup, level, isToBeSkipped = false] of rows) {
      await write((tx) => updateTemplate(tx, layout, { content: markup }));
      const { html } = await wholePage(site, article, false);
      const label = markup.slice(0, 80);
      expect([
        label,
        html.includes('</html>'),
        html.startsWith('<!doctype html>'),
        html.includes('<!-- wp:'),
      ]).toEqual([label, true, true, false]);
      // A malformed or unknown value is skipped as a whole, and the next in order applies.
      const isBroken = (await templateFor(site, article, false)).skipped.length > 0;
      expect([label, html.includes('Kept words')]).toEqual([label, !isBroken]);
      expect([label, isBroken]).toEqual([label, isToBeSkipped]);
      const levels = site.logged.splice(0).map((entry) => entry.level);
      if (level) expect([label, levels.includes(level)]).toEqual([label, true]);
      expect(html).not.toContain('a view that fails');
    }
  });

  test('[TPL-23] skips a template whose documents contain themselves, with the reason, until that is repaired', async () => {
    const article = await newPage('single');
    const part = await write<number>((tx) =>
      makePost(tx, { type: 'wp_block', slug: 'piece', content: text('Piece') }),
    );
    const looping = await create({
      type: 'single',
      content: `${text('Looping layout')}<!-- wp:block {"ref":${part}} /-->`,
    });
    const next = await create({ type: 'single', content: text('Next layout') });
    await write((tx) => assignTemplateGlobally(tx, 'single', next));
    await write((tx) => assignTemplateToItem(tx, 'single', article.post?.id ?? 0, looping));
    const shown = async () =>
      ['Looping layout', 'Next layout'].filter((words) => wholeOfLast.includes(words));
    let wholeOfLast = (await wholePage(site, article, false)).html;
    expect(await shown()).toEqual(['Looping layout']);
    const change = (content: string) =>
      write(async (tx) => {
        await tx.db
          .updateTable('post')
          .set({ content, revision: 99 + content.length })
          .where('id', '=', part)
          .execute();
        tx.emit(`post:${part}`);
      });
    await change(`<!-- wp:block {"ref":${part}} /-->`);
    wholeOfLast = (await wholePage(site, article, false)).html;
    expect(await shown()).toEqual(['Next layout']);
    expect((await templateFor(site, article, false)).skipped).toEqual([
      { id: looping, reason: expect.stringContaining('holds itself') },
    ]);
    await change(text('Piece'));
    wholeOfLast = (await wholePage(site, article, false)).html;
    expect(await shown()).toEqual(['Looping layout']);
    site.logged.splice(0);
    for (const item of [0, article.post?.id ?? 0])
      await write((tx) => clearTemplateAssignment(tx, 'single', item));
  });

  test('[IMP-21] a widget area whose patterns contain themselves breaks its template until it is changed, and its preview doesn’t', async () => {
    const article = await newPage('single');
    const part = await write<number>((tx) => makePost(tx, { type: 'wp_block', slug: 'endless' }));
    await write(async (tx) => {
      const content = `<!-- wp:block {"ref":${part}} /-->`;
      await tx.db.updateTable('post').set({ content, revision: 9 }).where('id', '=', part).execute();
      tx.emit(`post:${part}`);
    });
    const boxed = await create({
      type: 'single',
      content: `${text('Boxed layout')}<!-- wp:broadsheet/widget-area {"area":"my-box"} /-->`,
    });
    await write((tx) => assignTemplateToItem(tx, 'single', article.post?.id ?? 0, boxed));
    const skipped = async () => {
      await wholePage(site, article, false);
      return (await templateFor(site, article, false)).skipped.map(({ id }) => id);
    };
    const endless = { area: 'my-box', content: `<!-- wp:block {"ref":${part}} /-->` };
    const preview = await wholePage(siteWithArea(site, endless), article, false);
    expect(preview.html).not.toContain('Boxed layout');
    expect(await skipped()).toEqual([]);
    await write((tx) => saveWidgetArea(tx, chief, endless, asItStands));
    expect(await skipped()).toEqual([boxed]);
    await write((tx) =>
      saveWidgetArea(tx, chief, { area: 'my-box', content: text('Sound box') }, asItStands),
    );
    expect(await skipped()).toEqual([]);
    expect((await wholePage(site, article, false)).html).toContain('Sound box');
    await write((tx) => resetWidgetArea(tx, chief, { area: 'my-box' }, asItStands));
    await write((tx) => clearTemplateAssignment(tx, 'single', article.post?.id ?? 0));
    site.logged.splice(0);
  });

  test('every type has a built-in template, which renders without content', async () => {
    for (const kind of Object.keys(builtInTemplates).filter(
      (name) => name !== 'header' && name !== 'footer',
    ) as PageKind[]) {
      const page = { kind, path: '/', pageNumber: 1, title: 'Nothing' } as PageInfo; // about nothing, whatever its type
      const choice = await templateFor(site, page, false);
      if (choice.id === `built-in:${kind}`)
        expect((await wholePage(site, page, false)).html).toContain('</html>');
    }
    expect(site.logged.splice(0)).toEqual([]);
  });
});
