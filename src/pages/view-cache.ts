import type { Settings } from '../content/settings/settings.ts';

/** What a view was drawn from, beside its block's settings, and what it gave. */
interface DrawnView {
  readonly data: unknown;
  readonly site: Settings;
  readonly html: string;
}

/**
 * HTML of views that look the same on every page (header, menus, ticker, rows), by the settings of their blocks: those are one object as long as the compiled document is
 * kept, and data are one object as long as nothing that they depend on changed.
 */
const drawn = new WeakMap<object, Map<string, DrawnView>>();

/** The HTML that this block had on another page; undefined when anything that it was drawn from is another now. */
export function drawnBefore(settings: unknown, blockId: string, data: unknown, site: Settings): string | undefined {
  const found = isObject(settings) ? drawn.get(settings)?.get(blockId) : undefined;
  return found && found.data === data && found.site === site ? found.html : undefined;
}

export function keepDrawn(settings: unknown, blockId: string, view: DrawnView): void {
  if (!isObject(settings)) return;
  const views = drawn.get(settings) ?? new Map<string, DrawnView>();
  drawn.set(settings, views.set(blockId, view));
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
