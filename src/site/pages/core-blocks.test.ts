import { parseFragment } from 'parse5';
import type { DefaultTreeAdapterMap } from 'parse5';
import { expect, test } from 'vitest';
import type { z } from 'zod';
import { pageOf, showMarkup } from '../../../test/harness/core-blocks.ts';
import { onDrawnDatabase } from '../../../test/harness/databases.ts';
import { drawn, isDrawn } from '../../../test/harness/drawn.ts';
import { makeComment, makeMedia, makePost, makeTerm, makeUser } from '../../../test/harness/factories.ts';
import { homePage } from '../../../test/harness/load-context.ts';
import { pageSite } from '../../../test/harness/page-site.ts';
import type { PageSite } from '../../../test/harness/page-site.ts';
import { hostileTitle } from '../../../test/harness/post-card.ts';
import { supportAttributes } from '../../blocks/core/block-supports.ts';
import type { CoreBlock } from '../../blocks/core/core-block.ts';
import type { PageInfo } from '../../blocks/load-context.ts';
import { deletePost } from '../../modules/posts/writer.ts';
import { saveSettings } from '../../modules/settings/store.ts';
import { findTerms } from '../../modules/terms/reader.ts';
import { deleteTerm } from '../../modules/terms/writer.ts';
import { deleteUser } from '../../modules/users/writer.ts';
import { openingOfMarkup } from '../../lib/markup/opening-words.ts';
import { htmlToText } from '../../lib/plain-text.ts';
import { absentPage } from './resolve-page.ts';

const modules = import.meta.glob<{ block: CoreBlock }>('../../blocks/core/*.server.tsx', { eager: true });
const blocks = Object.values(modules).map(({ block }) => block);

const bystander = '<p>Bystander</p>';

/** A block as markup, with inner blocks where it accepts them. */
function markupOf({ name, container }: CoreBlock, attributes: object = {}): string {
  const json = JSON.stringify(attributes)
    .replaceAll('--', '\\u002d\\u002d')
    .replaceAll('<', '\\u003c')
    .replaceAll('>', '\\u003e');
  const inner =
    '<!-- wp:post-title {"isLink":true} /--><!-- wp:comment-content /--><!-- wp:term-name /--><p>Inside</p>';
  return container
    ? `<!-- wp:${name} ${json} -->${inner}<!-- /wp:${name} -->`
    : `<!-- wp:${name} ${json} /-->`;
}

type Element = DefaultTreeAdapterMap['element'];

function elementsOf(html: string): Element[] {
  const found: Element[] = [];
  const visit = (node: DefaultTreeAdapterMap['parentNode']): void => {
    for (const child of node.childNodes) {
      if (!('tagName' in child)) continue;
      found.push(child);
      visit(child);
      if ('content' in child) visit(child.content as DefaultTreeAdapterMap['parentNode']); // of a template
    }
  };
  visit(parseFragment(html));
  return found;
}

/** Attributes whose values are shown as text. */
const read: ReadonlySet<string> = new Set(['alt', 'aria-label', 'placeholder', 'title']);

