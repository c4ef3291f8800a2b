import { registerPostType, registerTaxonomy } from '../../src/modules/types/registry.ts';
import { createTemplate } from '../../src/modules/templates/writer.ts';
import type { TemplateInput } from '../../src/modules/templates/writer.ts';
import type { Tx } from '../../src/kernel/db/open-database.ts';
import { panelKinds } from '../../src/site/ajax/template-kinds.ts';
import type { TestDatabase } from './databases.ts';
import { makeMedia, makePost, makeTerm, makeUser } from './factories.ts';
import { ajax, rawRequest, serveSite } from './served-site.ts';
import type { RawReply, ServedSite } from './served-site.ts';

/** A page of a kind, and its parameters in calls; `other`: another page of the kind. */
export interface KindPage {
  readonly path: string;
  readonly status?: number;
  /** The item's field in lists and assignments. */
  readonly item?: { readonly field: string; readonly id: number };
  readonly other?: { readonly path: string; readonly id: number };
  /** Additional fields of the global action and of lists. */
  readonly global?: Readonly<Record<string, string>>;
}

/** A site with two pages of every kind, including a custom type and taxonomy, and users of each role. */
export interface TemplateWorld {
  readonly site: ServedSite;
  readonly pages: Readonly<Record<string, KindPage>>;
  /** A page as a visitor receives it on a desktop or a phone. */
  get(path: string, options?: { readonly phone?: boolean; readonly who?: string }): Promise<RawReply>;
  /** Calls as a user, with fields in addition to action and nonce. `from`: path of the current page. */
  call(
    action: string,
    fields?: Readonly<Record<string, string | number>>,
    options?: { readonly who?: string; readonly from?: string },
  ): Promise<Called>;
  /** Creates a template whose pages contain `Layout NAME`. */
  template(
    input: Partial<TemplateInput> & { readonly type: string; readonly title: string },
  ): Promise<number>;
  headersOf(who: string): { readonly cookie: string; readonly nonce: string };
  close(): Promise<void>;
}

export interface Called {
  readonly status: number;
  readonly json: unknown;
}

/** Text on pages with a template of `template()`. */
export const layoutMark = (title: string): string => `Layout ${title}.`;
export const layoutMarkup = (title: string): string =>
  `<!-- wp:paragraph --><p>${layoutMark(title)}</p><!-- /wp:paragraph -->`;

const phone = { 'sec-ch-ua-mobile': '?1' };

/** Starts it; `close` undoes `registerPostType` and `registerTaxonomy`. */
export async function makeTemplateWorld(place: TestDatabase): Promise<TemplateWorld> {
  const taken = [
    registerPostType({ name: 'book', labels: { plural: 'Books', singular: 'Book' } }),
    registerPostType({ name: 'game', labels: { plural: 'Games', singular: 'Game' } }),
    registerTaxonomy({ name: 'genre', labels: { plural: 'Genres', singular: 'Genre' }, postTypes: ['book'] }),
    registerTaxonomy({ name: 'mood', labels: { plural: 'Moods', singular: 'Mood' }, postTypes: ['book'] }),
  ];
  const site = await serveSite(place);
  const people = new Map<string, number>();
  const pages = await site.database.write(async (tx) => {
    for (const role of ['administrator', 'editor', 'author', 'contributor', 'subscriber'])
      people.set(role, await makeUser(tx, { login: role, roles: [role] }));
    return makePages(tx);
  });
  const signedIn = new Map<string, { cookie: string; nonce: string }>();
  for (const [role, id] of people) signedIn.set(role, await site.signIn(id));
  const headersOf = (who: string) => signedIn.get(who) ?? { cookie: '', nonce: '' };
  return {
    site,
    pages,
    headersOf,
    get: (path, { phone: isPhone = false, who } = {}) =>
      rawRequest(site.url, path, {
        headers: {
          ...(isPhone ? phone : {}),
          ...(who === undefined ? {} : { cookie: headersOf(who).cookie }),
        },
      }),
    call: async (action, fields = {}, { who = 'editor', from } = {}) => {
      const { cookie, nonce } = headersOf(who);
      const sent = Object.fromEntries(
        Object.entries({ action, _nonce: nonce, ...fields }).map(([name, value]) => [name, String(value)]),
      );
      const reply = await ajax(site.url, sent, {
        ...(cookie === '' ? {} : { cookie }),
        ...(from === undefined ? {} : { referer: `${site.url}${from}` }),
      });
      return { status: reply.status, json: reply.body === '0' ? 0 : (JSON.parse(reply.body) as unknown) };
    },
    template: (input) =>
      site.database.write((tx) => createTemplate(tx, { content: layoutMarkup(input.title), ...input })),
    close: async () => {
      for (const takeBack of taken.toReversed()) takeBack();
      await site.close();
    },
  };
}

