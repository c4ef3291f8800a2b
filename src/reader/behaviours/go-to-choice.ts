/** Milliseconds before a choice made by keyboard is followed, so that a reader can browse the options. */
const secondThoughts = 250;

/**
 * Follows the option chosen in an archive list; Escape cancels. Markup: a `<select>` in a form with a button for
 * browsers without scripts. The address that the value is appended to is in the config.
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
