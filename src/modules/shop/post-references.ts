import type { PostReferences } from '../posts/index.ts';

export const shopReferences: PostReferences = {
  deleted: ['product.post_id', 'product.product_id'],
};
