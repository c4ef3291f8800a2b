import type { PageConfig } from '../islands/page-config.ts';
import { choose, hearers, storedScheme, systemIsDark } from './scheme/scheme.ts';

/**
 * Light, dark, or as the system: says which the reader chose, also on another tab or by the switch, and keeps what is chosen. Until then it is the system
 * where that is offered, else what the site has.
 *
 * Markup: `<fieldset data-behaviour="colour-choice">` around radio buttons with the values `light`, `dark` and `system`.
 */
export function start(group: HTMLElement, _config: unknown, page: PageConfig): void {
  const buttons = [...group.querySelectorAll<HTMLInputElement>('[type=radio]')];
  const has = (wanted: string) => buttons.some(({ value }) => value === wanted);
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
