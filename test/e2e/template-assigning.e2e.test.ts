import { beforeAll, describe, expect, test } from 'vitest';
import { createTemplate } from '../../src/modules/templates/writer.ts';
import { useChromium } from '../harness/chromium.ts';
import { makeMedia, makePost, makeTerm, makeUser } from '../harness/factories.ts';
import {
  currentOnes,
  declarePanelSite,
  globalOnes,
  marked,
  modal,
  openPanel,
  row,
  titles,
} from '../harness/panel-site.ts';
import { recordCalls } from '../harness/recorded-calls.ts';
import type { RecordedCall } from '../harness/recorded-calls.ts';

const browser = useChromium();
const { site, ids, open, only, laidOutBy } = declarePanelSite(browser);
/** Ids of the pages' objects, by path. */
const about = new Map<string, number>();

beforeAll(() =>
  site.write(async (tx) => {
    const bo = await makeUser(tx, { login: 'bo', slug: 'bo', roles: ['author'] });
    const term = async (taxonomy: string, base: string, slug: string) => {
      const id = await makeTerm(tx, { taxonomy, name: slug, slug });
      about.set(`/${base}/${slug}/`, id);
      return id;
    };
    const terms = [await term('category', 'category', 'sport'), await term('post_tag', 'tag', 'boats')];
    await makePost(tx, {
      title: 'By Bo',
      slug: 'by-bo',
      authorId: bo,
      termIds: terms,
      publishedAt: Date.UTC(2024, 4, 5),
    });
    const genres = [await term('genre', 'genre', 'sea'), await term('genre', 'genre', 'land')];
    about.set(
      '/book/emma/',
      await makePost(tx, { type: 'book', title: 'Emma', slug: 'emma', termIds: genres }),
    );
    const shelves = [
      await term('product_cat', 'product-category', 'cups'),
      await term('product_cat', 'product-category', 'pans'),
    ];
    for (const slug of ['mug', 'pot'])
      about.set(
        `/product/${slug}/`,
        await makePost(tx, { type: 'product', title: slug, slug, termIds: shelves }),
      );
    about.set('/second-picture/', await makeMedia(tx, { title: 'Second picture', slug: 'second-picture' }));
    about.set('/a-story/', ids.story);
    about.set('/author/bo/', bo);
  }),
);

/** Replaces all templates of a type by two: one with a phone variant, and one without. */
async function makeBoth(
  type: string,
): Promise<{ readonly own: number; readonly all: number; readonly phones: number }> {
  await only();
  const made = { own: 0, all: 0, phones: 0 };
  await site.write(async (tx) => {
    made.phones = await createTemplate(tx, {
      type,
      title: `Phones ${type}`,
      content: marked(`Phones ${type}`, type),
      isMobile: true,
    });
    made.own = await createTemplate(tx, {
      type,
      title: `Own ${type}`,
      content: marked(`Own ${type}`, type),
      mobileTemplateId: made.phones,
    });
    made.all = await createTemplate(tx, { type, title: `All ${type}`, content: marked(`All ${type}`, type) });
  });
  return made;
}

/** The server's data on both, as in lists. */
const listed = (
  type: string,
  { own, all, phones }: Awaited<ReturnType<typeof makeBoth>>,
  cpt: unknown,
  marks: { readonly current?: number; readonly global?: number } = {},
) =>
  [
    {
      template_id: own,
      template_title: `Own ${type}`,
      mobile_template_id: phones,
      mobile_template_title: `Phones ${type}`,
    },
    { template_id: all, template_title: `All ${type}`, mobile_template_id: '', mobile_template_title: '' },
  ].map((one) => ({
    ...one,
    is_current: one.template_id === marks.current,
    is_global: one.template_id === marks.global,
    cpt,
  }));

