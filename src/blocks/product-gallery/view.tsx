import type { ViewProps } from '../block.ts';

export function View({ data }: Pick<ViewProps<unknown, string>, 'data'>) {
  return <div className="product-gallery" dangerouslySetInnerHTML={{ __html: data }} />;
}
