import { useWords } from '../../ui/language.ts';
import type { ViewProps } from '../block.ts';
import type { ProductButtonData } from './loader.server.ts';

export function View({ data: { url, text } }: Pick<ViewProps<unknown, ProductButtonData>, 'data'>) {
  const words = useWords();
  return (
    <p className="product-button">
      <a className="button" href={url} rel="nofollow sponsored noopener">
        {text || words.product_buy}
      </a>
    </p>
  );
}
