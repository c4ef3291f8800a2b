import { describe, expect, test } from 'vitest';
import { viewTexts } from '../../../lib/view-texts.ts';
import { FormerSites } from '../../../lib/former-sites.ts';
import type { ContentEnv } from '../content-env.ts';
import { renderPostContent } from '../content-pipeline.ts';
import type { DocumentNode } from '../document.ts';
import { unknownParts } from '../unknown-parts.ts';
import { maxLists } from './place-lists.ts';

async function render(content: string, env: Partial<ContentEnv> = {}) {
  const problems: string[] = [];
  const { nodes } = await renderPostContent(
    { id: 12, content },
    {
      siteUrl: 'https://new.test',
      former: new FormerSites([]),
      isRendered: (name) => name.startsWith('broadsheet/'),
      words: viewTexts,
      pictures: async () => new Map(),
      picturesByUrl: async () => new Map(),
      onProblem: (message) => problems.push(message),
      ...env,
    },
  );
  return { nodes, problems, shown: shownOf(nodes) };
}

/** HTML with `{name settings}` at each block. */
function shownOf(nodes: readonly DocumentNode[]): string {
  const shown = nodes.map((node) =>
    typeof node === 'string'
      ? node
      : `{${node.name.replace('broadsheet/', '')} ${JSON.stringify(node.attributes)}${shownOf(node.children)}}`,
  );
  return shown.join('').replace(/\n+/g, '');
}

const listsIn = (nodes: readonly DocumentNode[]): DocumentNode[] =>
  nodes.flatMap((node) => (typeof node === 'string' ? [] : [node, ...listsIn(node.children)]));

