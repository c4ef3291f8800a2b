import { Button, Modal } from '@wordpress/components';
import { createContext, use, useEffect, useState, useRef } from 'react';
import type { ComponentProps, ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { ChecksOfDialog, isUnsaved, UnsavedQuestion, useUnsaved } from './unsaved.tsx';
import { RestError, withLabels } from './rest-error.ts';
import { say } from '../words.ts';

/** Closes the surrounding dialog, after a confirmation if there is unsaved input. */
const Closing = createContext<(() => void) | undefined>(undefined);

/**
 * A form dialog. Its first field gets the focus, unless `focusOnMount` says otherwise. Clicks outside do not close it, and
 * Escape or its close button ask for confirmation if there is unsaved input. Forms inside can report it themselves
 * (`useUnsaved`).
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
    document.addEventListener('mousedown', keepFieldFocus);
    return () => document.removeEventListener('mousedown', keepFieldFocus);
  }, []);
  const leave = () => {
    // Focus must be back in the dialog before it closes, so that it can restore focus to its opener.
    flushSync(() => setAsking(false));
    onRequestClose();
  };
  const close = () => (isUnsaved(checks) ? setAsking(true) : onRequestClose());
  return (
    <>
      <Modal {...props} shouldCloseOnClickOutside={false} onRequestClose={close}>
        <ChecksOfDialog value={checks}>
          <Typed isDirty={isDirty} />
          <Closing value={close}>
            {props.focusOnMount === undefined ? <FirstFocused>{children}</FirstFocused> : children}
          </Closing>
        </ChecksOfDialog>
      </Modal>
      {isAsking && <CloseQuestion onLeave={leave} onStay={() => setAsking(false)} />}
    </>
  );
}

/**
 * Focuses its first control at once. `focusOnMount="firstContentElement"` does so a moment later, and until then keys go to
 * the button that opened the dialog.
 */
function FirstFocused({ children }: { readonly children: ReactNode }) {
  const content = useRef<HTMLDivElement>(null);
  // Not earlier: the dialog notes where the focus was, to return it.
  useEffect(() => {
    content.current
      ?.querySelector<HTMLElement>(
        ':is(input:not([type=hidden]),select,textarea,button,a[href]):not(:disabled)',
      )
      ?.focus();
  }, []);
  return (
    <div ref={content} className="dialog-content">
      {children}
    </div>
  );
}

function CloseQuestion(answers: { readonly onLeave: () => void; readonly onStay: () => void }) {
  return (
    <UnsavedQuestion
      title={say('Close without saving?')}
      says={say('Your changes in this form are not saved and will be lost.')}
      leave={say('Close without saving')}
      {...answers}
    />
  );
}

/**
 * A form's Cancel button. In a dialog it closes that with the same confirmation; elsewhere `isDirty` decides whether to
 * ask, and `onCancel` is called.
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
        {say('Cancel')}
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

function keepFieldFocus(event: MouseEvent): void {
  if (event.target instanceof Element && event.target.matches('.components-modal__screen-overlay'))
    event.preventDefault();
}

function Typed({ isDirty }: { readonly isDirty: boolean }) {
  useUnsaved(isDirty);
  return null;
}

/**
 * State of a form submission: pending, and refused with `fault`, which names fields by `labels`. Other errors are thrown
 * to the screen.
 */
export function useSending(labels: Readonly<Record<string, string>> = {}) {
  const [fault, setFault] = useState<RestError>();
  const [isBusy, setBusy] = useState(false);
  const send = async (work: () => Promise<unknown>) => {
    setBusy(true);
    setFault(undefined);
    try {
      await work();
    } catch (error) {
      if (!(error instanceof RestError)) throw error;
      setFault(withLabels(error, labels));
    } finally {
      setBusy(false);
    }
  };
  const settle = () => setFault(undefined);
  return { fault, isBusy, send, settle };
}

/** Returns a function that says whether the component was unmounted, for actions that finish later. */
export function useIsUnmounted(): () => boolean {
  const unmounted = useRef(false);
  useEffect(() => {
    unmounted.current = false;
    return () => {
      unmounted.current = true;
    };
  }, []);
  return () => unmounted.current;
}