/** Each editor call goes to one address, as a form with its action and the nonce of the session. */
function expectForms(calls: readonly RecordedCall[]): void {
  expect(calls.map(({ method, status }) => [method, status])).toEqual(calls.map(() => ['POST', 200]));
  expect(
    calls.every(
      ({ type, nonce }) => type.startsWith('application/x-www-form-urlencoded') && nonce.length > 10,
    ),
  ).toBe(true);
}
const sent = ({ action, fields, reply }: RecordedCall) => ({ action, fields, reply });
const assigned = (calls: readonly RecordedCall[]) =>
  calls.filter(({ action }) => action.includes('_assign_')).map(sent);
const lists = (calls: readonly RecordedCall[]) => calls.filter(({ action }) => action.startsWith('tdb_get_'));

describe('a kind whose pages have their own templates', () => {
  const kinds = [
    [
      'AJAX-28',
      'AJAX-37',
      'single',
      'Single post',
      '/a-story/',
      '/by-bo/',
      'single_to_post',
      'single_id',
      'single',
      '',
    ],
    [
      'AJAX-29',
      'AJAX-38',
      'category',
      'Category',
      '/category/sport/',
      '/category/news/',
      'cat_to_cat',
      'category_id',
      'cat',
      '',
    ],
    [
      'AJAX-30',
      'AJAX-43',
      'author',
      'Author',
      '/author/bo/',
      '/author/edda/',
      'author_to_author',
      'author_id',
      'author',
      '',
    ],
    ['AJAX-31', 'AJAX-44', 'tag', 'Tag', '/tag/boats/', '/tag/tides/', 'tag_to_tag', 'tag_id', 'tag', ''],
    [
      'AJAX-32',
      'AJAX-45',
      'woo_product',
      'Product',
      '/product/mug/',
      '/product/pot/',
      'woo_product_to_product',
      'woo_product_id',
      'woo_product',
      '',
    ],
    [
      'AJAX-33',
      'AJAX-46',
      'woo_archive',
      'Product archive',
      '/product-category/cups/',
      '/product-category/pans/',
      'woo_archive_to_tax',
      'woo_term_id',
      'woo_archive',
      '',
    ],
    [
      'AJAX-34',
      'AJAX-49] [AJAX-51',
      'cpt',
      'Book',
      '/book/emma/',
      '/book/moby/',
      'cpt_to_cpt',
      'cpt_id',
      'cpt',
      'book',
    ],
    [
      'AJAX-35',
      'AJAX-50',
      'cpt_tax',
      'Genre',
      '/genre/sea/',
      '/genre/land/',
      'cpt_tax_to_tax',
      'cpt_tax_id',
      'cpt_tax',
      'genre',
    ],
  ] as const;

  test.each(kinds)(
    '[%s] [%s] [AJAX-20] [AJAX-22] [AJAX-23] [AJAX-27] [AJAX-36] [TPL-16] [TPL-17] [TPL-18] [TPL-19] [TPL-20] ' +
      '%s: a title lays out one page, the box all others',
    async (_assign, _global, type, kind, path, other, to, field, global, custom) => {
      const made = await makeBoth(type);
      const { own, all } = made;
      const id = String(about.get(path));
      const [assign, makeAll] = [
        `tdb_assign_${to.replace('_to_', '_template_to_')}`,
        `tdb_assign_${global}_template_global`,
      ];
      const ofAll = custom === '' ? {} : { [field]: id, ...(type === 'cpt' ? { option: 'single_tpl' } : {}) };
      const cpt = custom === '' ? '' : { name: custom, label: expect.stringMatching(/./) };
      const page = await open(path);
      const calls = await recordCalls(page);
      const last = () => lists(calls).at(-1);
      const title = (name: string) => row(page, name).getByRole('button', { name, exact: true });

      await openPanel(page, kind);
      const fields = { mobile_templates: '', [type === 'cpt_tax' ? 'data_id' : `${type}_id`]: id };
      expect(calls.map(sent)).toEqual([
        { action: `tdb_get_${type}_templates`, fields, reply: listed(type, made, cpt) },
      ]);
      expect(await titles(page)).toEqual(['Global Template', `Own ${type}`, `All ${type}`]);
      expect([await currentOnes(page), await globalOnes(page)]).toEqual([['Global Template'], []]);
      await row(page, `Own ${type}`)
        .getByRole('button', { name: /^Mobile template of .+: Yes$/ })
        .waitFor();
      await row(page, `All ${type}`)
        .getByRole('button', { name: /^Mobile template of .+: -$/ })
        .waitFor();

      await title(`Own ${type}`).click();
      await page.getByText(`Laid out by Own ${type}`).waitFor();
      await expect.poll(() => currentOnes(page)).toEqual([`Own ${type}`]);
      expect(assigned(calls)).toEqual([
        {
          action: assign,
          fields: { template_id: String(own), [field]: id },
          reply: { reload: true, global_template_id: '' },
        },
      ]);
      expect(last()?.reply).toEqual(listed(type, made, cpt, { current: own }));
      expect([await laidOutBy(path), await laidOutBy(other)]).toEqual([`Own ${type}`, 'the theme']);

      // Assigned to all others: this page keeps its own.
      const before = lists(calls).length;
      await row(page, `All ${type}`).getByRole('checkbox').click();
      await modal(page).getByRole('button', { name: 'Save' }).click();
      await expect.poll(() => globalOnes(page)).toEqual([`All ${type}`]);
      expect(assigned(calls).at(-1)).toEqual({
        action: makeAll,
        fields: { template_id: String(all), ...ofAll },
        reply: { global_template_id: all },
      });
      expect([await laidOutBy(path), await laidOutBy(other)]).toEqual([`Own ${type}`, `All ${type}`]);
      // Pages of custom kinds reload whatever the reply says.
      if (custom !== '') await expect.poll(() => lists(calls).length).toBeGreaterThan(before);

      await title('Global Template').click();
      await page.getByText(`Laid out by All ${type}`).waitFor();
      await expect.poll(() => currentOnes(page)).toEqual(['Global Template']);
      expect(assigned(calls).at(-1)).toEqual({
        action: assign,
        fields: { template_id: '', [field]: id },
        reply: { reload: true, global_template_id: all },
      });
      expect(last()?.reply).toEqual(listed(type, made, cpt, { global: all }));

      await row(page, `All ${type}`).getByRole('checkbox').click();
      await modal(page).getByRole('button', { name: 'Save' }).click();
      await page.getByText(`Laid out by All ${type}`).waitFor({ state: 'detached' });
      await expect.poll(() => currentOnes(page)).toEqual(['Global Template']);
      expect([await globalOnes(page), last()?.reply]).toEqual([[], listed(type, made, cpt)]);
      expect(assigned(calls).at(-1)).toEqual({
        action: makeAll,
        fields: { template_id: '', ...ofAll },
        reply: { reload: true, global_template_id: '' },
      });
      expect([await laidOutBy(path), await laidOutBy(other)]).toEqual(['the theme', 'the theme']);
      expectForms(calls);
    },
  );
});

