import { Button } from '@wordpress/components';
import type { ReactNode } from 'react';
import { say } from '../words.ts';

/** The end of a question: *Cancel*, and the button that does it (`children`: its label). */
export function Decide({
  isDestructive = true,
  isBusy = false,
  onCancel,
  onDecide,
  children,
}: {
  readonly isDestructive?: boolean;
  readonly isBusy?: boolean;
  readonly onCancel: () => void;
  readonly onDecide: () => void;
  readonly children: ReactNode;
}) {
  return (
    <div className="ask-end">
      <Button __next40pxDefaultSize variant="tertiary" onClick={onCancel}>
        {say('Cancel')}
      </Button>
      <Button
        __next40pxDefaultSize
        variant="primary"
        isDestructive={isDestructive}
        isBusy={isBusy}
        disabled={isBusy}
        accessibleWhenDisabled
        onClick={onDecide}
      >
        {children}
      </Button>
    </div>
  );
}
