/** What stands for a template or a change in a list. */
const rowName = '.bar-title';

/**
 * Takes a row out of a list by `remove`, true: it is gone. Its focus is then the name's in the next row; behind the last one, the first button's of those that
 * make a new one. Who has gone on elsewhere meanwhile stays there.
 */
export async function removeRow(button: HTMLElement, remove: () => Promise<boolean>): Promise<void> {
  const row = button.closest('tr, li');
  const next =
    row?.nextElementSibling?.querySelector<HTMLElement>(rowName) ??
    button.closest('.bar-panel')?.querySelector<HTMLElement>('[data-creates]') ??
    undefined;
  const isThere = await remove();
  const { activeElement } = document;
  if (isThere && (activeElement === document.body || row?.contains(activeElement))) next?.focus();
}