async function makePages(tx: Tx): Promise<Record<string, KindPage>> {
  const [one, two] = [
    await makeUser(tx, { login: 'one', slug: 'one' }),
    await makeUser(tx, { login: 'two', slug: 'two' }),
  ];
  const pair = async (make: (name: string) => Promise<number>) =>
    [await make('one'), await make('two')] as const;
  const categories = await pair((slug) => makeTerm(tx, { slug: `c-${slug}` }));
  const tags = await pair((slug) => makeTerm(tx, { slug: `t-${slug}`, taxonomy: 'post_tag' }));
  const shelves = await pair((slug) => makeTerm(tx, { slug: `s-${slug}`, taxonomy: 'product_cat' }));
  const genres = await pair((slug) => makeTerm(tx, { slug: `g-${slug}`, taxonomy: 'genre' }));
  const moods = await pair((slug) => makeTerm(tx, { slug: `m-${slug}`, taxonomy: 'mood' }));
  const publishedAt = Date.UTC(2026, 4, 5);
  const posts = await pair((slug) =>
    makePost(tx, {
      slug: `p-${slug}`,
      authorId: slug === 'one' ? one : two,
      termIds: slug === 'one' ? [categories[0], tags[0]] : [categories[1], tags[1]],
      publishedAt,
    }),
  );
  const plain = await pair((slug) => makePost(tx, { type: 'page', slug: `page-${slug}` }));
  const products = await pair((slug) =>
    makePost(tx, { type: 'product', slug: `mug-${slug}`, termIds: [...shelves] }),
  );
  const books = await pair((slug) =>
    makePost(tx, { type: 'book', slug: `book-${slug}`, termIds: [...genres, ...moods] }),
  );
  const games = await pair((slug) => makePost(tx, { type: 'game', slug: `game-${slug}` }));
  const picture = await makeMedia(tx, { slug: 'picture', parentId: posts[0] });
  const of = (
    field: string,
    [id, otherId]: readonly [number, number],
    path: (name: string) => string,
    more: Partial<KindPage> = {},
  ): KindPage => ({
    path: path('one'),
    item: { field, id },
    other: { path: path('two'), id: otherId },
    ...more,
  });
  return {
    single: of('single_id', posts, (slug) => `/p-${slug}/`),
    category: of('category_id', categories, (slug) => `/category/c-${slug}/`),
    author: of('author_id', [one, two], (slug) => `/author/${slug}/`),
    tag: of('tag_id', tags, (slug) => `/tag/t-${slug}/`),
    '404': { path: '/nothing-is-here/', status: 404 },
    date: { path: '/2026/05/' },
    search: { path: '/?s=text' },
    attachment: { path: '/p-one/picture/', item: { field: 'attachment_id', id: picture } },
    page: of('page_id', plain, (slug) => `/page-${slug}/`),
    woo_product: of('woo_product_id', products, (slug) => `/product/mug-${slug}/`),
    woo_archive: of('woo_term_id', shelves, (slug) => `/product-category/s-${slug}/`),
    woo_search_archive: { path: '/?s=text&post_type=product' },
    woo_shop_base: { path: '/shop/' },
    cpt: of('cpt_id', books, (slug) => `/book/book-${slug}/`, {
      global: { cpt_id: String(books[0]), option: 'single_tpl' },
    }),
    cpt_tax: of('cpt_tax_id', genres, (slug) => `/genre/g-${slug}/`, {
      global: { cpt_tax_id: String(genres[0]) },
    }),
    'other type': of('cpt_id', games, (slug) => `/game/game-${slug}/`),
    'other taxonomy': of('cpt_tax_id', moods, (slug) => `/mood/m-${slug}/`),
  };
}

export const kindsWithItems = panelKinds.filter(({ assign }) => assign !== undefined);
export const kindsWithGlobal = panelKinds.filter(({ global }) => global !== undefined);
