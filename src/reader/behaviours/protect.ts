/** Developer tools and page source. The specification only names Ctrl, so Cmd is unaffected. */
function isSuppressed({ key = '', ctrlKey, shiftKey }: Partial<KeyboardEvent>): boolean | undefined {
  // Autofill fires key events without a `key`.
  return key === 'F12' || (ctrlKey && (shiftKey ? /^[ij]$/i : /^u$/i).test(key));
}

/** Blocks the context menu (except in fields) and the keyboard shortcuts of developer tools and page source, if a setting asks for it. */
export function start(root: HTMLElement): void {
  root.addEventListener('contextmenu', (event) => {
    // In fields the menu offers spelling, paste and undo.
    if (!(event.target as Element).closest(':read-write')) event.preventDefault();
  });
  document.addEventListener('keydown', (event) => {
    if (isSuppressed(event)) event.preventDefault();
  });
}
