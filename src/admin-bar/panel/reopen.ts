/** Names what the page opens again once it is loaded anew. */
const key = 'broadsheet-open-panel';

/** Which panel is open. */
export type PanelName = 'templates' | 'mobile-page' | 'kept';

/** Loads the page anew, with the panel open again as it was: who changes a layout goes on there. */
export function reloadWithPanel(name: PanelName = 'templates'): void {
  sessionStorage.setItem(key, name);
  location.reload();
}

/** The panel that was open before the page was loaded anew; it says so once. */
export function takeReopened(): PanelName | undefined {
  const name = sessionStorage.getItem(key);
  sessionStorage.removeItem(key);
  return name === 'templates' || name === 'mobile-page' ? name : undefined;
}
