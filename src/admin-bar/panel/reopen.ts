/** Names what the page opens again once it is loaded anew. */
const key = 'broadsheet-open-panel';

/** Which panel is open. */
export type PanelName = 'templates' | 'mobile-page' | 'kept';

const placeKey = 'broadsheet-panel-place';

/** Where somebody is in a long list. */
export interface Place {
  readonly filter: string;
  /** Pixels. */
  readonly top: number;
}

let placeNow: (() => Place) | undefined;

/** How to ask where somebody is in the list that is open; undefined: none is. */
export function notePlace(ask: (() => Place) | undefined): void {
  placeNow = ask;
}

/** Where somebody was before the page was loaded anew; it says so once. */
export function takePlace(): Place | undefined {
  const [, top = '', filter = ''] = /^(\d+) (.*)$/s.exec(sessionStorage.getItem(placeKey) ?? '') ?? [];
  sessionStorage.removeItem(placeKey);
  return top === '' ? undefined : { filter, top: Number(top) };
}

/** Loads the page anew, with the panel open again as it was: who changes a layout goes on there. */
export function reloadWithPanel(name: PanelName = 'templates'): void {
  sessionStorage.setItem(key, name);
  const place = placeNow?.();
  if (place) sessionStorage.setItem(placeKey, `${Math.round(place.top)} ${place.filter}`);
  location.reload();
}

/** The panel that was open before the page was loaded anew; it says so once. */
export function takeReopened(): PanelName | undefined {
  const name = sessionStorage.getItem(key);
  sessionStorage.removeItem(key);
  return name === 'templates' || name === 'mobile-page' ? name : undefined;
}
