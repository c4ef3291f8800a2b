import { useActing } from '../../reader/islands/acting.ts';
import { classes } from '../../ui/class-names.ts';
import type { ViewProps } from '../block.ts';
import type { Settings } from './block.ts';
import type { HeaderData } from './loader.server.ts';

export function View({
  settings: { layout },
  data: { sticks, smart, gap },
  children,
}: ViewProps<Settings, HeaderData>) {
  const acting = useActing();
  return (
    <>
      <header
        className={classes(
          'site-header',
          layout && `header-${layout}`,
          sticks !== 'none' && `sticks-${sticks}`,
        )}
      >
        <div className="container">{children}</div>
      </header>
      {(sticks === 'header' || smart !== 'never') && (
        <div
          className="header-end"
          style={{ top: gap }}
          {...acting.now('sticky-header', { sticks, smart })}
        />
      )}
    </>
  );
}
