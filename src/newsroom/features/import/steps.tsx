import { CheckboxControl } from '@wordpress/components';
import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { say } from '../../words.ts';

export const steps = [
  { name: 'files', label: say('Files') },
  { name: 'check', label: say('Check') },
  { name: 'import', label: say('Import') },
  { name: 'report', label: say('Report') },
] as const;
export type StepName = (typeof steps)[number]['name'];

export const stepAddress = (step: StepName): string => `/import.php?step=${step}`;

let lastStep: string | undefined;

/** A step's heading. Receives the focus when the step changes, but not when the screen opens. */
export function StepTitle({ step, children }: { readonly step: StepName; readonly children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (lastStep !== undefined && lastStep !== step) heading.current?.focus();
    lastStep = step;
    return () => {
      // Another step that is shown at once sets it again; leaving the screen resets it.
      setTimeout(() => {
        if (lastStep === step && !document.querySelector('.import')) lastStep = undefined;
      });
    };
  }, [step]);
  return (
    <h2 ref={heading} tabIndex={-1}>
      {children}
    </h2>
  );
}

/** For sites with nothing but the demo: it is removed, unless this is checked. */
export function KeepDemo({
  isKept,
  onChange,
}: {
  readonly isKept: boolean;
  readonly onChange: (isKept: boolean) => void;
}) {
  return (
    <CheckboxControl
      label={say('Keep the demo magazine')}
      help={say('By default it is removed before the import. If you edited it, the import needs this.')}
      checked={isKept}
      onChange={onChange}
    />
  );
}
