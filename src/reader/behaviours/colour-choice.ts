import type { PageConfig } from '../islands/page-config.ts';
import { choose, hearers, storedScheme, systemIsDark } from './scheme/scheme.ts';

/**
 * Stores the reader's choice of scheme and follows changes from other tabs or the switch. Default: `system` where
 * offered, else the site's scheme.
 * @example `<fieldset data-behaviour="colour-choice">` with radio buttons `light`, `dark` and `system`
 */
export function start(group: HTMLElement, _config: unknown, page: PageConfig): void {
  const buttons = [...group.querySelectorAll<HTMLInputElement>('[type=radio]')];
  const has = (choice: string) => buttons.some(({ value }) => value === choice);
  const say = () => {
    const dark =
      storedScheme() ?? (has('system') ? undefined : document.documentElement.dataset.scheme === 'dark');
    const value = dark === undefined ? 'system' : dark ? 'dark' : 'light';
    for (const button of buttons) button.checked = button.value === value;
  };
  group.addEventListener('change', ({ target }) => {
    if (target instanceof HTMLInputElement)
      choose(page, target.value === 'system' ? undefined : target.value === 'dark');
  });
  hearers.add(say);
  for (const type of ['pageshow', 'storage', 'visibilitychange']) addEventListener(type, say);
  systemIsDark.addEventListener('change', say);
  say();
}
