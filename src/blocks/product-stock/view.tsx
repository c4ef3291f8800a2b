import { fillIn } from '../../lib/messages.ts';
import { useLanguage, useWords } from '../../ui/language.ts';
import type { ViewProps } from '../block.ts';
import type { Settings } from './block.ts';
import type { ProductStockData } from './loader.server.ts';

export function View({ settings, data: { stock, sku } }: ViewProps<Settings, ProductStockData>) {
  const words = useWords();
  const language = useLanguage();
  const shown = { instock: words.stock_in, outofstock: words.stock_out, onbackorder: words.stock_backorder };
  const isCounted = stock?.status === 'instock' && stock.quantity !== undefined;
  return (
    <p className="product-stock">
      {stock && (
        <span className={`product-${stock.status}`}>
          {isCounted ? fillIn(words.stock_number, language.number(stock.quantity ?? 0)) : shown[stock.status]}
        </span>
      )}
      {settings.shows_sku && sku !== '' && (
        <span className="product-sku">
          {words.product_sku}: <bdi>{sku}</bdi>
        </span>
      )}
    </p>
  );
}
