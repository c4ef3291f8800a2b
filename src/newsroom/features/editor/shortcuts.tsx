import { Modal } from '@wordpress/components';
import { keyOf, useKeys } from '../../app/keys.ts';
import type { Draft } from '../../editor/draft.ts';
import type { Saving } from './saving.ts';
import { focused } from './use-view.ts';
import type { View } from './use-view.ts';
import { say } from '../../words.ts';

/** The keyboard shortcuts of the editor, also while the frame of the text has the focus. */
export function useShortcuts(draft: Draft, view: View, saving: Saving): void {
  const { drawer, mode } = view;
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.defaultPrevented) closeFocused(view);
    const key = keyOf(event).toLowerCase();
    const hasDialog = document.querySelector('.components-modal__screen-overlay, dialog[open]');
    if (
      key === 'o' &&
      event.shiftKey &&
      event.altKey &&
      !event.ctrlKey &&
      !event.metaKey &&
      mode === 'blocks' &&
      !hasDialog
    ) {
      event.preventDefault();
      if (drawer === 'list') view.closeDrawer();
      else view.toggleDrawer('list');
    }
    if (!event.ctrlKey && !event.metaKey) return;
    if (hasDialog) {
      // The text behind a dialog must not change unseen, least of all after another user took it over.
      if (key === 's') event.preventDefault();
      return;
    }
    const field = mode === 'code' || focused()?.closest('input:not([type=range]), textarea');
    if (key === 's' && !event.shiftKey && !event.altKey) saving.save();
    else if (key === 'z' && !event.altKey && !field) (event.shiftKey ? draft.redo : draft.undo)();
    else if (key === 'y' && !event.shiftKey && !event.altKey && !field) draft.redo();
    else if (key === 'm' && event.shiftKey && event.altKey && view.hasText)
      view.switchTo(mode === 'code' ? 'blocks' : 'code');
    else if (key === 'p' && event.shiftKey && event.altKey) view.togglePreview();
    else if ((key === '\\' || key === '|') && event.shiftKey) view.toggleCalm();
    else return;
    event.preventDefault();
  };
  useKeys(press);
}

/** Escape closes the drawer, and the settings if they cover the text; an open list in them closes first. */
function closeFocused({ isNarrow, isPanelOpen, closeDrawer, closePanel }: View): void {
  const at = focused();
  if (at?.closest('.writing-drawer')) closeDrawer();
  else if (
    isNarrow &&
    isPanelOpen &&
    (at === document.body || at?.closest('.writing-panel,[data-opens=panel]'))
  )
    closePanel();
}

const keys = [
  [say('Save'), say('Ctrl S')],
  [say('Undo'), say('Ctrl Z')],
  [say('Redo'), say('Ctrl Y, Ctrl Shift Z')],
  [say('Insert a block'), say('/ in an empty paragraph')],
  [say('Bold, italic, link'), say('Ctrl B, Ctrl I, Ctrl K')],
  [say('Edit the link at the cursor, or of a button'), say('Ctrl K')],
  [say('Search screens and content'), say('Ctrl K with no text selected')],
  [say('Move the block'), say('Ctrl Shift Alt T, Ctrl Shift Alt Y')],
  [say('Duplicate the block'), say('Ctrl Shift D')],
  [say('Remove the block'), say('Shift Alt Z')],
  [say('Insert before, after'), say('Ctrl Alt T, Ctrl Alt Y')],
  [say('Code editor'), say('Ctrl Shift Alt M')],
  [say('Distraction free'), say('Ctrl Shift \\')],
  [say('Focus the block toolbar'), say('Alt F10')],
  [say('Preview'), say('Ctrl Shift Alt P')],
  [say('List view'), say('Shift Alt O')],
  [say('Next region of the editor'), say('Ctrl `, Shift Alt N')],
  [say('Previous region of the editor'), say('Ctrl Shift `, Shift Alt P')],
] as const;

export function ShortcutsDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <Modal title={say('Keyboard shortcuts')} className="shortcuts" onRequestClose={onClose}>
      <dl>
        {keys.map(([what, how]) => (
          <div key={what}>
            <dt>{what}</dt>
            <dd>
              <kbd>{how}</kbd>
            </dd>
          </div>
        ))}
      </dl>
    </Modal>
  );
}
