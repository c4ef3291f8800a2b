import { Button, Modal } from '@wordpress/components';
import { createContext, use, useEffect, useState, useRef } from 'react';
import type { ComponentProps, ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { ChecksOfDialog, isUnsaved, UnsavedQuestion, useUnsaved } from './unsaved.tsx';
import { RestError } from './rest.ts';

/** Closes the dialog around, once who typed something in it was asked. */
const Closing = createContext<(() => void) | undefined>(undefined);

/**
 * A dialog to fill in: a click beside it takes nothing of what is typed, and who closes it with Escape or its cross is asked first. `isDirty`: something is
 * typed; forms inside may say so by themselves (`useUnsaved`).
 */
export function FormModal({
  isDirty = false,
  onRequestClose,
  children,
  ...props
}: Omit<ComponentProps<typeof Modal>, 'onRequestClose'> & {
  readonly isDirty?: boolean;
  readonly onRequestClose: () => void;
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
  const close = () => (isUnsaved(checks) ? setAsking(true) : onRequestClose());
  return (
    <>
      <Modal {...props} shouldCloseOnClickOutside={false} onRequestClose={close}>
        <ChecksOfDialog value={checks}>
          <Typed isDirty={isDirty} />
          <Closing value={close}>{children}</Closing>
        </ChecksOfDialog>
      </Modal>
      {isAsking && <CloseQuestion onLeave={leave} onStay={() => setAsking(false)} />}
    </>
  );
}

function CloseQuestion(answers: { readonly onLeave: () => void; readonly onStay: () => void }) {
  return (
    <UnsavedQuestion
      title="Close without saving?"
      says="What you filled in here is not saved, and is gone once it closes."
      leave="Close it"
      {...answers}
    />
  );
}

/**
 * “Cancel” of a form: asks as Escape and the cross do. Within a dialog, that knows whether something is typed and closes; elsewhere `isDirty` says it, and
 * `onCancel` is called.
 */
export function CancelButton({
  isDirty = false,
  onCancel,
}: {
  readonly isDirty?: boolean;
  readonly onCancel?: () => void;
}) {
  const close = use(Closing);
  const [isAsking, setAsking] = useState(false);
  const leave = () => {
    flushSync(() => setAsking(false));
    onCancel?.();
  };
  return (
    <>
      <Button
        __next40pxDefaultSize
        variant="tertiary"
        onClick={close ?? (() => (isDirty ? setAsking(true) : leave()))}
      >
        Cancel
      </Button>
      {isAsking && <CloseQuestion onLeave={leave} onStay={() => setAsking(false)} />}
    </>
  );
}

export function SubmitButton({
  isBusy,
  isDisabled = isBusy,
  children,
}: {
  readonly isBusy: boolean;
  readonly isDisabled?: boolean;
  readonly children: ReactNode;
}) {
  return (
    <Button
      __next40pxDefaultSize
      variant="primary"
      type="submit"
      isBusy={isBusy}
      disabled={isDisabled}
      accessibleWhenDisabled
    >
      {children}
    </Button>
  );
}

/** A press beside a dialog leaves keys where they are: nothing there could take them. */
function keepKeys(event: MouseEvent): void {
  if (event.target instanceof Element && event.target.matches('.components-modal__screen-overlay'))
    event.preventDefault();
}

function Typed({ isDirty }: { readonly isDirty: boolean }) {
  useUnsaved(isDirty);
  return null;
}

/** What a form sends: whether it is under way, and what was refused of it. Other errors are the screen's. */
export function useSending() {
  const [fault, setFault] = useState<RestError>();
  const [isBusy, setBusy] = useState(false);
  const send = async (work: () => Promise<unknown>) => {
    setBusy(true);
    setFault(undefined);
    try {
      await work();
    } catch (error) {
      if (!(error instanceof RestError)) throw error;
      setFault(error);
    } finally {
      setBusy(false);
    }
  };
  /** What was refused is settled otherwise. */
  const settle = () => setFault(undefined);
  return { fault, isBusy, send, settle };
}

/** Tells what ends later whether the part that began it was left meanwhile: a form that was closed is not sent. */
export function useIsGone(): () => boolean {
  const gone = useRef(false);
  useEffect(() => {
    gone.current = false;
    return () => {
      gone.current = true;
    };
  }, []);
  return () => gone.current;
}
