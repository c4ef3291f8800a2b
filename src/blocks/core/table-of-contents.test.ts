import { beforeAll, expect, test } from 'vitest';
import { pageOf, showMarkup } from '../../../test/harness/core-blocks.ts';
import { onBothDatabases } from '../../../test/harness/databases.ts';
import { makePost } from '../../../test/harness/factories.ts';
import { homePage } from '../../../test/harness/load-context.ts';
import { pageSite } from '../../../test/harness/page-site.ts';
import type { PageSite } from '../../../test/harness/page-site.ts';
import { updatePost } from '../../modules/posts/writer.ts';

const heading = (level: number, text: string, id = '') =>
  `<!-- wp:heading {"level":${level}} --><h${level}${id && ` id="${id}"`} class="wp-block-heading">${text}</h${level}><!-- /wp:heading -->`;
const contents = (attributes: object = {}) => `<!-- wp:table-of-contents ${JSON.stringify(attributes)} /-->`;
const text =
  [
    heading(2, 'One &amp; <em>all</em>', 'one'),
    heading(3, 'Deep<br>down'),
    heading(4, 'Deeper', 'deeper'),
    heading(2, '"Two"', 'two'),
    heading(2, ' '),
  ].join('<!-- wp:group --><div class="wp-block-group"></div><!-- /wp:group -->') +
  `<!-- wp:group --><div>${heading(3, 'In a group', 'in')}</div><!-- /wp:group -->`;

onBothDatabases('core/table-of-contents', (get) => {
  let site: PageSite;
  beforeAll(() => {
    site = pageSite(get());
  });
  const make = (content: string, more: object = {}) =>
    get().write((tx) => makePost(tx, { content, ...more }));
  const show = async (content: string, attributes: object = {}) =>
    showMarkup(site, contents(attributes), await pageOf(site, await make(content)));
  const entries = (html: string) =>
    [...html.matchAll(/__entry"(?: href="([^"]*)")?>([^<]*)</g)].map(([, href = '', words]) =>
      `${words} ${href}`.trim(),
    );

  test('headings are nested lists, with links to those that have an anchor', async () => {
    expect(await show(text)).toBe(
      '<nav class="wp-block-table-of-contents" aria-label="Table of Contents"><ol>' +
        '<li><a class="wp-block-table-of-contents__entry" href="#one">One &amp; all</a>' +
        '<ol><li><span class="wp-block-table-of-contents__entry">Deep down</span>' +
        '<ol><li><a class="wp-block-table-of-contents__entry" href="#deeper">Deeper</a></li></ol></li></ol></li>' +
        '<li><a class="wp-block-table-of-contents__entry" href="#two">“Two”</a>' +
        '<ol><li><a class="wp-block-table-of-contents__entry" href="#in">In a group</a></li></ol></li></ol></nav>',
    );
    const styled = await show(text, {
      ordered: false,
      maxLevel: 2,
      ariaLabel: 'What is "in"',
      anchor: 'toc',
      textColor: 'red',
      align: 'wide',
    });
    expect(styled).toMatch(
      /^<nav id="toc" class="wp-block-table-of-contents alignwide has-red-color has-text-color" aria-label="What is &quot;in&quot;"><ul>/,
    );
    expect(entries(styled)).toEqual(['One &amp; all #one', '“Two” #two']);
    expect(entries(await show(heading(3, 'First', 'a') + heading(2, 'Then', 'b')))).toEqual([
      'First #a',
      'Then #b',
    ]);
    expect(await show('<p>Words</p>')).toBe('');
  });

  test('parts of a text link to each other, or list only their own headings', async () => {
    const id = await make(
      `${heading(2, 'A', 'a')}<!-- wp:nextpage --><!--nextpage--><!-- /wp:nextpage -->${heading(2, 'B', 'b')}`,
      { slug: 'parted' },
    );
    const page = await pageOf(site, id);
    expect(entries(await showMarkup(site, contents(), page))).toEqual(['A #a', 'B /parted/2/#b']);
    expect(entries(await showMarkup(site, contents(), { ...page, pageNumber: 2 }))).toEqual([
      'A /parted/#a',
      'B #b',
    ]);
    expect(
      entries(await showMarkup(site, contents({ onlyIncludeCurrentPage: true }), { ...page, pageNumber: 2 })),
    ).toEqual(['B #b']);
  });

  test('renders in its own post and in lists, follows changes, and stays hidden behind a password', async () => {
    const id = await make(contents() + heading(2, 'Here', 'here'), { slug: 'listed' });
    const list =
      `<!-- wp:query ${JSON.stringify({ query: { perPage: 1, sticky: 'ignore', search: '' } })} --><div><!-- wp:post-template -->${contents()}` +
      '<!-- /wp:post-template --></div><!-- /wp:query -->';
    expect(entries(await showMarkup(site, list, homePage))).toEqual(['Here /listed/#here']);
    expect(entries(await showMarkup(site, '<!-- wp:post-content /-->', await pageOf(site, id)))).toEqual([
      'Here #here',
    ]);
    await get().write((tx) => updatePost(tx, id, { content: contents() + heading(2, 'There', 'there') }));
    expect(entries(await showMarkup(site, list, homePage))).toEqual(['There /listed/#there']);
    await get().write((tx) => updatePost(tx, id, { password: 'x' }));
    expect(await showMarkup(site, contents(), await pageOf(site, id))).toBe('');
  });

  test('in ten attacks nothing runs, nothing throws, and our links stay correct', async () => {
    const attacks = [
      '<h2 id="x" onclick="alert(1)"><script>alert(1)</script>A</h2>',
      "<h2 id='\"><script>alert(1)</script>'>A</h2>",
      '<h2 id="javascript:alert(1)">A</h2>',
      '<h2 id="&quot;&gt;&lt;script&gt;">A</h2>',
      '<h2 id="comments">A</h2>',
      '<h2 id="a b">A</h2>',
      '<h2',
      '<h2>&lt;script&gt;alert(1)&lt;/script&gt;</h2>',
      '<h9 id="x">A</h9>',
      `<h2 id="${'x'.repeat(50_000)}">${'A'.repeat(100_000)}</h2>`,
    ];
    for (const attack of attacks) {
      const html = await show(
        `<!-- wp:heading {"level":"x"} -->${attack}<!-- /wp:heading -->${heading(2, 'Bystander', 'by')}`,
      );
      expect(html).not.toMatch(/<script|<[^>]* onclick|href="javascript|href="#(?:comments|a b)"/);
      expect(html).toContain('href="#by">Bystander</a>');
    }
    for (const attributes of [
      { maxLevel: 'x' },
      { maxLevel: 1e9 },
      { ordered: {} },
      { ariaLabel: [] },
      { onlyIncludeCurrentPage: 'yes' },
      { headings: 'x' },
    ]) {
      expect(entries(await show(text, attributes)).length).toBeGreaterThan(0);
    }
    expect(
      entries(await show(Array.from({ length: 3000 }, (_, n) => heading((n % 6) + 1, `N${n}`)).join(''))),
    ).toHaveLength(500);
  });
});
