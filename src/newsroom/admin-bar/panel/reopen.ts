/** Session storage key of the panel to reopen after a reload. */
const key = 'broadsheet-open-panel';

export type PanelName = 'templates' | 'mobile-page' | 'kept';

const placeKey = 'broadsheet-panel-place';

export interface Place {
  readonly filter: string;
  /** Pixels. */
  readonly top: number;
}

let placeNow: (() => Place) | undefined;

/** Registers how to read the position in the open list; undefined: no list is open. */
export function notePlace(readPlace: (() => Place) | undefined): void {
  placeNow = readPlace;
}

/** Returns the position before the reload, once. */
export function takePlace(): Place | undefined {
  const [, top = '', filter = ''] = /^(\d+) (.*)$/s.exec(sessionStorage.getItem(placeKey) ?? '') ?? [];
  sessionStorage.removeItem(placeKey);
  return top === '' ? undefined : { filter, top: Number(top) };
}

/** Reloads the page and reopens the panel where it was. */
export function reloadWithPanel(name: PanelName = 'templates'): void {
  sessionStorage.setItem(key, name);
  const place = placeNow?.();
  if (place) sessionStorage.setItem(placeKey, `${Math.round(place.top)} ${place.filter}`);
  location.reload();
}

/** Returns the panel that was open before the reload, once. */
export function takeReopened(): PanelName | undefined {
  const name = sessionStorage.getItem(key);
  sessionStorage.removeItem(key);
  return name === 'templates' || name === 'mobile-page' ? name : undefined;
}
