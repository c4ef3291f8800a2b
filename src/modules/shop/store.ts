import type { Insertable, Selectable } from 'kysely';
import type { Reader, Tx } from '../../kernel/db/open-database.ts';
import type { ProductTable } from '../../kernel/db/tables/shop-tables.ts';
import { portions } from '../../lib/batch.ts';
import { kindTaxonomy, productKinds } from './model.ts';
import type { FoundProduct, ListedProduct, ProductFacts, ProductKind } from './model.ts';

const amount = (value: number | null): number | undefined => (value === null ? undefined : Number(value));

const toProduct = (row: Selectable<ProductTable>): ListedProduct => ({
  id: Number(row.post_id),
  productId: Number(row.product_id),
  kind: row.kind,
  sku: row.sku,
  prices: {
    regular: amount(row.regular_price),
    sale: amount(row.sale_price),
    saleFrom: amount(row.sale_from),
    saleTo: amount(row.sale_to),
  },
  stock: { status: row.stock_status, quantity: amount(row.stock), backorders: row.backorders },
});

export interface StoredProduct {
  readonly id: number;
  readonly productId: number;
  readonly kind: ListedProduct['kind'];
  readonly isShown: boolean;
  readonly facts: ProductFacts;
}

export const toRow = ({ id, productId, kind, isShown, facts }: StoredProduct): Insertable<ProductTable> => ({
  post_id: id,
  product_id: productId,
  kind,
  sku: facts.sku,
  regular_price: facts.prices.regular ?? null,
  sale_price: facts.prices.sale ?? null,
  sale_from: facts.prices.saleFrom ?? null,
  sale_to: facts.prices.saleTo ?? null,
  stock_status: facts.stock.status,
  stock: facts.stock.quantity ?? null,
  backorders: facts.stock.backorders,
  is_shown: Number(isShown),
});

/** Replaces the rows of these products and variations. */
export async function writeProducts(tx: Tx, products: readonly StoredProduct[]): Promise<void> {
  await deleteProducts(
    tx,
    products.map(({ id }) => id),
  );
  for (const some of portions(products.map(toRow))) await tx.db.insertInto('product').values(some).execute();
}

export async function deleteProducts(tx: Tx, ids: readonly number[]): Promise<void> {
  for (const some of portions(ids)) await tx.db.deleteFrom('product').where('post_id', 'in', some).execute();
}

/** Products with their shown variations. Products without a row are left out. */
export async function findProducts(read: Reader, ids: readonly number[]): Promise<Map<number, FoundProduct>> {
  const found = new Map<number, FoundProduct>();
  for (const some of portions(ids)) {
    const rows = await read
      .selectFrom('product')
      .selectAll()
      .where('product_id', 'in', some)
      .where((where) => where.or([where('kind', '!=', 'variation'), where('is_shown', '=', 1)]))
      .orderBy('post_id')
      .execute();
    for (const [id, of] of Map.groupBy(rows.map(toProduct), ({ productId }) => productId)) {
      const product = of.find(({ kind }) => kind !== 'variation');
      if (product) found.set(id, [product, ...of.filter((one) => one !== product)]);
    }
  }
  return found;
}

/** The kinds of products, as terms name them; without one a product is simple. */
export async function findKinds(read: Reader, ids: readonly number[]): Promise<Map<number, ProductKind>> {
  if (ids.length === 0) return new Map();
  const rows = await read
    .selectFrom('term_relationship')
    .innerJoin('term', 'term.id', 'term_relationship.term_id')
    .select(['term_relationship.post_id as id', 'term.slug'])
    .where('term_relationship.post_id', 'in', ids)
    .where('term.taxonomy', '=', kindTaxonomy)
    .execute();
  return new Map(
    rows.flatMap(({ id, slug }) => {
      const kind = productKinds.find((one) => one === slug);
      return kind === undefined ? [] : [[Number(id), kind] as const];
    }),
  );
}
