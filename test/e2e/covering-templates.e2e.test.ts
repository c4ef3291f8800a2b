import type { Tx } from '../../src/kernel/db/open-database.ts';
import { expect, test } from 'vitest';
import { createPost } from '../../src/modules/posts/post-commands.ts';
import { assignTemplateToItem } from '../../src/modules/templates/assign.ts';
import { createTemplate } from '../../src/modules/templates/template-commands.ts';
import { createRole } from '../../src/modules/users/role-writer.ts';
import { findActor } from '../../src/modules/users/roles.ts';
import { useChromium } from '../harness/chromium.ts';
import { coveredParts } from '../harness/covered-parts.ts';
import { coveringMarkup } from '../harness/covering-markup.ts';
import { makePost, makeUser } from '../harness/factories.ts';
import { openNewsroom } from '../harness/newsroom.ts';
import { useRealSite } from '../harness/real-site.ts';

const browser = useChromium();
const block = (name: string, attributes: object, inner = '') =>
  `<!-- wp:broadsheet/${name} ${JSON.stringify(attributes)} -->${inner}<!-- /wp:broadsheet/${name} -->`;
const ownClass = (className: string) =>
  block('row', { className, gap: 0 }, block('column', { className }, '<p data-evil>evil</p>'));
const words = '<!-- wp:paragraph --><p>Words of the template.</p><!-- /wp:paragraph -->';

/** Markup of content, then of templates only: settings of layout blocks and style sheets for the whole page. */
const templateMarkup: Readonly<Record<string, string>> = {
  ...coveringMarkup,
  'classes of the page on rows and columns': ownClass(
    'site-header sticks-menu reading-progress more-articles is-compact video-floats nav-menu',
  ),
  'a sheet for the whole page':
    '<style>html body #content{overflow:visible!important}' +
    'header,footer{margin-top:-900px;display:none}[data-evil]{top:-900px}</style>' +
    '<div data-evil style="position:relative">evil</div>',
  'a row that is moved': block(
    'row',
    {
      gap: -900,
      style: { spacing: { margin: { top: '-900px' } } },
      tdc_css: 'eyJhbGwiOnsibWFyZ2luLXRvcCI6Ii05MDAiLCJkaXNwbGF5IjoiIn19',
    },
    block(
      'column',
      { gap: -900, desktop: 999, css: '.x{position:fixed}' },
      `<p data-evil>${'evil<br>'.repeat(90)}</p>`,
    ),
  ),
};
const names = Object.keys(templateMarkup);
const ids = { editor: 0 };

const site = useRealSite(async (tx) => {
  ids.editor = await makeUser(tx, { login: 'edda', roles: ['editor'], displayName: 'Edda' });
  const capabilities = ['read', 'edit_posts', 'publish_posts', 'edit_published_posts', 'edit_templates'];
  await createRole(tx, { name: 'designer', label: 'Designer', capabilities });
  const designer = await findActor(
    tx.db,
    await makeUser(tx, { login: 'dora', roles: ['designer'], displayName: 'Dora' }),
  );
  const page = async (
    slug: string,
    content: string,
    parts: { readonly header?: string; readonly footer?: string } = {},
  ) => {
    const part = async (type: 'header' | 'footer', text: string | undefined) =>
      text === undefined ? 0 : createTemplate(tx, designer, { type, title: slug, content: text });
    const id = await createTemplate(tx, designer, {
      type: 'single',
      title: slug,
      content,
      headerId: await part('header', parts.header),
      footerId: await part('footer', parts.footer),
    });
    await assignTemplateToItem(tx, 'single', await makePost(tx, { title: 'Harbour', slug }), id);
  };
  for (const [index, markup] of Object.values(templateMarkup).entries())
    await page(`template-${index}`, markup + words);
  const all = Object.values(templateMarkup).join('\n');
  const pattern = await createPatternAs(tx, designer, all);
  await page('pattern', `<!-- wp:block {"ref":${pattern}} /-->${words}`);
  for (const [index, markup] of Object.values(templateMarkup).entries()) {
    await page(`header-${index}`, words, { header: markup + words });
    await page(`footer-${index}`, words, { footer: markup + words });
  }
});

async function createPatternAs(
  tx: Tx,
  actor: Parameters<typeof createPost>[1],
  content: string,
): Promise<number> {
  return createPost(tx, actor, { type: 'wp_block', title: 'Cover', content, status: 'publish' });
}

test('templates of users without unfiltered_html, and patterns in them, leave masthead, admin bar and footer to the page', async () => {
  const page = await openNewsroom(browser, site, '/', ids.editor, {
    viewport: { width: 1280, height: 900 },
    expectedMessages: /./,
  });
  for (const slug of [...names.map((_, index) => `template-${index}`), 'pattern']) {
    await page.goto(`${site.url}/${slug}/`);
    await page.locator('#wpadminbar').waitFor();
    expect([slug, await coveredParts(page)]).toEqual([slug, []]);
    expect([slug, await page.locator('#content').textContent()]).toEqual([
      slug,
      expect.stringContaining('Words of the template.'),
    ]);
  }
});

test('a header leaves the admin bar and the footer alone, a footer the admin bar and the masthead', async () => {
  const page = await openNewsroom(browser, site, '/', ids.editor, {
    viewport: { width: 1280, height: 900 },
    expectedMessages: /./,
  });
  for (const [index, name] of names.entries()) {
    await page.goto(`${site.url}/header-${index}/`);
    await page.locator('#wpadminbar').waitFor();
    expect([name, await coveredParts(page, '#wpadminbar, footer.site-footer')]).toEqual([name, []]);
    await page.goto(`${site.url}/footer-${index}/`);
    await page.locator('#wpadminbar').waitFor();
    expect([name, await coveredParts(page, '#wpadminbar, header.site-header')]).toEqual([name, []]);
  }
});
