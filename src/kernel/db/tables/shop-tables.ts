import type { Millis } from './post-tables.ts';

/** A product or a variation; derived from `post_meta`. Amounts are minor units of the shop's currency. */
export interface ProductTable {
  post_id: number;
  /** The product that a variation belongs to; of a product its own id. */
  product_id: number;
  kind: 'simple' | 'variable' | 'grouped' | 'external' | 'variation';
  sku: string;
  /** Null: it has no price. */
  regular_price: number | null;
  sale_price: number | null;
  sale_from: Millis | null;
  sale_to: Millis | null;
  stock_status: 'instock' | 'outofstock' | 'onbackorder';
  /** Null: it is not counted. */
  stock: number | null;
  backorders: 'no' | 'notify' | 'yes';
  /** 1: readers may see it, together with its product. */
  is_shown: number;
}
