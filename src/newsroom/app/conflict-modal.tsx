import { Button, Modal } from '@wordpress/components';
import type { ReactNode } from 'react';
import { say } from '../words.ts';

interface ConflictProps {
  readonly title: string;
  readonly isBusy: boolean;
  readonly onTheirs: () => void;
  readonly onMine: () => void;
  readonly onClose: () => void;
  /** Both versions. */
  readonly children: ReactNode;
}

/** A save that would overwrite someone else's. */
export function ConflictModal({ title, isBusy, onTheirs, onMine, onClose, children }: ConflictProps) {
  return (
    <Modal title={title} size="large" onRequestClose={onClose}>
      <p>{say('Nothing was saved. Choose the version to keep.')}</p>
      {children}
      <div className="ask-end">
        <Button __next40pxDefaultSize variant="tertiary" onClick={onClose}>
          {say('Cancel')}
        </Button>
        <Button __next40pxDefaultSize variant="secondary" onClick={onTheirs}>
          {say('Use theirs')}
        </Button>
        <Button __next40pxDefaultSize variant="primary" isBusy={isBusy} onClick={onMine}>
          {say('Overwrite with mine')}
        </Button>
      </div>
    </Modal>
  );
}
