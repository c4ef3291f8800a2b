import { Modal } from '@wordpress/components';
import { useEffect, useState } from 'react';
import type { ComponentProps } from 'react';
import { flushSync } from 'react-dom';
import { ChecksOfDialog, isUnsaved, UnsavedQuestion, useUnsaved } from './unsaved.tsx';

/**
 * A dialog to fill in: a click beside it takes nothing of what is typed, and who closes it with Escape or its cross is asked first. `isDirty`: something is
 * typed; forms inside may say so by themselves (`useUnsaved`).
 */
export function FormModal({ isDirty = false, onRequestClose, children, ...props }: Omit<ComponentProps<typeof Modal>, 'onRequestClose'> & {
  readonly isDirty?: boolean; readonly onRequestClose: () => void;
}) {
  const [checks] = useState(() => new Set<() => boolean>());
  const [isAsking, setAsking] = useState(false);
  useEffect(() => {
    document.addEventListener('mousedown', keepKeys);
    return () => document.removeEventListener('mousedown', keepKeys);
  }, []);
  const leave = () => {
    // Keys are in the dialog again as it goes: then it gives them back to where it was opened.
    flushSync(() => setAsking(false));
    onRequestClose();
  };
  return (
    <>
      <Modal {...props} shouldCloseOnClickOutside={false} onRequestClose={() => (isUnsaved(checks) ? setAsking(true) : onRequestClose())}>
        <ChecksOfDialog value={checks}><Typed isDirty={isDirty} />{children}</ChecksOfDialog>
      </Modal>
      {isAsking && (
        <UnsavedQuestion
          title="Close without saving?" says="What you filled in here is not saved, and is gone once it closes." leave="Close it" onLeave={leave}
          onStay={() => setAsking(false)}
        />
      )}
    </>
  );
}

/** A press beside a dialog leaves keys where they are: nothing there could take them. */
function keepKeys(event: MouseEvent): void {
  if (event.target instanceof Element && event.target.matches('.components-modal__screen-overlay')) event.preventDefault();
}

function Typed({ isDirty }: { readonly isDirty: boolean }) {
  useUnsaved(isDirty);
  return null;
}
