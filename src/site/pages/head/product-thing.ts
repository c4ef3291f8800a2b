import { decimalText } from '../../../lib/money.ts';
import { bestStatus, currentPrice, soldOf } from '../../../modules/shop/price.ts';
import type { FoundProduct, StockStatus } from '../../../modules/shop/model.ts';

type Thing = Readonly<Record<string, unknown>>;

const availability: Readonly<Record<StockStatus, string>> = {
  instock: 'https://schema.org/InStock',
  outofstock: 'https://schema.org/OutOfStock',
  onbackorder: 'https://schema.org/BackOrder',
};

interface ProductPage {
  readonly products: FoundProduct;
  readonly currency: string;
  readonly canonical: string;
  readonly name: string;
  readonly description: string;
  readonly images: readonly Thing[];
  readonly seller: Thing;
  readonly now: number;
}

/** schema.org's product, with its offers if it has a price. */
export function describeProduct(page: ProductPage): Thing {
  const { products, canonical, name, description, images } = page;
  const [product] = products;
  const offers = offersOf(page);
  return {
    '@type': 'Product',
    '@id': `${canonical}#product`,
    url: canonical,
    name,
    ...(description === '' ? {} : { description }),
    ...(images.length === 0 ? {} : { image: images }),
    ...(product.sku === '' ? {} : { sku: product.sku }),
    ...(offers ? { offers } : {}),
  };
}

function offersOf({ products, currency, canonical, seller, now }: ProductPage): Thing | undefined {
  const sold = soldOf(products);
  const price = currentPrice(sold, now);
  if (!price) return undefined;
  const status = bestStatus(sold);
  const shared = {
    url: canonical,
    priceCurrency: currency,
    ...(status === undefined ? {} : { availability: availability[status] }),
    seller,
  };
  const { from, to } = price;
  if (from !== to)
    return {
      '@type': 'AggregateOffer',
      lowPrice: decimalText(from, currency),
      highPrice: decimalText(to, currency),
      offerCount: sold.length,
      ...shared,
    };
  return {
    '@type': 'Offer',
    price: decimalText(from, currency),
    ...(price.isOnSale && price.changesAt !== undefined
      ? { priceValidUntil: new Date(price.changesAt).toISOString().slice(0, 10) }
      : {}),
    ...shared,
  };
}
