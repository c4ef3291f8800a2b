/**
 * Expands a button-only `core/search` field; Escape or leaving it collapses it, and the button submits typed text.
 * Without scripts the field is visible.
 */
export function start(root: HTMLElement, config: unknown): void {
  const {
    texts: [expand = '', submit = ''],
  } = config as { readonly texts: readonly string[] };
  const button = root.querySelector('button');
  const field = root.querySelector<HTMLInputElement>('input[type=search]');
  if (!button || !field) return;
  button.setAttribute('aria-controls', field.id);
  const hidden = 'wp-block-search__searchfield-hidden';
  const show = (open: boolean) => {
    root.classList.toggle(hidden, !open);
    button.ariaExpanded = String(open);
    button.ariaLabel = open ? submit : expand;
  };
  show(!root.classList.contains(hidden));

  button.addEventListener('click', (event) => {
    if (!root.classList.contains(hidden)) return;
    event.preventDefault();
    show(true);
    field.focus();
  });
  root.addEventListener('keydown', ({ key, isComposing }) => {
    if (isComposing || key !== 'Escape' || root.classList.contains(hidden)) return;
    show(false);
    button.focus();
  });
  // Safari does not focus pressed buttons, so a missing `relatedTarget` does not mean that focus left.
  root.addEventListener('focusout', ({ relatedTarget }) => {
    if (relatedTarget instanceof Node && !root.contains(relatedTarget)) show(false);
  });
  document.addEventListener('click', ({ target }) => root.contains(target as Node) || show(false));
}
