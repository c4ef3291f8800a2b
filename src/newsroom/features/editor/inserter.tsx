import { __experimentalLibrary as InserterLibrary, store as blockEditor } from '@wordpress/block-editor';
import { useSelect } from '@wordpress/data';
import { useRef } from 'react';
import { onFrames } from '../../editor/on-frames.ts';

/** All blocks and patterns; the chosen one is inserted after the block at the cursor. */
export function Inserter({
  isNarrow,
  onClose,
}: {
  readonly isNarrow: boolean;
  readonly onClose: () => void;
}) {
  const root = useSelect((select) => {
    const questions = select(blockEditor) as unknown as {
      getBlockInsertionPoint(): { rootClientId?: string };
    };
    return questions.getBlockInsertionPoint().rootClientId;
  }, []);
  const place = useRef<HTMLDivElement>(null); // the library reads the focus from it
  const chosen = () => {
    if (isNarrow) onClose();
    else keepOption(place.current);
  };
  return (
    <InserterLibrary
      ref={place}
      rootClientId={root}
      showInserterHelpPanel={!isNarrow}
      shouldFocusBlock={isNarrow}
      onClose={onClose}
      onSelect={chosen}
    />
  );
}

const maxFrames = 120;

/**
 * Keeps focus on the option chosen in the inserter `menu`. The package re-renders its list piece by piece after an
 * insertion, which drops the focus on slow machines. Call before that frame; focus elsewhere is left alone.
 */
function keepOption(menu: HTMLElement | null): void {
  const list = menu?.querySelector<HTMLElement>('.block-editor-inserter__block-list > div');
  const chosen = document.activeElement;
  if (!list || !chosen || !list.contains(chosen)) return;
  const name = chosen.textContent;
  onFrames(maxFrames, (left) => {
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
