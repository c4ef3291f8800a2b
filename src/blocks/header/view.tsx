import type { ViewProps } from '../block.ts';

export function View({ children }: ViewProps<unknown>) {
  return <header className="site-header"><div className="container">{children}</div></header>;
}
