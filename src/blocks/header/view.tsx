import { useActing } from '../../islands/acting.ts';
import { classes } from '../../ui/class-names.ts';
import type { ViewProps } from '../block.ts';
import type { HeaderData } from './loader.server.ts';

export function View({ data: { sticks, smart, gap }, children }: ViewProps<unknown, HeaderData>) {
  const acting = useActing();
  return (
    <>
      <header className={classes('site-header', sticks !== 'none' && `sticks-${sticks}`)}><div className="container">{children}</div></header>
      {(sticks === 'header' || smart !== 'never') && <div className="header-end" style={{ top: gap }} {...acting.now('sticky-header', { sticks, smart })} />}
    </>
  );
}
