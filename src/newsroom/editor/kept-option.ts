import { onFrames } from './on-frames.ts';

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
  onFrames(mostFrames, (left) => {
    const now = document.activeElement;
    if (!list.isConnected || (now !== document.body && now !== list)) return true;
    const options = [...list.querySelectorAll('button')];
    const option =
      options.find(({ textContent }) => textContent === name) ?? (left === 0 ? options[0] : undefined);
    list.tabIndex = -1;
    (option ?? list).focus({ preventScroll: option === undefined });
    return option !== undefined;
  });
}
