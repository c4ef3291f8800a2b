import type { ViewProps } from '../block.ts';
import { View as PostList } from '../post-list/view.tsx';
import { Price } from '../product-price/view.tsx';
import type { ProductListData } from './loader.server.ts';

export function View({ data, blockId }: Pick<ViewProps<unknown, ProductListData>, 'data' | 'blockId'>) {
  return (
    <PostList
      data={data}
      blockId={blockId}
      className="product-list"
      facts={new Map([...data.prices].map(([id, price]) => [id, <Price key={id} price={price} />] as const))}
    />
  );
}
