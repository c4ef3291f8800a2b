/** Marks the chosen entry of a filter list and closes the list; focus moves to the element that opened it. */
export function showChoice(filter: HTMLDetailsElement, value: string): void {
  const label = filter.querySelector('summary');
  for (const entry of filter.querySelectorAll('a')) {
    const chosen = entry.dataset.filter === value;
    entry.ariaCurrent = chosen ? 'true' : null;
    if (chosen && label) label.textContent = entry.textContent;
  }
  if (filter.querySelector('ul')?.contains(document.activeElement)) label?.focus();
  filter.open = false;
}
