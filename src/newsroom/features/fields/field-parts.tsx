import type { ReactNode } from 'react';
import { say } from '../../words.ts';
import type { FormField } from './field-values.ts';

export interface ControlProps {
  readonly field: FormField;
  readonly value: unknown;
  /** Why the value can't be saved. */
  readonly fault: string | undefined;
  readonly postId: number;
  /** Time zone of local times; undefined: the site's. */
  readonly zone?: string | undefined;
  /** Null: no value. */
  readonly onChange: (value: unknown) => void;
}

export function FieldLabel({ field }: { readonly field: FormField }) {
  return (
    <bdi className="field-label">
      {field.label}
      {field.required && (
        <span className="field-required" title={say('Required')}>
          {' '}
          *<span className="hidden-text">{say('Required')}</span>
        </span>
      )}
    </bdi>
  );
}

/** Help and fault; controls refer to both as their description. */
export function FieldNote({
  field,
  fault,
  children,
}: Pick<ControlProps, 'field' | 'fault'> & { readonly children?: ReactNode }) {
  return (
    <>
      {field.help !== '' && (
        <span className="field-help" dir="auto">
          {field.help}
        </span>
      )}
      {children}
      {fault !== undefined && (
        <span className="field-fault" role="alert">
          {fault}
        </span>
      )}
    </>
  );
}
