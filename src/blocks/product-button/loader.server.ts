import { startOf } from '../../lib/cut-text.ts';
import { findFirstMeta } from '../../modules/posts/meta.ts';
import { safeUrl } from '../document/players.ts';
import type { LoadContext } from '../load-context.ts';
import { shownProduct } from '../shown-product.server.ts';

export interface ProductButtonData {
  /** Address at another shop. */
  readonly url: string;
  /** Plain text; '': the usual one. */
  readonly text: string;
}

/** Characters. */
const maxTextLength = 100;
const maxUrlLength = 2000;

/** The shop of an external product, as WooCommerce stores it. */
export async function load(_settings: unknown, context: LoadContext): Promise<ProductButtonData | undefined> {
  const [product] = (await shownProduct(context)) ?? [];
  if (product?.kind !== 'external') return undefined;
  const keys = ['_product_url', '_button_text'];
  const meta = (await findFirstMeta(context.content.database.read, [product.id], keys)).get(product.id);
  const url = safeUrl(meta?.get('_product_url') ?? '');
  if (!/^https?:\/\/[^/]/i.test(url) || url.length > maxUrlLength) return undefined;
  return { url, text: startOf((meta?.get('_button_text') ?? '').trim(), maxTextLength) };
}