describe('a kind whose pages share one template', () => {
  const kinds = [
    ['AJAX-39', '404', '404 page', '/nowhere/', '/nowhere-else/'],
    ['AJAX-40', 'date', 'Date archive', '/2026/', '/2024/05/'],
    ['AJAX-41', 'search', 'Search', '/?s=story', '/?s=another'],
    ['AJAX-42', 'attachment', 'Attachment', '/second-picture/', '/picture-of-tides/'],
    [
      'AJAX-47',
      'woo_search_archive',
      'Product search',
      '/?s=mug&post_type=product',
      '/?s=pot&post_type=product',
    ],
    ['AJAX-48', 'woo_shop_base', 'Shop', '/shop/', '/shop/'],
  ] as const;

  test.each(kinds)(
    '[%s] [AJAX-20] [AJAX-22] [AJAX-23] [AJAX-36] [TPL-16] [TPL-17] [TPL-18] [TPL-20] [TPL-22] %s: a title assigns its template to all of them, and is undone',
    async (_row, type, kind, path, other) => {
      const made = await makeBoth(type);
      const page = await open(path, { expectedMessages: /status of 404/ });
      const calls = await recordCalls(page);
      const action = `tdb_assign_${type}_template_global`;
      await openPanel(page, kind);
      // Pages without an id are named by their address, as base64.
      const named = about.get(path) ?? Buffer.from(page.url(), 'utf8').toString('base64');
      const fields = { mobile_templates: '', [`${type}_id`]: String(named) };
      expect(calls.map(sent)).toEqual([
        { action: `tdb_get_${type}_templates`, fields, reply: listed(type, made, '') },
      ]);
      await row(page, `Own ${type}`)
        .getByRole('button', { name: `Own ${type}`, exact: true })
        .click();
      await modal(page).getByRole('button', { name: 'Save' }).click();
      await page.getByText(`Laid out by Own ${type}`).waitFor();
      await expect.poll(() => currentOnes(page)).toEqual([`Own ${type}`]);
      expect(await globalOnes(page)).toEqual([`Own ${type}`]);
      expect(assigned(calls)).toEqual([
        {
          action,
          fields: { template_id: String(made.own) },
          reply: { reload: true, global_template_id: made.own },
        },
      ]);
      expect(lists(calls).at(-1)?.reply).toEqual(
        listed(type, made, '', { current: made.own, global: made.own }),
      );
      expect([await laidOutBy(path), await laidOutBy(other), await laidOutBy('/about/')]).toEqual([
        `Own ${type}`,
        `Own ${type}`,
        'the theme',
      ]);
      await row(page, 'Global Template')
        .getByRole('button', { name: 'Global Template', exact: true })
        .click();
      await modal(page).getByRole('button', { name: 'Save' }).click();
      await page.getByText(`Laid out by Own ${type}`).waitFor({ state: 'detached' });
      await expect.poll(() => currentOnes(page)).toEqual(['Global Template']);
      expect(assigned(calls).at(-1)).toEqual({
        action,
        fields: { template_id: '' },
        reply: { reload: true, global_template_id: '' },
      });
      expect([await laidOutBy(path), await laidOutBy(other)]).toEqual(['the theme', 'the theme']);
      expectForms(calls);
    },
  );

  test('[AJAX-52] [TPL-06] [TPL-19] the archive of a custom type, and searches of it, have their own template', async () => {
    const pages = [
      ['/book/', 'cpt_tax', 'Book', 'archive_tpl', '/genre/sea/'],
      ['/?s=emma&post_type=book', 'search', 'Search', 'search_tpl', '/?s=story'],
    ] as const;
    for (const [path, type, kind, option, other] of pages) {
      const { own } = await makeBoth(type);
      const page = await open(path);
      const calls = await recordCalls(page);
      await openPanel(page, kind);
      expect(lists(calls).at(-1)).toMatchObject({ fields: { cpt: 'book', option } });
      await row(page, `Own ${type}`)
        .getByRole('button', { name: `Own ${type}`, exact: true })
        .click();
      // Searches of one type count as one item: its own template is set without a dialog.
      if (type !== 'search') await modal(page).getByRole('button', { name: 'Save' }).click();
      await page.getByText(`Laid out by Own ${type}`).waitFor();
      await expect.poll(() => currentOnes(page)).toEqual([`Own ${type}`]);
      expect(assigned(calls)).toEqual([
        {
          action: 'tdb_assign_cpt_template_global',
          fields: { template_id: String(own), cpt: 'book', option },
          reply: { reload: true, global_template_id: own },
        },
      ]);
      expect([await laidOutBy(path), await laidOutBy(other), await laidOutBy('/book/moby/')]).toEqual([
        `Own ${type}`,
        'the theme',
        'the theme',
      ]);
    }
  });
});
