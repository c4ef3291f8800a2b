import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeTestDatabase } from '../../../test/harness/databases.ts';
import type { TestDatabase } from '../../../test/harness/databases.ts';
import { makePost, makeTerm } from '../../../test/harness/factories.ts';
import { pageSite } from '../../../test/harness/page-site.ts';
import type { PageSite } from '../../../test/harness/page-site.ts';
import type { BlockDefinition, InnerExample } from '../../blocks/block.ts';
import type { PageInfo } from '../../blocks/load-context.ts';
import { seedDemo } from '../../cli/seed-demo.ts';
import { listPostIds } from '../../modules/posts/list.ts';
import { addSearches } from '../../modules/searched/store.ts';
import { operator } from '../../modules/users/role.ts';
import { switchOn } from '../../modules/ready-types/switch-on.ts';
import { saveSettings } from '../../modules/settings/store.ts';
import { addViews } from '../../modules/views/store.ts';
import { openSiteDatabase } from '../../site-database.ts';
import type { Database } from '../../kernel/db/open-database.ts';
import { renderDocument } from './render-document.ts';
import { absentPage, resolvePage } from './resolve-page.ts';

const modules = import.meta.glob<{ block: BlockDefinition }>('../../blocks/*/block.ts', { eager: true });
const blocks = new Map(Object.values(modules).map(({ block }) => [block.name as string, block]));

function markupOf({ name, attributes = {}, innerBlocks = [] }: InnerExample): string {
  const json = JSON.stringify(attributes).replaceAll('--', '\\u002d\\u002d');
  return innerBlocks.length === 0
    ? `<!-- wp:${name} ${json} /-->`
    : `<!-- wp:${name} ${json} -->${innerBlocks.map(markupOf).join('')}<!-- /wp:${name} -->`;
}

describe('examples of blocks, in the demo magazine', () => {
  const now = Date.UTC(2026, 10, 20, 12);
  let place: TestDatabase;
  let database: Database;
  let site: PageSite;
  let pages: readonly PageInfo[];
  beforeAll(async () => {
    place = await makeTestDatabase('sqlite');
    database = await openSiteDatabase({ dataDir: place.dataDir, maxConnections: 1 });
    await seedDemo(database, place.dataDir, now);
    const { read } = database;
    // The newest but one, so that it has a previous and a next post.
    const [article = 0] = await listPostIds(read, { limit: 1, offset: 1 });
    const newest = async (type: string) => {
      const { id } = await read
        .selectFrom('post')
        .select('id')
        .where('type', '=', type)
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow();
      return id;
    };
    const [page, picture] = [await newest('page'), await newest('attachment')];
    const { id: category } = await read
      .selectFrom('term')
      .select('id')
      .where('taxonomy', '=', 'category')
      .where('parent_id', '=', 0)
      .executeTakeFirstOrThrow();
    const products = await database.write(async (tx) => {
      await makePost(tx, { type: 'page', parentId: page });
      await addViews(tx, new Map([[article, 5]]), now);
      await addSearches(
        tx,
        ['moon', 'comet', 'harbour'].flatMap((text) =>
          ['a', 'b', 'c'].map((caller) => ({ phrase: text, shown: text, caller })),
        ),
        now,
        { least: 3 },
      );
      await saveSettings(tx, {
        consent: true,
        autoload_posts: 'on',
        more_articles: 'show',
        ad_sidebar_image: '/house-ad.png',
      });
      const external = await makeTerm(tx, { taxonomy: 'product_type', name: 'external', slug: 'external' });
      const facts = { _sku: ['poster'], _regular_price: ['20'], _sale_price: ['15'] };
      const elsewhere = {
        _product_url: ['https://shop.example/book'],
        _product_image_gallery: [String(picture)],
      };
      return [
        await makePost(tx, { type: 'product', meta: facts }),
        await makePost(tx, { type: 'product', termIds: [external], meta: elsewhere }),
      ];
    });
    await switchOn({ database, dataDir: place.dataDir }, operator(), { name: 'event', samples: false });
    site = pageSite(database);
    const addresses = [
      '/',
      `/?p=${article}`,
      ...products.map((id) => `/?p=${id}`),
      `/?page_id=${page}`,
      `/?attachment_id=${picture}`,
      `/?cat=${category}`,
      '/?s=the',
      '/events/',
    ];
    pages = [absentPage, ...(await Promise.all(addresses.map(pageAt)))];
  });
  afterAll(async () => {
    await database.close();
    await place.drop();
  });

  async function pageAt(address: string): Promise<PageInfo> {
    const { pathname, searchParams } = new URL(address, 'https://example.test');
    const found = await resolvePage(site.content, { path: pathname, query: searchParams });
    return found.type === 'page'
      ? found.page
      : found.type === 'redirect'
        ? pageAt(found.location)
        : expect.fail(`${address} is gone`);
  }

  const examples = [...blocks.values()].flatMap(({ name, example }) =>
    example ? [[name, markupOf({ name, ...example })] as const] : [],
  );

  test.each(examples)('%s: its example renders, without errors', async (name, markup) => {
    const shown = await Promise.all(
      pages.map(async (page) =>
        renderDocument(site.documents.template(markup, name), name, await site.begin(page, now)),
      ),
    );
    expect(site.logged).toEqual([]);
    expect(shown.filter((html) => html !== undefined)).not.toEqual([]);
  });
});
