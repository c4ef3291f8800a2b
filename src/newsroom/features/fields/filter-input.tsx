import { TextControl } from '@wordpress/components';
import type { DataFormControlProps } from '@wordpress/dataviews';
import { useEffect, useState } from 'react';
import { say } from '../../words.ts';

/** Milliseconds without typing before the list is loaded. */
const restMs = 400;

type InputType = 'number' | 'date' | 'text';
const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

/** The input of a filter; two inputs for a range with both bounds. */
function inputOf(type: InputType) {
  return function FilterInput<Item>({ data, field, operator, onChange }: DataFormControlProps<Item>) {
    const value: unknown = field.getValue({ item: data });
    const change = (next: unknown) => onChange(field.setValue({ item: data, value: next }));
    const read = (text: string) => (type === 'number' && text !== '' ? Number(text) : text);
    if (operator !== 'between')
      return (
        <Typed
          label={field.label}
          type={type}
          value={textOf(value)}
          onChange={(text) => change(read(text))}
        />
      );
    const [from, to] = Array.isArray(value) ? [textOf(value[0]), textOf(value[1])] : ['', ''];
    const changeBounds = (least: string, most: string) =>
      change(least === '' || most === '' ? undefined : [read(least), read(most)]);
    return (
      <>
        <Typed
          label={say('From')}
          type={type}
          value={from}
          isNamed
          onChange={(text) => changeBounds(text, to)}
        />
        <Typed
          label={say('To')}
          type={type}
          value={to}
          isNamed
          onChange={(text) => changeBounds(from, text)}
        />
      </>
    );
  };
}

export const NumberInput = inputOf('number');
export const DayInput = inputOf('date');
export const TextInput = inputOf('text');

interface TypedProps {
  readonly label: string;
  readonly type: InputType;
  readonly value: string;
  /** Shows the label. */
  readonly isNamed?: boolean;
  readonly onChange: (text: string) => void;
}

function Typed({ label, type, value, isNamed = false, onChange }: TypedProps) {
  const [typed, setTyped] = useState(value);
  const [known, setKnown] = useState(value);
  const [sent, setSent] = useState(value);
  // A reset or another view, not the value that was typed here.
  if (known !== value) {
    setKnown(value);
    if (value !== sent) setTyped(value);
  }
  const text = type === 'number' && typed !== '' ? String(Number(typed)) : typed;
  useEffect(() => {
    if (text === sent) return undefined;
    const timer = window.setTimeout(() => {
      setSent(text);
      onChange(text);
    }, restMs);
    return () => window.clearTimeout(timer);
  }, [text, sent, onChange]);
  return (
    <TextControl
      __next40pxDefaultSize
      label={label}
      hideLabelFromVision={!isNamed}
      type={type}
      {...(type === 'number' ? { step: 'any' } : {})}
      value={typed}
      onChange={setTyped}
    />
  );
}
