import { useEffect, useId, useRef } from 'react';
import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';

/**
 * A dialog above all others; the kit's `Modal` would close open dialogs and lose their input. Restores focus on close.
 * Focus starts at `data-first`. `onCancel`: called on Escape; without it the dialog stays.
 */
export function OverAll({
  title,
  className = '',
  onCancel,
  children,
}: {
  readonly title: string;
  readonly className?: string;
  readonly onCancel?: () => void;
  readonly children: ReactNode;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useEffect(() => {
    const shown = dialog.current;
    const before = document.activeElement;
    shown?.showModal();
    shown?.querySelector<HTMLElement>('[data-first]')?.focus();
    return () => {
      shown?.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return createPortal(
    <dialog
      ref={dialog}
      className={`over-all ${className}`}
      aria-labelledby={heading}
      onCancel={(event) => {
        event.preventDefault();
        onCancel?.();
      }}
      // Browsers close it anyway after repeated Escape.
      onClose={({ currentTarget }) => {
        if (!currentTarget.isConnected) return;
        currentTarget.showModal();
        onCancel?.();
      }}
    >
      <h1 id={heading}>{title}</h1>
      {children}
    </dialog>,
    document.body,
  );
}
