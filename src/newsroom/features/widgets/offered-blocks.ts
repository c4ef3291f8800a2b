import {
  getBlockType,
  getBlockTypes,
  getCategories,
  setCategories,
  store as blockTypes,
} from '@wordpress/blocks';
import { dispatch } from '@wordpress/data';

/** Blocks of WordPress that fit sidebars and footers. */
const coreNames = [
  'paragraph',
  'heading',
  'list',
  'list-item',
  'quote',
  'image',
  'gallery',
  'audio',
  'video',
  'embed',
  'html',
  'search',
  'categories',
  'archives',
  'calendar',
  'latest-posts',
  'latest-comments',
  'tag-cloud',
  'page-list',
  'rss',
  'social-links',
  'social-link',
  'buttons',
  'button',
  'separator',
  'spacer',
  'group',
  'details',
  'loginout',
  'shortcode',
  'block',
].map((name) => `core/${name}`);

/** Own blocks that fit, among them those that the editor of posts does not offer. */
const ownNames = [
  'account-link',
  'ad',
  'child-pages',
  'column',
  'consent-link',
  'dark-switch',
  'footer-about',
  'footer-line',
  'more-from-author',
  'more-from-category',
  'nav-menu',
  'popular',
  'post-author-box',
  'post-list',
  'post-tags',
  'product-list',
  'related-posts',
  'row',
  'searched',
  'share',
  'site-related',
  'site-title',
  'trending',
  'voices',
].map((name) => `broadsheet/${name}`);

export const allowedBlockTypes: readonly string[] = [...coreNames, ...ownNames];

interface TypeActions {
  addBlockTypes(types: readonly object[]): void;
}

/** Categories whose blocks sites put into sidebars most. */
const firstCategories = ['listing', 'widgets', 'marketing', 'header', 'footer'];

/** Offers own blocks of headers, footers and articles in the inserter, widgets first, while areas are edited. Returns what ends it. */
export function offerOwnBlocks(): () => void {
  const { addBlockTypes } = dispatch(blockTypes) as unknown as TypeActions;
  const before = ownNames.map((name) => getBlockType(name)).filter((type) => type !== undefined);
  addBlockTypes(
    before.map((type) => ({
      ...type,
      parent: undefined,
      ancestor: undefined,
      supports: { ...type.supports, inserter: true },
    })),
  );
  const categories = getCategories();
  const rank = ({ slug }: { readonly slug: string }) => firstCategories.toReversed().indexOf(slug);
  setCategories(categories.toSorted((a, b) => rank(b) - rank(a)));
  return () => {
    setCategories(categories);
    const known = new Set(getBlockTypes().map(({ name }) => name));
    addBlockTypes(before.filter(({ name }) => known.has(name)));
  };
}
