import type { CSSProperties } from 'react';
import { classes } from '../../ui/class-names.ts';
import type { ViewProps } from '../block.ts';
import type { Settings } from './block.ts';

const screens = ['desktop', 'landscape', 'portrait', 'phone'];

export function View({ settings, children }: ViewProps<Settings>) {
  const sticky = settings['sticky-enabled-on'].split(',').map((name) => name.trim()).filter((name) => screens.includes(name));
  const style = {
    '--desktop': settings.desktop, '--tablet': settings.tablet, '--phone': settings.phone, '--column-gap': `${settings.gap}px`,
    ...(sticky.length > 0 ? { '--sticky-offset': `${settings['sticky-offset']}px` } : {}),
  } as CSSProperties;
  return (
    <div className={classes('column', settings.className)} style={style}>
      <div className={classes('column-inner', ...sticky.map((name) => `sticky-${name}`))} data-sticky={sticky.length > 0 ? stickyConfig(settings, sticky) : undefined}>{children}</div>
    </div>
  );
}

/** The settings of a sticky column as the specification has them: JSON in base64. */
function stickyConfig(settings: Settings, sticky: readonly string[]): string {
  return btoa(JSON.stringify({ 'sticky-enabled-on': sticky, 'sticky-offset': settings['sticky-offset'], 'sticky-is-width-auto': settings['sticky-is-width-auto'] }));
}
