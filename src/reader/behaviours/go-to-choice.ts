/** Milliseconds in which a reader who only looked through the choices by keys can take one back. */
const secondThoughts = 250;

/**
 * Leads to what is chosen in a list of archives. Escape keeps the reader where they are.
 *
 * Markup: a `<select>` in a form that does the same by a button without scripts; the address that its value is put behind comes with the page.
 */
export function start(select: HTMLElement, config: unknown): void {
  if (!(select instanceof HTMLSelectElement)) return;
  const { address } = config as { readonly address: string };
  let waits: ReturnType<typeof setTimeout> | undefined;
  select.addEventListener('change', () => {
    clearTimeout(waits);
    waits = setTimeout(() => {
      if (select.value !== '') location.assign(address + encodeURIComponent(select.value));
    }, secondThoughts);
  });
  select.addEventListener('keyup', ({ key }) => {
    if (key === 'Escape') clearTimeout(waits);
  });
}
