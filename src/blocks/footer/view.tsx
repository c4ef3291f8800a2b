import type { ViewProps } from '../block.ts';

export function View({ children }: ViewProps<unknown>) {
  return <div className="footer-inner container">{children}</div>;
}
