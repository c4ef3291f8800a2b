import { productType } from '../../modules/shop/model.ts';
import { wireNameOf } from '../block.ts';
import type { LoadContext } from '../load-context.ts';
import type { PostListData } from '../post-list/data.ts';
import { loadList } from '../post-list/loader.server.ts';
import { postListSettings } from '../post-list/settings.ts';
import type { PostListSettings } from '../post-list/settings.ts';
import { shownPrices } from '../product-prices.server.ts';
import type { ShownPrice } from '../product-prices.server.ts';
import { block } from './block.ts';
import type { Settings } from './block.ts';

export interface ProductListData extends PostListData {
  /** By id of the product; without those that have no price. */
  readonly prices: ReadonlyMap<number, ShownPrice>;
}

const ofPosts = postListSettings.parse({});
const asList = (settings: Settings): PostListSettings => ({
  ...ofPosts,
  show_category: false,
  show_meta: false,
  ...settings,
  post_type: productType,
});
const defaults = asList(block.settings.parse({}));

export async function load(settings: Settings, context: LoadContext): Promise<ProductListData | undefined> {
  const list = await loadList(asList(settings), context, { blockType: wireNameOf(block), defaults });
  if (!list) return undefined;
  const ids = list.cards.map(({ id }) => id);
  return { ...list, prices: await shownPrices(ids, context) };
}
