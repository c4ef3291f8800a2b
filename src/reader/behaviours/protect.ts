/** Developer tools and page source; only Ctrl is named by the specification, so Cmd does as ever. */
function isSuppressed({ key = '', ctrlKey, shiftKey }: Partial<KeyboardEvent>): boolean | undefined {
  // What a browser fills in by itself tells of a key without a name.
  return key === 'F12' || (ctrlKey && (shiftKey ? /^[ij]$/i : /^u$/i).test(key));
}

/**
 * Takes the context menu and the keys that open developer tools or the page's source from readers, but not the menu of fields where they type; a setting of the
 * site. Markup: `<body data-behaviour="protect">`.
 */
export function start(root: HTMLElement): void {
  root.addEventListener('contextmenu', (event) => {
    // Where one types the menu spells, pastes and undoes.
    if (!(event.target as Element).closest(':read-write')) event.preventDefault();
  });
  document.addEventListener('keydown', (event) => {
    if (isSuppressed(event)) event.preventDefault();
  });
}
