import { classes } from '../../ui/class-names.ts';
import { useWords } from '../../ui/language.ts';
import type { ViewProps } from '../block.ts';
import type { Settings } from './block.ts';
import type { ShownPrice } from '../product-prices.server.ts';

export function View({ settings: { tone }, data }: ViewProps<Settings, ShownPrice>) {
  return <Price price={data} tone={tone} />;
}

/** Blocks with prices name the style sheet `broadsheet/product-price`. */
export function Price({
  price: { from, to, before, isOnSale },
  tone = '',
}: {
  readonly price: ShownPrice;
  readonly tone?: Settings['tone'];
}) {
  const words = useWords();
  const [beforeLabel = '', afterBefore = ''] = words.price_before.split('%s');
  const [nowLabel = '', afterNow = ''] = words.price_now.split('%s');
  return (
    <p className={classes('product-price', tone && `product-price-${tone}`)}>
      {before === undefined ? (
        <bdi>{to === undefined ? from : `${from} – ${to}`}</bdi>
      ) : (
        <>
          <del>
            <span className="visually-hidden">{beforeLabel}</span>
            <bdi>{before}</bdi>
            <span className="visually-hidden">{afterBefore}</span>
          </del>{' '}
          <ins>
            <span className="visually-hidden">{nowLabel}</span>
            <bdi>{from}</bdi>
            <span className="visually-hidden">{afterNow}</span>
          </ins>
        </>
      )}
      {isOnSale && (
        <>
          {' '}
          <span className="product-sale">{words.price_sale}</span>
        </>
      )}
    </p>
  );
}
