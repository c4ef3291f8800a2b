/** What Tab stops at. */
const stops =
  ':is(a[href],button,input,select,textarea,summary,iframe,audio[controls],video[controls],[tabindex]):not(:disabled,[tabindex^="-"],[inert] *)';

/**
 * Keeps a reader inside of a dialog that is a child of the body: it has the focus, Tab goes round in it, and the page behind is neither within reach nor
 * scrolled. The function that it returns ends that; the focus is the caller's then.
 */
export function keepInside(dialog: HTMLElement): () => void {
  const behind = [...document.body.children].filter(
    (part): part is HTMLElement => part instanceof HTMLElement && part !== dialog && !part.inert,
  );
  for (const part of behind) part.inert = true;
  const { style, clientWidth } = document.documentElement;
  if (innerWidth > clientWidth) style.scrollbarGutter = 'stable'; // the page keeps its width without the scrollbar
  style.overflow = 'hidden';
  dialog.focus({ preventScroll: true });
  // From the last stop browsers go on to their own buttons, or to nowhere.
  const goRound = (event: KeyboardEvent) => {
    if (event.key !== 'Tab' || event.altKey || event.ctrlKey || event.metaKey) return;
    const inside = [...dialog.querySelectorAll<HTMLElement>(stops)].filter((stop) =>
      stop.checkVisibility({ visibilityProperty: true }),
    );
    const [last, next] = event.shiftKey ? [inside[0], inside.at(-1)] : [inside.at(-1), inside[0]];
    const focused = document.activeElement;
    if (focused !== dialog && focused !== last && dialog.contains(focused)) return;
    event.preventDefault();
    next?.focus({ preventScroll: true });
  };
  document.addEventListener('keydown', goRound);
  return () => {
    document.removeEventListener('keydown', goRound);
    style.overflow = style.scrollbarGutter = '';
    for (const part of behind) part.inert = false;
  };
}
