import { findFirstMeta } from '../../modules/posts/meta.ts';
import { fileGallery } from '../core/gallery.server.tsx';
import type { LoadContext } from '../load-context.ts';
import { parseIds } from '../setting-types.ts';
import { shownProduct } from '../shown-product.server.ts';
import type { Settings } from './block.ts';

/** WooCommerce's key: ids of pictures, separated by commas. */
const key = '_product_image_gallery';
const maxPictures = 50;

/** HTML of the pictures. */
export async function load({ columns }: Settings, context: LoadContext): Promise<string | undefined> {
  const [product] = (await shownProduct(context)) ?? [];
  if (!product) return undefined;
  const meta = await findFirstMeta(context.content.database.read, [product.id], [key]);
  const ids = parseIds(meta.get(product.id)?.get(key) ?? '', maxPictures).filter((id) => id > 0);
  const [card] = await context.cards([product.id]);
  const alt = card?.title ?? '';
  return fileGallery([...new Set(ids)], { columns, alt, name: `gallery of product ${product.id}` }, context);
}