/** HTML that would run scripts or load external resources, from hostile block attributes. */
function dangersOf(html: string): string[] {
  return elementsOf(html).flatMap(({ tagName, attrs }) => [
    ...(['script', 'style', 'base', 'link', 'meta'].includes(tagName) ? [tagName] : []),
    ...attrs
      .filter(
        ({ name, value }) =>
          name.startsWith('on') ||
          (!read.has(name) && /^\s*(?:java|vb)script:|^\s*data:(?!image\/)/i.test(value)) ||
          (name === 'style' && /url\(|;\s*position/.test(value)),
      )
      .map(({ name, value }) => `${tagName} ${name}=${value.slice(0, 100)}`),
  ]);
}

/** Text of a block on an empty site, and its link; nothing for blocks that are absent. */
const onEmptySite: Readonly<Record<string, readonly [string, ...string[]]>> = {
  'core/archives': ['No archives to show.'],
  'core/categories': ['No categories'],
  'core/latest-comments': ['No comments to show.'],
  'core/query-total': ['0 results found'],
  'core/search': ['Search Search', '/'],
  'core/site-title': ['Broadsheet', '/'],
  'core/home-link': ['Home', '/'],
  'core/loginout': ['Log in', '/wp-login.php?redirect_to=%2F'],
  'core/navigation': ['Inside'],
  // These show their saved content.
  'core/cover': ['Inside'],
  'core/media-text': ['Inside'],
  'core/query': ['Inside'],
  'core/query-no-results': ['Inside'],
  'core/query-pagination': ['Inside'],
  'core/terms-query': ['Inside'],
  'core/gallery': ['Inside'],
};
const onAbsentPage: typeof onEmptySite = { 'core/breadcrumbs': ['Home Page not found', '/'] };

/** Blocks that store text alignment in their style, by where it applies: `supports.typography.textAlign` of WordPress' block library 11.0.0. */
const aligned: Readonly<Record<'page' | 'discussion' | 'comment', readonly string[]>> = {
  page: [
    'post-author-biography',
    'post-author-name',
    'post-comments-count',
    'post-comments-link',
    'post-date',
    'post-excerpt',
    'post-navigation-link',
    'post-terms',
    'post-time-to-read',
    'post-title',
    'query-title',
    'site-tagline',
    'site-title',
    'term-description',
    'term-name',
  ],
  discussion: ['comments-title', 'post-comments-form'],
  comment: ['comment-author-name', 'comment-content', 'comment-date', 'comment-reply-link'],
};

/** Blocks without their own element, or whose saved HTML contains it; WordPress gives the id to the comment form. */
const bare: ReadonlySet<string> = new Set([
  'core/query',
  'core/comments',
  'core/terms-query',
  'core/block',
  'core/cover',
  'core/gallery',
  'core/media-text',
  'core/post-comments-form',
]);

const hostile = [
  null,
  -1,
  0,
  1e300,
  7.5,
  true,
  {},
  [],
  [[]],
  [{ a: 1 }],
  { text: { color: 1 } },
  'x'.repeat(50_000),
  '"><script>alert(1)</script><img src=x onerror=alert(1)>',
  'javascript:alert(1)',
  '__proto__',
  '-999999999999999999',
  '999999',
  999_999,
  'red;position:fixed',
  'https://evil.test/"onmouseover="x',
  '\u0000\uFFFF\u202E',
  '%s %1$s $&',
];

test('excerpts contain no server-rendered text, except that saved in a block which WordPress reads there', () => {
  const words = '<!-- wp:paragraph --><p>Words</p><!-- /wp:paragraph -->';
  const having = blocks.filter(
    (block) => openingOfMarkup(`${words}${markupOf(block, { label: 'Said', content: 'Said' })}`) !== 'Words',
  );
  expect(having.map(({ name }) => name)).toEqual(['core/media-text']);
});

onDrawnDatabase('every WordPress block', (get) => {
  let site: PageSite;
  const show = (markup: string, page?: PageInfo) => showMarkup(site, `${markup}${bystander}`, page);
  /** No problem is reported, except for blocks whose target is missing. */
  const complaints = () =>
    site.logged.splice(0).filter(({ level, message }) => level === 'error' || /failed|unknown/.test(message));

  test('shows nothing false on an empty site, on any page', async () => {
    site = pageSite(get());
    const unknown = Object.keys(onEmptySite).filter((name) => !blocks.some((block) => block.name === name));
    expect(unknown).toEqual([]);
    for (const block of blocks) {
      for (const page of [homePage, absentPage]) {
        const html = await show(markupOf(block), page);
        expect([block.name, html.endsWith(bystander), dangersOf(html), complaints()]).toEqual([
          block.name,
          true,
          [],
          [],
        ]);
        const own = html.slice(0, -bystander.length);
        const [words = '', ...links] =
          (page === absentPage ? onAbsentPage : onEmptySite)[block.name] ?? onEmptySite[block.name] ?? [];
        const found = elementsOf(own).flatMap(({ attrs }) =>
          attrs.filter(({ name }) => /^(?:href|src|action)$/.test(name)).map(({ value }) => value),
        );
        expect([block.name, page.kind, htmlToText(own), found]).toEqual([
          block.name,
          page.kind,
          words,
          links,
        ]);
      }
    }
  });

  test('shows nothing of its target once that is deleted', async () => {
    const ids = await get().write(async (tx) => {
      const author = await makeUser(tx, { displayName: 'Ada Gone' });
      const term = await makeTerm(tx, { name: 'Gone section', slug: 'gone' });
      const parent = await makePost(tx, { type: 'page', title: 'Gone parent', slug: 'gone-parent' });
      await makePost(tx, { type: 'page', title: 'Its child', slug: 'its-child', parentId: parent });
      const content = (slug: string) => `<!-- wp:paragraph --><p>Says ${slug}</p><!-- /wp:paragraph -->`;
      const named = (type: string, slug: string) =>
        makePost(tx, { type, slug, title: slug, content: content(slug) });
      return {
        author,
        term,
        parent,
        post: await makePost(tx, {
          title: 'Gone post',
          slug: 'gone-post',
          authorId: author,
          termIds: [term],
        }),
        part: await named('wp_template_part', 'gone-part'),
        pattern: await named('wp_block', 'gone-pattern'),
        menu: await named('wp_navigation', 'gone-menu'),
      };
    });
    const naming: readonly (readonly [string, object, string])[] = [
      ['avatar', { userId: ids.author, isLink: true }, 'avatar'],
      ['page-list', { parentPageID: ids.parent }, 'Its child'],
      ['template-part', { slug: 'gone-part' }, 'Says gone-part'],
      ['block', { ref: ids.pattern }, 'Says gone-pattern'],
      ['navigation', { ref: ids.menu }, 'Says gone-menu'],
      ['latest-posts', { categories: [{ id: ids.term }] }, 'Gone post'],
      ['latest-posts', { selectedAuthor: ids.author }, 'Gone post'],
      ['categories', {}, 'Gone section'],
      [
        'navigation-link',
        { id: ids.post, type: 'post', kind: 'post-type', label: 'Way', url: '/old/' },
        'href="/gone-post/"',
      ],
      [
        'navigation-link',
        { id: ids.term, type: 'category', kind: 'taxonomy', label: 'Way', url: '/old/' },
        'href="/category/gone/"',
      ],
    ];
    const shown = async () =>
      Promise.all(
        naming.map(([name, attributes, word]) =>
          show(`<!-- wp:${name} ${JSON.stringify(attributes)} /-->`).then((html) => html.includes(word)),
        ),
      );
    expect(await shown()).toEqual(naming.map(() => true));
    await get().write(async (tx) => {
      for (const id of [ids.post, ids.parent, ids.part, ids.pattern, ids.menu]) await deletePost(tx, id);
      await deleteTerm(tx, ids.term);
      await deleteUser(tx, ids.author);
    });
    expect(await shown()).toEqual(naming.map(() => false));
    for (const [name, attributes] of naming) {
      const html = await show(`<!-- wp:${name} ${JSON.stringify(attributes)} /-->`);
      expect([name, /gone|Its child|Says/i.test(html)]).toEqual([name, false]);
    }
    expect(complaints()).toEqual([]);
  });

  let pages: PageInfo[];
  let article: PageInfo;
  const fill = async () => {
    const { post, alone, category } = await get().write(async (tx) => {
      const author = await makeUser(tx, { displayName: hostileTitle, bio: hostileTitle });
      const section = await makeTerm(tx, { name: hostileTitle, slug: 'section', description: hostileTitle });
      const picture = await makeMedia(tx, { file: { alt: hostileTitle } });
      await makePost(tx, { title: 'Before', termIds: [section] });
      const made = await makePost(tx, {
        title: hostileTitle,
        excerpt: hostileTitle,
        content: `<p>${'Words of a text. '.repeat(30)}</p>`,
        authorId: author,
        termIds: [section],
        commentStatus: 'open',
        featuredMediaId: picture,
      });
      await makeComment(tx, { postId: made, authorName: hostileTitle, content: hostileTitle });
      return {
        post: made,
        alone: await makePost(tx, { title: '', content: '', commentStatus: 'closed' }),
        category: section,
      };
    });
    const term = (await findTerms(get().read, [category])).get(category);
    if (!term) throw new Error('The section is gone.');
    article = await pageOf(site, post);
    pages = [
      article,
      await pageOf(site, alone),
      { kind: 'category', path: '/category/section/', pageNumber: 1, title: 'x', term },
      { kind: 'search', path: '/', pageNumber: 1, title: 'x', search: '"><b>words' },
      { kind: 'date', path: '/2026/', pageNumber: 1, title: '2026', dates: { from: 0, to: 1e13 } },
    ];
  };

  test('is the same on every render, and leaves the following blocks alone, on every kind of page', async () => {
    await fill();
    for (const block of blocks) {
      for (const page of pages) {
        const html = await show(markupOf(block), page);
        expect([block.name, page.kind, dangersOf(html), complaints()]).toEqual([
          block.name,
          page.kind,
          [],
          [],
        ]);
        const outermost = parseFragment(html).childNodes.at(-1);
        expect([
          block.name,
          outermost && 'tagName' in outermost && outermost.tagName,
          html.endsWith(bystander),
        ]).toEqual([block.name, 'p', true]);
        expect([block.name, await show(markupOf(block), page)]).toEqual([block.name, html]);
      }
    }
  });

  test('renders in a list as in an article, once for each post', async () => {
    for (const block of blocks) {
      const inside = `<!-- wp:post-template -->${markupOf(block)}${bystander}<!-- /wp:post-template -->`;
      const html = await show(
        `<!-- wp:query {"query":{"perPage":3}} --><div>${inside}</div><!-- /wp:query -->`,
        article,
      );
      const beside = elementsOf(html).filter(({ attrs }) =>
        attrs.some(({ name, value }) => name === 'class' && /^wp-block-post post-\d+ /.test(value)),
      );
      expect([block.name, html.split(bystander).length, dangersOf(html), complaints()]).toEqual([
        block.name,
        5,
        [],
        [],
      ]);
      expect([block.name, beside.length >= 3]).toEqual([block.name, true]);
    }
  });

  test.each(blocks.map((block) => [block.name, block] as const))(
    '%s accepts any attributes',
    async (_name, block) => {
      const attributes = Object.keys((block.settings as z.ZodObject).shape).filter(
        (name) => block.name === 'core/post-title' || !(name in supportAttributes),
      );
      let turn = 0;
      for (const attribute of attributes) {
        turn++;
        for (const [nth, value] of hostile.entries()) {
          if (!isDrawn(`attributes of ${block.name}`, nth + turn, 2)) continue;
          const html = await show(markupOf(block, { [attribute]: value }), article);
          expect([attribute, value, dangersOf(html), complaints(), html.endsWith(bystander)]).toEqual([
            attribute,
            value,
            [],
            [],
            true,
          ]);
        }
      }
    },
  );

  test('accepts any style attributes, and has the given class and anchor', async () => {
    const nested = (value: unknown) => ({
      color: { text: value, background: value, gradient: value, duotone: value },
      typography: { fontSize: value, lineHeight: value, textDecoration: value },
      spacing: { padding: value, margin: { top: value }, blockGap: value },
      border: { radius: value, width: value, color: value, top: { color: value } },
      elements: { link: { color: { text: value } } },
      dimensions: { minHeight: value, aspectRatio: value },
      shadow: value,
    });
    // Short values suffice here.
    const values = drawn('values of styles', hostile, 2).map((value) =>
      typeof value === 'string' ? value.slice(0, 500) : value,
    );
    const without: string[] = [];
    for (const block of blocks) {
      const taken = Object.keys(supportAttributes).filter(
        (name) => name in (block.settings as z.ZodObject).shape,
      );
      const given = (value: unknown) => ({
        ...Object.fromEntries(taken.map((name) => [name, value])),
        style: nested(value),
        layout: { type: value, justifyContent: value, contentSize: value },
      });
      for (const value of values) {
        const html = await show(markupOf(block, given(value)), article);
        expect([block.name, value, dangersOf(html), complaints(), html.endsWith(bystander)]).toEqual([
          block.name,
          value,
          [],
          [],
          true,
        ]);
      }
      const html = (await show(markupOf(block, { className: 'is-mine', anchor: 'here' }), article)).slice(
        0,
        -bystander.length,
      );
      const has = [html.includes(' id="here"'), /^<[^>]* class="[^"]*\bis-mine\b/.test(html)];
      if (html !== '' && !bare.has(block.name) && has.includes(false)) without.push(block.name);
    }
    expect(without).toEqual([]);
  });

  test('aligns, orients and divides its text by its style where WordPress allows it, and ignores invalid values', async () => {
    await get().write((tx) => saveSettings(tx, { blogdescription: 'News' }));
    const documentOf = (typography: object) => {
      const given = (name: string) =>
        JSON.stringify({
          style: { typography },
          term: 'category',
          type: name === 'query-title' ? 'archive' : 'previous',
        });
      const of = (names: keyof typeof aligned) =>
        aligned[names].map((name) => `<!-- wp:${name} ${given(name)} /-->`).join('');
      const comments = `<!-- wp:comment-template -->${of('comment')}<!-- /wp:comment-template -->`;
      return `${of('page')}<!-- wp:comments -->${of('discussion')}${comments}<!-- /wp:comments -->`;
    };
    const shown = async (typography: object) =>
      (await Promise.all(pages.map((page) => show(documentOf(typography), page))))
        .flatMap(elementsOf)
        .map(({ attrs }) => ({
          class: '',
          style: '',
          ...Object.fromEntries(attrs.map(({ name, value }) => [name, value])),
        }));
    const right = await shown({
      textAlign: 'right',
      textColumns: '2',
      writingMode: 'vertical-rl',
      fontFamily: 'var:preset|font-family|body',
    });
    const without = Object.values(aligned)
      .flat()
      .filter(
        (name) =>
          !right.some((element) => {
            const classes = element.class.split(' ');
            return (
              classes.includes(`wp-block-${name}`) &&
              classes.includes('has-text-align-right') &&
              element.style.includes(
                'font-family:var(--wp--preset--font-family--body);column-count:2;writing-mode:vertical-rl',
              )
            );
          }),
      );
    expect(without).toEqual([]);
    const odd = await shown({
      textAlign: 'right evil',
      textColumns: { a: 1 },
      writingMode: '1;position:fixed',
      fontFamily: 'url(//evil.test)',
    });
    expect(
      odd.filter(
        (element) =>
          /has-text-align|evil/.test(element.class) ||
          /evil|position|font-family|column-count|writing-mode/.test(element.style),
      ),
    ).toEqual([]);
    expect(
      await show(
        '<!-- wp:post-title {"textAlign":"left","style":{"typography":{"textAlign":"right"}}} /-->',
        article,
      ),
    ).toContain('"wp-block-post-title has-text-align-left"');
  });

  test('has no duplicate id when alone, and no random ids', async () => {
    for (const block of blocks) {
      const ids = elementsOf(await show(markupOf(block), article)).flatMap(({ attrs }) =>
        attrs.filter(({ name }) => name === 'id').map(({ value }) => value),
      );
      expect([block.name, ids.toSorted()]).toEqual([block.name, [...new Set(ids)].toSorted()]);
    }
  });
});
