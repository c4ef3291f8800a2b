import type { MinorUnits } from '../../lib/money.ts';

export const productType = 'product';
/** A choice of a variable product, such as a size; a post without a page whose parent is the product. */
export const variationType = 'product_variation';
export const productCategoryTaxonomy = 'product_cat';
/** Taxonomy with one term per product: its kind. */
export const kindTaxonomy = 'product_type';

export const productKinds = ['simple', 'variable', 'grouped', 'external'] as const;
export type ProductKind = (typeof productKinds)[number];

/** The best for buyers first. */
export const stockStatuses = ['instock', 'onbackorder', 'outofstock'] as const;
export type StockStatus = (typeof stockStatuses)[number];

export const backorderRules = ['no', 'notify', 'yes'] as const;
export type BackorderRule = (typeof backorderRules)[number];

/** Prices of a product or variation. */
export interface Prices {
  /** Undefined: it is not for sale by itself. */
  readonly regular: MinorUnits | undefined;
  /** Lower than `regular`. */
  readonly sale: MinorUnits | undefined;
  /** Milliseconds; undefined: without a beginning. */
  readonly saleFrom: number | undefined;
  /** The first moment after the sale, milliseconds; undefined: without an end. */
  readonly saleTo: number | undefined;
}

export interface Stock {
  readonly status: StockStatus;
  /** Undefined: it is not counted. May be negative with backorders. */
  readonly quantity: number | undefined;
  readonly backorders: BackorderRule;
}

/** The facts of a product or variation, as `post_meta` stores them in WooCommerce's names. */
export interface ProductFacts {
  readonly sku: string;
  readonly prices: Prices;
  readonly stock: Stock;
}

/** A row of the table `product`. */
export interface ListedProduct {
  readonly id: number;
  readonly productId: number;
  readonly kind: ProductKind | 'variation';
  readonly sku: string;
  readonly prices: Prices;
  readonly stock: Stock;
}

/** A product, before its shown variations. */
export type FoundProduct = readonly [ListedProduct, ...ListedProduct[]];

/** The price that readers pay now. */
export interface CurrentPrice {
  readonly from: MinorUnits;
  /** Equal to `from`, unless variations differ. */
  readonly to: MinorUnits;
  /** The price without the sale, if there is one and all variations cost the same. */
  readonly before: MinorUnits | undefined;
  readonly isOnSale: boolean;
  /** When it changes by itself, milliseconds; undefined: never. */
  readonly changesAt: number | undefined;
}
