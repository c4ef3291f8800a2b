import { BlockInspector, store as blockEditor } from '@wordpress/block-editor';
import { Button, TabPanel } from '@wordpress/components';
import { useSelect } from '@wordpress/data';
import { close } from '@wordpress/icons';
import type { ListedType } from '../../app/boot.ts';
import type { Draft } from '../../editor/draft.ts';
import { DocumentPanel } from './document-panel.tsx';
import type { Mode } from './use-view.ts';

interface SidePanelProps {
  readonly draft: Draft;
  readonly type: ListedType;
  /** Only as blocks there are such to say anything of. */
  readonly mode: Mode;
  readonly mayUpload: boolean;
  readonly onClose: (() => void) | undefined;
}

/** Beside the text: what is said of all of it, or of the block where the cursor is. */
export function SidePanel({ draft, type, mode, mayUpload, onClose }: SidePanelProps) {
  const isSelected = useSelect((select) => {
    const { getBlockSelectionStart } = select(blockEditor) as unknown as {
      getBlockSelectionStart(): string | null;
    };
    return Boolean(getBlockSelectionStart());
  }, []);
  const isBlock = isSelected && mode === 'blocks';
  const tabs = [
    { name: 'document', title: type.singular },
    ...(mode === 'blocks' ? [{ name: 'block', title: 'Block' }] : []),
  ];
  return (
    <aside className="writing-panel" role="region" aria-label="Settings" tabIndex={-1}>
      {onClose && (
        <Button className="panel-close" icon={close} label="Close the settings" onClick={onClose} />
      )}
      <TabPanel
        key={`${mode} ${isBlock ? 'block' : 'document'}`}
        initialTabName={isBlock ? 'block' : 'document'}
        tabs={tabs}
      >
        {({ name }) =>
          name === 'block' ? (
            <BlockInspector />
          ) : (
            <DocumentPanel draft={draft} type={type} mayUpload={mayUpload} />
          )
        }
      </TabPanel>
    </aside>
  );
}
