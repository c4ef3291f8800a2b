import { expect, test } from 'vitest';
import { packed, plainSingle, templateItem, worded } from '../../../test/fixtures/old-theme.ts';
import type { FixtureItem } from '../../../test/fixtures/wxr.ts';
import { inPieces, wxr } from '../../../test/fixtures/wxr.ts';
import { onBothDatabases } from '../../../test/harness/databases.ts';
import { compileDocument } from '../../blocks/document/compile-document.ts';
import { findBlock } from '../../blocks/registry.server.ts';
import { findAssignments, findTemplate } from '../../modules/templates/reader.ts';
import { parseMarkup } from '../../lib/markup/block-markup.ts';
import type { ParsedBlock } from '../../lib/markup/block-markup.ts';
import { importWxr } from '../import-wxr.ts';
import { maxElements, readShortcodes } from './shortcode-tree.ts';

const megabyte = 1024 * 1024;
const inColumn = (inside: string) =>
  `[vc_row][vc_column]${inside}[tdb_title][tdb_single_content][/vc_column][/vc_row]`;
const script =
  '<script>alert(1)</script><img src=x onerror=alert(1)><a href="javascript:alert(1)">x</a><svg onload=alert(1)>';

/** Ten attacks by a template, or by an assignment. */
const attacks: Readonly<Record<string, string>> = {
  script: inColumn(
    `[tdm_block_inline_text description="${worded(`a${script}`)}"][vc_column_text]b${script}[/vc_column_text][vc_raw_html]${worded(`c${script}`)}[/vc_raw_html]`,
  ),
  address: inColumn(
    '[tdm_block_button button_text="x" button_url="javascript:alert(1)"]' +
      '[tdm_block_socials facebook="javascript:alert(1)" twitter="data:text/html,x"]' +
      '[vc_video link="javascript:alert(1)"][tdm_block_button button_text="y" button_url="//evil.example"]',
  ),
  styles: inColumn(
    `[vc_row_inner tdc_css="${packed({ all: { display: 'none;}</style><script>alert(1)</script>', 'background-image': 'url(javascript:alert(1))' } })}"]` +
      `[vc_column_inner el_class="x\\" onload=\\"alert(1)" tdc_css="${packed({ all: { constructor: { display: 'none' } } })}"][tdb_breadcrumbs]` +
      '[/vc_column_inner][/vc_row_inner]',
  ),
  comment: inColumn(
    '[td_flex_block_1 custom_title="--&gt;&lt;script&gt;alert(1)&lt;/script&gt; --><script>alert(1)</script><!-- wp:html -->" limit="3"]' +
      '[vc_column_text]--><!-- wp:broadsheet/copy-code {"code":"<script>"} /--><!-- /wp:freeform --><script>alert(1)</script>[/vc_column_text]',
  ),
  tag: inColumn(`[td_flex_block_1 custom_title="${'x'.repeat(3 * megabyte)}"]`),
  nesting:
    '[vc_row][vc_column][vc_row_inner][vc_column_inner]'.repeat(125) +
    '[tdb_title][tdb_single_content]' +
    '[/vc_column_inner][/vc_row_inner][/vc_column][/vc_row]'.repeat(125),
  unclosed: `${'[vc_row][vc_column][vc_column_text]'.repeat(300)}[tdb_title][tdb_single_content][/vc_`,
  many: `[vc_row][vc_column][tdb_title][tdb_single_content]${'[td_flex_block_1 limit="999999999" offset="-1"]'.repeat(20_000)}`,
  values: inColumn(
    `[td_flex_block_1 limit="1e9" category_id="${'9,'.repeat(50_000)}" sort="__proto__" ajax_pagination="constructor"` +
      ` post_ids="${'-'.repeat(10_000)}" modules_on_row="ey${'A'.repeat(90_000)}" header_color="red;}</style>"]` +
      `[constructor x="1"][__proto__][toString][hasOwnProperty]`,
  ),
  letters: inColumn(
    '[td_block_title custom_title="\u0000\u0007\u202e<b>&amp;\ud800"][[tdb_breadcrumbs]][tdb_breadcrumbs',
  ),
};

const serialized: readonly string[] = [
  'O:8:"stdClass":1:{s:16:"td_post_template";s:16:"tdb_template_700";}x',
  'C:11:"ArrayObject":5:{x:i:0}',
  `a:9999999:{s:16:"td_post_template";`,
  `${'a:1:{i:0;'.repeat(500)}i:1;${'}'.repeat(500)}`,
  'a:1:{s:16:"td_post_template";R:1;}',
  'a:1:{s:16:"td_post_template";a:1:{i:0;s:16:"tdb_template_700";}}',
  'a:1:{s:99999999:"td_post_template";s:16:"tdb_template_700";}',
  'a:1:{s:16:"td_post_template";s:31:"tdb_template_700; drop table post";}',
];

