import type { ReactNode } from 'react';
import type { EditedField } from './field-kinds.ts';

export interface FormProps {
  readonly field: EditedField;
  /** The stored definition with the same name; undefined for new fields. */
  readonly stored: EditedField | undefined;
  readonly isSub: boolean;
  /** All fields of the type or group. */
  readonly siblings: readonly EditedField[];
  readonly faults: Readonly<Record<string, string>>;
  readonly onChange: (changes: Partial<EditedField>) => void;
  /** The list of the fields of a group. */
  readonly subs: ReactNode;
}

export function Note({
  fault,
  children,
}: {
  readonly fault: string | undefined;
  readonly children?: string | undefined;
}) {
  return (
    <>
      {children !== undefined && <span className="field-help">{children}</span>}
      {fault !== undefined && (
        <span className="field-fault" role="alert">
          {fault}
        </span>
      )}
    </>
  );
}
