import { useEffect, useRef } from 'react';
import type { RefObject } from 'react';
import type { Edits } from './use-edits.ts';

const controls = ':is(input,select,textarea,button):enabled';

/**
 * After a refused save, shows and focuses the first setting with an error or conflict, which may be far above the button.
 * After a successful one, which removes the button, returns to the setting that was edited last.
 */
export function useFocusAfterSave(
  form: RefObject<HTMLElement | null>,
  { isBusy, changes }: Pick<Edits, 'isBusy' | 'changes'>,
): void {
  const sent = useRef<readonly string[]>(undefined);
  useEffect(() => {
    if (isBusy) {
      sent.current ??= Object.keys(changes);
      return;
    }
    const keys = sent.current;
    sent.current = undefined;
    if (!keys || !form.current) return;
    const fault = form.current.querySelector<HTMLElement>('[role=alert]');
    if (fault) return show(fault);
    if (document.activeElement !== document.body) return;
    const edited = [...form.current.querySelectorAll<HTMLElement>('.setting')].find(
      ({ dataset }) => dataset['setting'] === keys.at(-1),
    );
    (edited?.querySelector<HTMLElement>(controls) ?? form.current).focus({ preventScroll: true });
  });
}

function show(fault: HTMLElement): void {
  const control =
    fault.querySelector<HTMLElement>(controls) ??
    fault.closest('.setting')?.querySelector<HTMLElement>(controls);
  if (!control) fault.tabIndex = -1;
  (control ?? fault).focus({ preventScroll: true });
  fault.scrollIntoView({ block: 'center' });
}
