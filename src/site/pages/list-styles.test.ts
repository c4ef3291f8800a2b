import { expect, test } from 'vitest';
import { onBothDatabases } from '../../../test/harness/databases.ts';
import { makePost } from '../../../test/harness/factories.ts';
import { homePage } from '../../../test/harness/load-context.ts';
import { pageSite } from '../../../test/harness/page-site.ts';
import { bigGrids } from '../../blocks/big-grid/block.ts';
import { stylesFor } from '../../blocks/block.ts';
import { listStyles } from '../../blocks/post-list/settings.ts';
import { findBlock, findBlockByWireName, blockTypes } from '../../blocks/registry.server.ts';
import { listCss } from '../../theme/styles.server.ts';
import { renderDocument } from './render-document.ts';

/** The class that a style sheet of lists and cards applies to. */
const classOf = (style: string) => (style.startsWith('grid-') ? `big-${style}` : style);

/** Style sheets of lists and cards that some HTML needs. */
function stylesIn(html: string): string[] {
  const classes = new Set(
    [...html.matchAll(/<(?:article|[uo]l) class="([^"]*)"/g)].flatMap(([, names = '']) => names.split(' ')),
  );
  return [...listCss.keys()].filter((style) => classes.has(classOf(style)));
}

const bands = [
  'archive-loop {"style":"cards"}',
  'archive-loop {"big_first":true}',
  'archive-loop {"style":"compact"}',
  'front-lead',
  'sections',
  'slide',
  'trending',
  'not-found',
  'voices',
  'video-band',
];

onBothDatabases('styles of lists', (get) => {
  const render = async (name: string, settings: Record<string, unknown> = {}) => {
    const site = pageSite(get());
    const page = await site.begin(homePage);
    const html = await renderDocument(
      site.documents.template(`<!-- wp:broadsheet/${name} ${JSON.stringify(settings)} /-->`, 'test'),
      'test',
      page,
    );
    return { html: html ?? '', styles: [...listCss.keys()].filter((style) => page.blocks.has(style)) };
  };

  test('are sent with the list that needs them, and no others', async () => {
    await get().write(async (tx) => {
      for (let number = 0; number < 7; number++) await makePost(tx, { title: `Post ${number}` });
    });
    for (const style of listStyles) {
      const { html, styles } = await render('post-list', { style });
      // Placeholders are included with rows of pictures, since any post may lack one.
      expect(
        styles.filter((name) => name !== 'card-plate'),
        style,
      ).toEqual(stylesIn(html));
      expect(
        styles.filter((name) => name.startsWith('list-')),
        style,
      ).toEqual([`list-${style}`]);
    }
    for (const grid of Object.keys(bigGrids)) {
      const { html, styles } = await render('big-grid', { grid });
      expect(stylesIn(html)).toContain(`grid-${grid}`);
      expect(styles).toEqual(expect.arrayContaining(stylesIn(html)));
      expect(styles.filter((name) => name.startsWith('grid-')).length).toBeLessThanOrEqual(2); // and the one for few articles
    }
    for (const band of bands) {
      const [name = '', json = '{}'] = band.split(/ (?=\{)/);
      const { html, styles } = await render(name, JSON.parse(json) as Record<string, unknown>);
      expect(styles, band).toEqual(expect.arrayContaining(stylesIn(html)));
    }
    expect((await render('breadcrumbs')).styles).toEqual([]);
  });
});

test('every style that a block names exists, whatever its settings', () => {
  const names = blockTypes.flatMap((type) => {
    const wire = findBlockByWireName(type);
    return wire ? stylesFor(wire.block.definition, wire.block.definition.settings.parse(wire.preset)) : [];
  });
  expect(names.filter((name) => !findBlock(name) && !listCss.has(name))).toEqual([]);
  expect(names.length).toBeGreaterThan(30);
});

test('shared styles of cards and lists are sent before those that override them', () => {
  const order = [...listCss.keys()];
  for (const name of order)
    for (const shared of ['card', 'list'])
      if (name.startsWith(`${shared}-`)) expect(order.indexOf(shared)).toBeLessThan(order.indexOf(name));
  expect(order.length).toBeGreaterThan(15);
});
