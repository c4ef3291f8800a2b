import { Modal } from '@wordpress/components';

const keys = [
  ['Store', 'Ctrl S'],
  ['Undo', 'Ctrl Z'],
  ['Redo', 'Ctrl Y, Ctrl Shift Z'],
  ['Choose a block', '/ in an empty paragraph'],
  ['Bold, italic, link', 'Ctrl B, Ctrl I, Ctrl K'],
  ['Edit the link at the cursor, or of a button', 'Ctrl K'],
  ['Go to a screen or an article', 'Ctrl K where no words are selected'],
  ['Move the block', 'Ctrl Shift Alt T, Ctrl Shift Alt Y'],
  ['Duplicate the block', 'Ctrl Shift D'],
  ['Remove the block', 'Shift Alt Z'],
  ['Insert before, behind', 'Ctrl Alt T, Ctrl Alt Y'],
  ['Code', 'Ctrl Shift Alt M'],
  ['Without distractions', 'Ctrl Shift \\'],
  ['From blocks to their tools', 'Alt F10'],
  ['Preview', 'Ctrl Shift Alt P'],
  ['List of blocks', 'Shift Alt O'],
  ['Next region of the editor', 'Ctrl `, Shift Alt N'],
  ['Previous region of the editor', 'Ctrl Shift `, Shift Alt P'],
] as const;

/** What can be done by keys. */
export function ShortcutsDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <Modal title="Keyboard shortcuts" className="shortcuts" onRequestClose={onClose}>
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
