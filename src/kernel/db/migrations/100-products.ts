import type { Migration } from '../migration.ts';

/** Prices and stock of products and their variations, derived from `post_meta` (decision 114). */
export const products: Migration = {
  id: 100,
  name: 'products',
  steps: ({ integer, key }) => [
    `create table product (
      post_id ${integer}, product_id ${integer}, kind ${key}, sku ${key}, regular_price bigint, sale_price bigint,
      sale_from bigint, sale_to bigint, stock_status ${key}, stock bigint, backorders ${key}, is_shown ${integer},
      primary key (post_id),
      check (kind in ('simple', 'variable', 'grouped', 'external', 'variation')),
      check (stock_status in ('instock', 'outofstock', 'onbackorder')),
      check (backorders in ('no', 'notify', 'yes')))`,
    'create index product_of on product (product_id)',
    `insert into job (kind, key, payload, priority, due_at, created_at)
      select 'derive-products', 'all', '{"after":0}', 0, 1, 1 from post
      where type in ('product', 'product_variation') order by id limit 1`,
  ],
};
