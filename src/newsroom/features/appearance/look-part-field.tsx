import { Button, RangeControl, SelectControl, ToggleControl } from '@wordpress/components';
import type { ReactNode } from 'react';
import type { LookChoice } from '../../../lib/look/look-choice.ts';
import { looks } from '../../../lib/look/looks.ts';
import type { Look } from '../../../lib/look/looks.ts';
import { say } from '../../words.ts';
import { changeAndFocus } from '../settings/change-and-focus.ts';
import { ColourField } from './colour-field.tsx';
import { baseOf, isPartChanged, lookLabels, partOf } from './look-values.ts';

interface PartBase {
  /** `header.layout` */
  readonly path: string;
  readonly label: string;
  readonly help?: string;
}

export type LookPart = PartBase &
  (
    | { readonly kind: 'choice'; readonly options: Readonly<Record<string, string>> }
    | { readonly kind: 'range'; readonly min: number; readonly max: number; readonly step: number }
    | { readonly kind: 'flag' }
    | { readonly kind: 'colour' }
  );

export interface LookEditing {
  /** The unsaved look, as the setting stores it. */
  readonly choice: LookChoice;
  /** All parts of it. */
  readonly whole: Look;
  readonly onPart: (path: string, value: unknown) => void;
}

/** A part of the look with the mark and reset of a changed one. */
export function LookPartField({
  part,
  editing,
  children,
}: {
  readonly part: LookPart;
  readonly editing: LookEditing;
  readonly children?: ReactNode;
}) {
  const { path } = part;
  return (
    <div className="setting" data-part={path}>
      <PartControl part={part} editing={editing} />
      {children}
      <PartChange path={path} label={part.label} text={valueText(part, editing)} editing={editing} />
    </div>
  );
}

export function PartChange({
  path,
  label,
  text,
  editing: { choice, onPart },
}: {
  readonly path: string;
  readonly label: string;
  /** The base look's value. */
  readonly text: string;
  readonly editing: LookEditing;
}) {
  if (!isPartChanged(choice, path)) return null;
  return (
    <p className="setting-changed">
      <span>{say('Changed')}</span>
      {text !== '' && (
        <span className="setting-default">{say('%1$s: %2$s', lookLabels[baseOf(choice)], text)}</span>
      )}
      <Button
        variant="link"
        aria-label={say('Reset %s', label)}
        onClick={changeAndFocus(() => onPart(path, undefined))}
      >
        {say('Reset')}
      </Button>
    </p>
  );
}

function valueText(part: LookPart, { choice }: LookEditing): string {
  const value = partOf(looks[baseOf(choice)], part.path);
  if (part.kind === 'choice') return part.options[String(value)] ?? '';
  if (part.kind === 'flag') return value === true ? say('On') : say('Off');
  return value === undefined ? '' : String(value);
}

function PartControl({
  part,
  editing: { whole, onPart },
}: {
  readonly part: LookPart;
  readonly editing: LookEditing;
}) {
  const { path, label } = part;
  const help = part.help === undefined ? {} : { help: part.help };
  const value = partOf(whole, path);
  const change = (next: unknown) => onPart(path, next);
  switch (part.kind) {
    case 'choice':
      return (
        <SelectControl
          __next40pxDefaultSize
          __nextHasNoMarginBottom
          label={label}
          {...help}
          value={String(value)}
          options={Object.entries(part.options).map(([name, title]) => ({ value: name, label: title }))}
          onChange={change}
        />
      );
    case 'range':
      return (
        <RangeControl
          __next40pxDefaultSize
          __nextHasNoMarginBottom
          label={label}
          {...help}
          value={Number(value)}
          min={part.min}
          max={part.max}
          step={part.step}
          onChange={(next) => next !== undefined && change(next)}
        />
      );
    case 'flag':
      return (
        <ToggleControl
          __nextHasNoMarginBottom
          label={label}
          {...help}
          checked={value === true}
          onChange={change}
        />
      );
    case 'colour':
      return (
        <ColourField
          label={label}
          value={String(value ?? partOf(whole, 'colours.accent'))}
          onChange={change}
        />
      );
  }
}
