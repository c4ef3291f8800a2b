import { attachment } from './attachment.ts';
import { category } from './category.ts';
import { machineryTaxonomies, machineryTypes } from './machinery.ts';
import { mediaFolder } from './media-folder.ts';
import { navigation } from './navigation.ts';
import { page } from './page.ts';
import { pattern, patternCategory } from './pattern.ts';
import { post } from './post.ts';
import { postTag } from './post-tag.ts';
import type { PostType } from './post-type.ts';
import { product } from './product.ts';
import { productCat } from './product-cat.ts';
import { productTag } from './product-tag.ts';
import type { Taxonomy } from './taxonomy.ts';

/** The types that every site has, in the order in which lists of types name them. */
export const builtInPostTypes: readonly PostType[] = [
  post,
  page,
  attachment,
  product,
  pattern,
  navigation,
  ...machineryTypes,
];

/** The taxonomies that every site has, in the order in which lists of taxonomies name them. */
export const builtInTaxonomies: readonly Taxonomy[] = [
  category,
  postTag,
  productCat,
  productTag,
  patternCategory,
  mediaFolder,
  ...machineryTaxonomies,
];