onBothDatabases('hostile templates of an old theme', (get) => {
  test('do no harm, and don’t keep others from being imported', { timeout: 300_000 }, async () => {
    const names = Object.keys(attacks);
    const items: FixtureItem[] = [
      ...names.map((name, index) =>
        templateItem(700 + index, 'single', attacks[name] ?? '', { title: name }),
      ),
      ...serialized.map((settings, index) => ({
        id: 46_100 + index,
        slug: `php-${index}`,
        meta: { td_post_theme_settings: settings },
      })),
      templateItem(690, 'single', plainSingle, {
        title: 'Bystander',
        meta: {
          tdc_mobile_template_id: '690',
          tdc_header_template_id: "1' or 1",
          tdc_footer_template_id: '99999999999999',
        },
      }),
      {
        id: 46_001,
        slug: 'bystander',
        meta: { td_post_theme_settings: 'a:1:{s:16:"td_post_template";s:16:"tdb_template_690";}' },
      },
      templateItem(691, '__proto__', plainSingle),
      templateItem(692, 'header', 'eyJ0ZGNfaGVhZGVyX2Rlc2t0b3AiOjF9'),
      templateItem(693, 'header', `ey${'A'.repeat(megabyte)}`),
      templateItem(694, 'footer', '{"tdc_header_desktop":'),
      templateItem(690, 'single', plainSingle, { guid: 'twin' }),
      templateItem(695, 'single', 'x'.repeat(5 * megabyte)),
      templateItem(696, 'single', ''),
      templateItem(697, '', plainSingle),
    ];
    const began = performance.now();
    const report = await importWxr(
      get(),
      inPieces(wxr(items, { url: 'https://hostile-library.example' }), 64 * 1024),
    );
    expect(performance.now() - began).toBeLessThan(30_000);
    const byTitle = new Map(report.templates.map((template) => [template.title, template]));
    expect(report.dropped.map(({ id }) => id)).toEqual(
      expect.arrayContaining(['690', '691', '692', '693', '694', '695', '696', '697']),
    );

    for (const name of names) {
      const localId = byTitle.get(name)?.localId ?? 0;
      const content = (await findTemplate(get().read, localId))?.content ?? '';
      expect(content, name).toContain('wp:broadsheet/post-content');
      expect(content, name).not.toMatch(
        /<script|onerror|onload|javascript:|data:text|\/\/evil|<!-- wp:broadsheet\/copy-code|<style/i,
      );
      expect(content.length, name).toBeLessThan(megabyte);
      expect(depthOf(parseMarkup(content, () => {})), name).toBeLessThan(8);
      const problems: string[] = [];
      compileDocument(content, {
        isRendered: (block) => findBlock(block) !== undefined,
        onProblem: (problem) => problems.push(problem),
      });
      expect(problems, name).toEqual([]);
    }
    expect(byTitle.get('tag')?.notes).toEqual([
      'td_flex_block_1 has a tag of 3145744 characters and was left out',
    ]);
    expect(byTitle.get('many')?.notes).toContain(
      `it has more than ${maxElements} elements; the rest were left out`,
    );
    expect(
      byTitle
        .get('values')
        ?.unknown.map(({ name }) => name)
        .toSorted(),
    ).toEqual(['constructor', 'hasownproperty', 'tostring']);
    for (const template of report.templates) expect(JSON.stringify(template).length).toBeLessThan(megabyte);

    // An invalid array assigns no template; the valid one does.
    const assigned = async (slug: string) => {
      const { id } = await get()
        .read.selectFrom('post')
        .select('id')
        .where('slug', '=', slug)
        .executeTakeFirstOrThrow();
      return (await findAssignments(get().read, 'single', id)).item;
    };
    for (const index of serialized.keys())
      expect(await assigned(`php-${index}`), serialized[index]?.slice(0, 40)).toBeUndefined();
    const bystander = byTitle.get('Bystander');
    expect(await assigned('bystander')).toBe(bystander?.localId);
    expect(await findTemplate(get().read, bystander?.localId ?? 0)).toMatchObject({
      mobileTemplateId: 0,
      headerId: 0,
      footerId: 0,
    });
  });
});

function depthOf(parts: readonly (string | ParsedBlock)[]): number {
  return Math.max(0, ...parts.map((part) => (typeof part === 'string' ? 0 : 1 + depthOf(part.parts))));
}

test('a composer text is parsed in linear time, whatever its content', () => {
  const pieces = [
    '[',
    ']',
    '[[',
    '[/',
    '[vc_row',
    '[/vc_row]',
    '[vc_column_text]',
    '[a b="',
    '=&quot;',
    '<p>',
    ' ',
    '[vc_row][vc_column]',
    '[td_flex_block_1 x="1"]',
  ];
  for (const piece of pieces) {
    const timeOf = (length: number) => {
      const text = piece.repeat(Math.ceil(length / piece.length));
      const began = performance.now();
      readShortcodes(text);
      return performance.now() - began;
    };
    timeOf(10_000);
    expect(timeOf(200_000), piece).toBeLessThan(2000);
  }
});
