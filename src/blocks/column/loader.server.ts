import type { LoadContext } from '../load-context.ts';
import type { Settings } from './block.ts';

/** A column's own sticky settings or the site's, with the specification's names. */
export interface StickySettings {
  readonly 'sticky-enabled-on': readonly string[];
  /** Pixels. */
  readonly 'sticky-offset': number;
  readonly 'sticky-is-width-auto': boolean;
}

const screens = ['desktop', 'landscape', 'portrait', 'phone'];

/** Null if the column is not sticky. */
export async function load(settings: Settings, context: LoadContext): Promise<StickySettings | null> {
  const sticky = settings['sticky-enabled-on'] === 'site' ? await siteSticky(context) : ownSticky(settings);
  return sticky['sticky-enabled-on'].length > 0 ? sticky : null;
}

function ownSticky(settings: Settings): StickySettings {
  const names = settings['sticky-enabled-on']
    .split(',')
    .map((name) => name.trim())
    .filter((name) => screens.includes(name));
  return {
    'sticky-enabled-on': names,
    'sticky-offset': settings['sticky-offset'],
    'sticky-is-width-auto': settings['sticky-is-width-auto'],
  };
}

async function siteSticky(context: LoadContext): Promise<StickySettings> {
  const site = await context.content.settings.current();
  return {
    'sticky-enabled-on': site.sticky_column_enabled_on,
    'sticky-offset': site.sticky_column_offset,
    'sticky-is-width-auto': site.sticky_column_is_width_auto,
  };
}
