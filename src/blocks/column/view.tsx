import type { CSSProperties } from 'react';
import { classes } from '../../ui/class-names.ts';
import type { ViewProps } from '../block.ts';
import type { Settings } from './block.ts';
import type { StickySettings } from './loader.server.ts';

export function View({ settings, data: sticky, children }: ViewProps<Settings, StickySettings | null>) {
  const style = {
    '--desktop': settings.desktop,
    '--tablet': settings.tablet,
    '--phone': settings.phone,
    '--column-gap': `${settings.gap}px`,
    ...(sticky ? { '--sticky-offset': `${sticky['sticky-offset']}px` } : {}),
  } as CSSProperties;
  const names = sticky
    ? [
        ...sticky['sticky-enabled-on'].map((name) => `sticky-${name}`),
        sticky['sticky-is-width-auto'] ? '' : 'sticky-fixed-width',
      ]
    : [];
  return (
    <div className={classes('column', settings.align && 'column-centred', settings.className)} style={style}>
      {/* As the specification demands: base64 of JSON. */}
      <div
        className={classes('column-inner', ...names)}
        data-sticky={sticky ? btoa(JSON.stringify(sticky)) : undefined}
      >
        {children}
      </div>
    </div>
  );
}
