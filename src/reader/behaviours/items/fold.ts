/**
 * Shows a panel, or folds it away. A search in the page still finds what is in it, in browsers that tell of it (`beforematch`); to keys and screen readers
 * it is not there.
 */
export function fold(panel: HTMLElement, isAway: boolean): void {
  panel.ariaHidden = isAway ? 'true' : null;
  if (isAway) panel.setAttribute('hidden', 'onbeforematch' in panel ? 'until-found' : '');
  else panel.removeAttribute('hidden');
}
