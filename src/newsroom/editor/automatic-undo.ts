import { store as blockEditor } from '@wordpress/block-editor';
import { useRegistry } from '@wordpress/data';
import { useCallback } from 'react';

interface Questions {
  didAutomaticChange(): boolean;
}

const modifiers = new Set(['Alt', 'AltGraph', 'Control', 'Meta', 'Shift']);

/**
 * Has Backspace or Escape directly after an automatic change, as `* ` to a list, undo that change. The package's own `__experimentalUndo` depends on when
 * the browser is idle: it is lost when the cursor is placed late, or undoes twice. `steps`: an object that is another one after each undoable change.
 */
export function useAutomaticUndo(steps: () => object, undo: () => void): (page: Document) => () => void {
  const registry = useRegistry();
  return useCallback(
    (page: Document) => {
      const { didAutomaticChange } = registry.select(blockEditor) as unknown as Questions;
      let changed: object | undefined; // the steps directly after an automatic change
      let was = didAutomaticChange();
      const stop = registry.subscribe(() => {
        const is = didAutomaticChange();
        if (is && !was) changed = steps();
        was = is;
      }, blockEditor);
      const press = (event: KeyboardEvent) => {
        if (modifiers.has(event.key)) return;
        const isUndo =
          (event.key === 'Backspace' || event.key === 'Escape') && !event.isComposing && changed === steps();
        changed = undefined;
        if (!isUndo) return;
        event.preventDefault();
        event.stopPropagation();
        undo();
      };
      const click = () => {
        changed = undefined;
      };
      page.addEventListener('keydown', press, true);
      page.addEventListener('mousedown', click, true);
      return () => {
        stop();
        page.removeEventListener('keydown', press, true);
        page.removeEventListener('mousedown', click, true);
      };
    },
    [registry, steps, undo],
  );
}
