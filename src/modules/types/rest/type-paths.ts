import type { PostType } from '../post-type.ts';
import type { Taxonomy } from '../taxonomy.ts';

/** Path of a type's collection. */
export const postBase = ({ restBase, name }: Pick<PostType, 'restBase' | 'name'>): string =>
  `/wp/v2/${restBase ?? name}`;

/** Path of a taxonomy's collection. */
export const termBase = ({ restBase, name: named }: Pick<Taxonomy, 'restBase' | 'name'>): string =>
  `/wp/v2/${restBase ?? named}`;
