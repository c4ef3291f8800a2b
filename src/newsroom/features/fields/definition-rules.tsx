import { CheckboxControl, SelectControl } from '@wordpress/components';
import { fileKinds } from '../../../lib/file-kinds.ts';
import type { FileKind } from '../../../lib/file-kinds.ts';
import { say } from '../../words.ts';
import { Note } from './definition-parts.tsx';
import type { FormProps } from './definition-parts.tsx';
import { hasSetting } from './field-kinds.ts';
import type { EditedField } from './field-kinds.ts';

const common = { __next40pxDefaultSize: true, __nextHasNoMarginBottom: true } as const;

/** The format that a text must have. */
export function Format({ field, faults, onChange }: FormProps) {
  return (
    <SelectControl
      {...common}
      label={say('Format')}
      help={<Note fault={faults['format']} />}
      value={field.format ?? ''}
      options={[
        { value: '', label: say('Any text') },
        { value: 'time_zone', label: say('Name of a time zone') },
      ]}
      onChange={(next) => onChange({ format: next === 'time_zone' ? next : undefined })}
    />
  );
}

const kindLabels: Readonly<Record<FileKind, string>> = {
  audio: say('Audio'),
  video: say('Video'),
  image: say('Images'),
  document: say('Documents'),
};

/** The kinds of files that a file field accepts. */
export function FileKinds({ field, onChange }: FormProps) {
  const chosen = field.file_kinds ?? [];
  return (
    <fieldset className="field-set">
      <legend className="field-label">{say('File types')}</legend>
      {fileKinds.map((kind) => (
        <CheckboxControl
          key={kind}
          __nextHasNoMarginBottom
          label={kindLabels[kind]}
          checked={chosen.includes(kind)}
          onChange={(isOn) => {
            const next = fileKinds.filter((one) => (one === kind ? isOn : chosen.includes(one)));
            onChange({ file_kinds: next.length === 0 ? undefined : next });
          }}
        />
      ))}
      <p className="field-help">{say('If none is selected, all are accepted.')}</p>
    </fieldset>
  );
}

const others = [
  {
    setting: 'not_before',
    label: say('Not before'),
    help: say('This date ends the period that the other one begins.'),
    fits: (other: EditedField, field: EditedField) => other.kind === field.kind && other !== field,
  },
  {
    setting: 'zone_field',
    label: say('Time zone'),
    help: say('The field with the time zone of this time. Without it, times are in the zone of the site.'),
    fits: (other: EditedField) => other.kind === 'text' && other.format === 'time_zone',
  },
  {
    setting: 'day_field',
    label: say('Whole days'),
    help: say('The yes or no field with which only the day counts.'),
    fits: (other: EditedField) => other.kind === 'boolean',
  },
] as const;

/** Other fields of the type that a date depends on. */
export function OtherFields({ field, siblings, faults, onChange }: FormProps) {
  const shown = others.filter(({ setting }) => hasSetting(field.kind, setting));
  if (shown.length === 0) return null;
  return (
    <div className="field-columns">
      {shown.map(({ setting, label, help, fits }) => (
        <SelectControl
          key={setting}
          {...common}
          label={label}
          help={<Note fault={faults[setting]}>{help}</Note>}
          value={field[setting] ?? ''}
          options={[
            { value: '', label: say('None') },
            ...siblings
              .filter((other) => other.name !== '' && fits(other, field))
              .map((other) => ({ value: other.name, label: other.label || other.name })),
          ]}
          onChange={(next) => onChange({ [setting]: next === '' ? undefined : next })}
        />
      ))}
    </div>
  );
}
