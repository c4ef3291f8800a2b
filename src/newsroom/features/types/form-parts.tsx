import { CheckboxControl, TextControl } from '@wordpress/components';
import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { say } from '../../words.ts';

interface TextProps {
  readonly label: string;
  readonly help?: ReactNode;
  readonly value: string;
  readonly maxLength: number;
  readonly fault?: string | undefined;
  readonly isRequired?: boolean;
  readonly isReadOnly?: boolean;
  /** Part of an address or a name in code. */
  readonly isCode?: boolean;
  readonly onChange: (next: string) => void;
}

/** A text that is too long is refused with the limit, rather than cut. */
export function TextField(props: TextProps) {
  const { label, help, value, maxLength, isRequired, isReadOnly, isCode, onChange } = props;
  const input = useRef<HTMLInputElement>(null);
  const excess =
    value.length > maxLength
      ? say('At most %1$d characters are allowed; these are %2$d.', maxLength, value.length)
      : '';
  const fault = excess || props.fault;
  useEffect(() => input.current?.setCustomValidity(excess), [excess]);
  return (
    <div className={fault === undefined ? 'types-field' : 'types-field has-fault'}>
      <TextControl
        ref={input}
        __next40pxDefaultSize
        label={label}
        help={
          fault === undefined ? (
            help
          ) : (
            <>
              <strong>{fault}</strong> {help}
            </>
          )
        }
        value={value}
        required={isRequired}
        readOnly={isReadOnly}
        aria-invalid={fault !== undefined}
        {...(isCode
          ? { dir: 'ltr' as const, autoCapitalize: 'off', autoComplete: 'off', spellCheck: false }
          : { dir: 'auto' as const })}
        onChange={onChange}
      />
    </div>
  );
}

interface ChecksProps {
  readonly legend: string;
  readonly help?: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly chosen: readonly string[];
  readonly onChange: (next: string[]) => void;
}

/** A group of checkboxes. Values without an option stay chosen. */
export function CheckGroup({ legend, help, options, chosen, onChange }: ChecksProps) {
  return (
    <fieldset className="types-checks">
      <legend>{legend}</legend>
      {help !== undefined && <p>{help}</p>}
      {options.map(({ value, label }) => (
        <CheckboxControl
          key={value}
          label={label}
          checked={chosen.includes(value)}
          onChange={(isOn) => onChange(isOn ? [...chosen, value] : chosen.filter((one) => one !== value))}
        />
      ))}
    </fieldset>
  );
}

export function Advanced({ children, isOpen }: { readonly children: ReactNode; readonly isOpen: boolean }) {
  return (
    <details className="types-advanced" open={isOpen || undefined}>
      <summary>{say('Advanced')}</summary>
      <div className="form">{children}</div>
    </details>
  );
}
