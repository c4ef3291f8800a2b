/** Frames that the options are waited for. */
const mostFrames = 120;

/**
 * Of the inserter in `menu`: keeps keys at the block that was chosen there. The package draws its list anew as a block is inserted, piece by piece and from
 * nothing: on a slow machine keys were in nothing then, and it looked for a first option where there was none. Call it before that frame. Keys that were
 * elsewhere, or go elsewhere meanwhile, are left alone.
 */
export function keepOption(menu: HTMLElement | null): void {
  const list = menu?.querySelector<HTMLElement>('.block-editor-inserter__block-list > div');
  const chosen = document.activeElement;
  if (!list || !chosen || !list.contains(chosen)) return;
  const name = chosen.textContent;
  const stay = (frames: number): void => {
    const now = document.activeElement;
    if (!list.isConnected || (now !== document.body && now !== list)) return;
    const options = [...list.querySelectorAll('button')];
    const same = options.find((option) => option.textContent === name);
    const option = same ?? (frames === 0 ? options[0] : undefined);
    if (option) return option.focus();
    list.tabIndex = -1;
    list.focus({ preventScroll: true });
    if (frames > 0) requestAnimationFrame(() => stay(frames - 1));
  };
  requestAnimationFrame(() => stay(mostFrames));
}