describe('blocks', () => {
  test('a list becomes a Broadsheet block in its place, and the content around it stays', async () => {
    const { shown, problems } = await render(
      '<!-- wp:acme-magazine/section {"columns":1} -->\n<div class="acme-section"><!-- wp:acme-magazine/post-list ' +
        '{"category":"1","count":6} /--></div>\n<!-- /wp:acme-magazine/section -->\n\n<!-- wp:paragraph --><p>Words.</p><!-- /wp:paragraph -->',
    );
    expect(shown).toContain('<div class="acme-section">{post-list {"style":"list","limit":6}}</div>');
    expect(shown).toContain('Words.');
    expect(problems.filter((problem) => problem.includes('post-list'))).toEqual([]);
  });

  test('a copy of the list from the day of the export is replaced; words and inner blocks of unknown blocks stay', async () => {
    const frozen = '<ul><li><a href="/old-1/">Old one</a></li><li><a href="/old-2/">Old two</a></li></ul>';
    expect(
      (await render(`<!-- wp:acme/latest-news {"count":2} -->${frozen}<!-- /wp:acme/latest-news -->`)).shown,
    ).not.toContain('Old one');
    expect(
      (await render(`<!-- wp:acme/latest-news -->${frozen}<!-- /wp:acme/latest-news -->`)).shown,
    ).toContain('Old one');
    expect(
      (await render('<!-- wp:acme/news-box {"count":2} --><p>Our words</p><!-- /wp:acme/news-box -->')).shown,
    ).toContain('Our words');
    const loop = (name: string, inner: string) =>
      `<!-- wp:${name} {"count":2} -->${inner}<!-- /wp:${name} -->`;
    expect(
      (await render(loop('acme/post-loop', '<!-- wp:paragraph --><p>In</p><!-- /wp:paragraph -->'))).shown,
    ).toContain('In');
    expect(
      (await render(loop('generateblocks/query-loop', loop('generateblocks/grid', '<div>frozen</div>'))))
        .shown,
    ).toMatch(/^\{post-list /);
  });
});

describe('shortcodes', () => {
  test('a list splits its paragraph, and gets no paragraph when it is alone', async () => {
    expect((await render('Before\n\n[recent_posts number="3"]\n\nAfter')).shown).toBe(
      '<p>Before</p>{post-list {"style":"compact","td_column_number":1,"limit":3}}<p>After</p>',
    );
    expect((await render('Some words [recent_posts number="3"] and more.')).shown).toBe(
      '<p>Some words </p>{post-list {"style":"compact","td_column_number":1,"limit":3}}<p> and more.</p>',
    );
    expect((await render('<!-- wp:shortcode -->\n[display-posts]\n<!-- /wp:shortcode -->')).shown).toBe(
      '{post-list {"style":"list","limit":10}}',
    );
  });

  test('a WPBakery list stays within its rows, and no brackets are shown', async () => {
    const { shown } = await render(
      '[vc_row][vc_column width="1/2"][vc_column_text]Words[/vc_column_text][vc_basic_grid post_type="post" max_items="4"]' +
        '[/vc_column][/vc_row]',
    );
    expect(shown).toContain('Words');
    expect(shown).toContain('"limit":4');
    expect(shown).not.toMatch(/\[\/?vc/);
  });

  test('widgets of SiteOrigin that list posts are lists', async () => {
    const widget = (name: string, instance: object) =>
      `[siteorigin_widget class="${name}"]<input type="hidden" value="${JSON.stringify({ instance }).replaceAll('"', '&quot;')}" />[/siteorigin_widget]`;
    expect(
      (await render(`<div>${widget('WP_Widget_Recent_Posts', { number: 4, title: 'New' })}</div>`)).shown,
    ).toBe('<div>{post-list {"style":"compact","td_column_number":1,"limit":4,"custom_title":"New"}}</div>');
    expect(
      (await render(widget('SiteOrigin_Panels_Widgets_PostLoop', { posts_per_page: '7' }))).shown,
    ).toContain('"limit":7');
    expect(
      (await render(widget('SiteOrigin_Widget_PostCarousel_Widget', { posts: 'posts_per_page=3' }))).shown,
    ).toContain('"style":"reel"');
    expect((await render(widget('SiteOrigin_Widget_Button_Widget', { text: 'Buy' }))).shown).not.toContain(
      'post-list',
    );
  });

  test('escaped shortcodes, shortcodes in code and words in brackets are not lists', async () => {
    for (const text of [
      '[[recent_posts]]',
      '<pre>[recent_posts]</pre>',
      '<code>[recent_posts]</code>',
      'He said [highlights] so',
      'a[recent_posts]',
    ]) {
      expect((await render(text)).shown).not.toContain('{post-list');
    }
    expect((await render('[[recent_posts]]')).shown).toBe('<p>[recent_posts]</p>');
  });
});

test('ids and slugs of the exporter become local ones; unknown ones are left out', async () => {
  const requests: unknown[] = [];
  const { shown } = await render(
    '<!-- wp:newspack-blocks/homepage-articles ' +
      '{"categories":[4,5],"tags":[6],"authors":[7],"specificMode":true,"specificPosts":[8,9]} /-->' +
      '<!-- wp:kadence/posts {"categories":[{"value":99}]} /-->',
    {
      namedHere: async (postId, named) => {
        requests.push([postId, named]);
        return {
          categories: new Map([['4', '40']]),
          tags: new Map([['6', 'six']]),
          authors: new Map([['7', '70']]),
          posts: new Map([
            ['9', '90'],
            ['8', '80'],
          ]),
        };
      },
    },
  );
  expect(requests).toEqual([
    [12, { categories: ['4', '5', '99'], tags: ['6'], authors: ['7'], posts: ['8', '9'] }],
  ]);
  expect(shown).toBe(
    '{post-list {"style":"list","limit":3,"once":true,"category_id":"40","tag_slug":"six","author_id":70,"post_ids":"80,90"}}' +
      '{post-list {"style":"cards","td_column_number":3,"limit":6}}',
  );
});

test('a text shows no more than a bounded number of lists, however deep they are', async () => {
  const many = await render('[recent_posts]\n\n'.repeat(500));
  expect(listsIn(many.nodes)).toHaveLength(maxLists);
  expect(many.problems.filter((problem) => problem.includes(`more than ${maxLists} lists`))).toHaveLength(1);
  const deep = await render(
    `${'<!-- wp:acme/box --><div>'.repeat(1000)}<!-- wp:kadence/posts /-->${'</div><!-- /wp:acme/box -->'.repeat(1000)}`,
  );
  expect(
    listsIn(deep.nodes).filter((node) => typeof node !== 'string' && node.name === 'broadsheet/post-list'),
  ).toHaveLength(1);
});

test("markup can't claim to be a list of another site", async () => {
  const namedHere = async () => {
    throw new Error('asked');
  };
  const { shown } = await render(
    '<!-- wp:broadsheet/post-list {"references":{"categories":"x"},"limit":2} /-->',
    { namedHere },
  );
  expect(shown).toContain('"limit":2');
});

test('the report does not name blocks and shortcodes that become lists', () => {
  const text =
    '<!-- wp:newspack-blocks/homepage-articles /--><!-- wp:acme/post-list {"count":3} /--><!-- wp:acme/quiz /-->' +
    '<!-- wp:shortcode -->[display-posts][acme_quiz]<!-- /wp:shortcode -->';
  const { blocks, shortcodes } = unknownParts(text, () => false);
  expect([...blocks.keys()]).toEqual(['acme/quiz']);
  expect([...shortcodes.keys()]).toEqual(['acme_quiz']);
});
