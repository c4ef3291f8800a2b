import {
  CheckboxControl,
  SelectControl,
  TextareaControl,
  TextControl,
  ToggleControl,
} from '@wordpress/components';
import { boot, readTypes } from '../../app/boot.ts';
import { schemaProperties } from '../../../modules/fields/schema-properties.ts';
import { say } from '../../words.ts';
import { ChoicesEditor } from './choices-editor.tsx';
import { Note } from './definition-parts.tsx';
import type { FormProps } from './definition-parts.tsx';
import { FileKinds, Format, OtherFields } from './definition-rules.tsx';
import { FieldControl } from './field-control.tsx';
import { faultOf } from './field-faults.ts';
import { fieldKinds, hasSetting, nameFrom } from './field-kinds.ts';
import type { Setting } from './field-kinds.ts';

const common = { __next40pxDefaultSize: true, __nextHasNoMarginBottom: true } as const;

/** The settings of a field. */
export function DefinitionForm(props: FormProps) {
  const { field, stored, isSub, faults, subs, onChange } = props;
  const has = (setting: Setting) => hasSetting(field.kind, setting);
  return (
    <div className="definition-form">
      <Identity {...props} />
      <TextareaControl
        __nextHasNoMarginBottom
        label={say('Help text')}
        help={<Note fault={faults['help']}>{say('Shown below the field in the editor.')}</Note>}
        rows={2}
        value={field.help}
        onChange={(help) => onChange({ help: help.replaceAll('\n', ' ') })}
      />
      <ToggleControl
        __nextHasNoMarginBottom
        label={say('Required')}
        help={say('Posts can’t be published without a value.')}
        checked={field.required}
        onChange={(required) => onChange({ required })}
      />
      {has('choices') && (
        <ChoicesEditor
          choices={field.choices ?? []}
          stored={new Set(stored?.choices?.map(({ value }) => value))}
          fault={faults['choices']}
          onChange={(choices) => onChange({ choices })}
        />
      )}
      {has('multiple') && (
        <ToggleControl
          __nextHasNoMarginBottom
          label={say('Several values')}
          checked={field.multiple}
          onChange={(multiple) => onChange({ multiple, default: undefined })}
        />
      )}
      <Bounds {...props} />
      {has('unit') && <NumberLook {...props} />}
      <Accepted {...props} />
      {has('format') && <Format {...props} />}
      {has('file_kinds') && <FileKinds {...props} />}
      {!isSub && <OtherFields {...props} />}
      {has('default') && <Default {...props} />}
      {!isSub && has('fields') && (
        <fieldset className="field-set definition-subs">
          <legend className="field-label">{say('Fields of a row')}</legend>
          {subs}
          {faults['fields'] !== undefined && (
            <p className="field-fault" role="alert">
              {faults['fields']}
            </p>
          )}
        </fieldset>
      )}
      {!isSub && <Usage {...props} />}
    </div>
  );
}

/** Label, name and kind. A new field's name follows its label until it is edited. */
function Identity({ field, stored, isSub, faults, onChange }: FormProps) {
  const kinds = isSub ? fieldKinds.filter(({ kind }) => kind !== 'group') : fieldKinds;
  const isFollowing = !stored && (field.name === '' || field.name === nameFrom(field.label));
  return (
    <div className="field-columns">
      <TextControl
        {...common}
        label={say('Label')}
        help={<Note fault={faults['label']} />}
        aria-invalid={'label' in faults}
        value={field.label}
        onChange={(label) => onChange({ label, ...(isFollowing ? { name: nameFrom(label) } : {}) })}
      />
      <TextControl
        {...common}
        label={say('Name')}
        help={
          <Note fault={faults['name']}>
            {say(
              'Values are stored under this name. If you change it, existing values stay under the old one.',
            )}
          </Note>
        }
        aria-invalid={'name' in faults}
        spellCheck={false}
        autoComplete="off"
        dir="ltr"
        value={field.name}
        onChange={(name) => onChange({ name })}
      />
      <SelectControl
        {...common}
        label={say('Kind')}
        help={
          <Note fault={faults['kind']}>
            {stored && stored.kind !== field.kind
              ? say('Values that don’t fit the new kind stay stored, but are not shown.')
              : undefined}
          </Note>
        }
        value={field.kind}
        options={kinds.map(({ kind, label }) => ({ value: kind, label }))}
        onChange={(next) => {
          const kind = fieldKinds.find((one) => one.kind === next)?.kind;
          if (kind) onChange({ kind, default: undefined });
        }}
      />
    </div>
  );
}

/** Messages whose names begin with `prefix`, without it. */
export const below = (
  faults: Readonly<Record<string, string>>,
  prefix: string,
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(faults)
      .filter(([name]) => name.startsWith(prefix))
      .map(([name, message]) => [name.slice(prefix.length), message]),
  );

const boundLabels = {
  number: { min: say('Minimum'), max: say('Maximum') },
  group: { min: say('Minimum of rows'), max: say('Maximum of rows') },
  text: { min: '', max: say('Maximum of characters') },
} as const;

function Bounds({ field, faults, onChange }: FormProps) {
  const { kind } = field;
  const labels = boundLabels[kind === 'number' || kind === 'group' ? kind : 'text'];
  const shown = (
    [
      ['min', labels.min],
      ['max', labels.max],
      ['step', say('Step')],
    ] as const
  ).filter(([setting]) => hasSetting(kind, setting));
  if (shown.length === 0) return null;
  return (
    <div className="field-columns">
      {shown.map(([setting, label]) => (
        <TextControl
          key={setting}
          {...common}
          type="number"
          step="any"
          {...(kind === 'number' && setting !== 'step' ? {} : { min: 0 })}
          label={label}
          help={<Note fault={faults[setting]} />}
          aria-invalid={setting in faults}
          value={field[setting] === undefined ? '' : String(field[setting])}
          onChange={(next) => onChange({ [setting]: next === '' ? undefined : Number(next) })}
        />
      ))}
    </div>
  );
}

/** How readers see a number. */
function NumberLook({ field, faults, onChange }: FormProps) {
  return (
    <>
      <div className="field-columns">
        <TextControl
          {...common}
          label={say('Unit')}
          help={<Note fault={faults['unit']}>{say('Shown after the number, such as km.')}</Note>}
          value={field.unit ?? ''}
          onChange={(unit) => onChange({ unit: unit === '' ? undefined : unit })}
        />
        <TextControl
          {...common}
          label={say('Currency')}
          help={
            <Note fault={faults['currency']}>
              {say('For prices: a code such as EUR, or the name of the text field that has the code.')}
            </Note>
          }
          aria-invalid={'currency' in faults}
          spellCheck={false}
          autoComplete="off"
          dir="ltr"
          value={field.currency ?? ''}
          onChange={(currency) => onChange({ currency: currency === '' ? undefined : currency })}
        />
      </div>
      <ToggleControl
        __nextHasNoMarginBottom
        label={say('Show the maximum')}
        help={<Note fault={faults['show_max']}>{say('For ratings: 9 / 10.')}</Note>}
        checked={field.show_max ?? false}
        onChange={(isOn) => onChange({ show_max: isOn || undefined })}
      />
    </>
  );
}

/** The types or taxonomies that a relation accepts. */
function Accepted({ field, onChange }: FormProps) {
  const setting = field.kind === 'post' ? 'post_types' : field.kind === 'term' ? 'taxonomies' : undefined;
  if (!setting) return null;
  const taxonomies = new Map(
    boot.types.flatMap((type) => type.taxonomies).map(({ name, plural }) => [name, plural]),
  );
  const options =
    setting === 'post_types' ? readTypes.map(({ name, plural }) => [name, plural] as const) : [...taxonomies];
  const chosen = field[setting] ?? [];
  return (
    <fieldset className="field-set">
      <legend className="field-label">
        {setting === 'post_types' ? say('Content types') : say('Taxonomies')}
      </legend>
      {options.map(([name, label]) => (
        <CheckboxControl
          key={name}
          __nextHasNoMarginBottom
          label={label}
          checked={chosen.includes(name)}
          onChange={(isOn) => {
            const next = isOn ? [...chosen, name] : chosen.filter((one) => one !== name);
            onChange({ [setting]: next.length === 0 ? undefined : next });
          }}
        />
      ))}
      <p className="field-help">{say('If none is selected, all are accepted.')}</p>
    </fieldset>
  );
}

function Default({ field, faults, onChange }: FormProps) {
  const initial = {
    ...field,
    name: 'default',
    label: say('Default value'),
    help: say('Value of new posts.'),
    required: false,
  };
  const value = field.default;
  return (
    <FieldControl
      field={initial}
      value={value}
      fault={faults['default'] ?? faultOf(initial, value)}
      postId={0}
      onChange={(next) => onChange({ default: next ?? undefined })}
    />
  );
}

const usages = [
  ['is_column', say('Show as a column in lists')],
  ['is_filter', say('Filter lists by it')],
  ['is_searched', say('Find its text in searches')],
] as const;

function Usage({ field, onChange }: FormProps) {
  const shown = usages.filter(([setting]) => hasSetting(field.kind, setting));
  const hasProperty = hasSetting(field.kind, 'schema_property');
  if (shown.length === 0 && !hasProperty) return null;
  return (
    <fieldset className="field-set">
      <legend className="field-label">{say('Use')}</legend>
      {shown.map(([setting, label]) => (
        <CheckboxControl
          key={setting}
          __nextHasNoMarginBottom
          label={label}
          checked={field[setting] ?? false}
          onChange={(isOn) => onChange({ [setting]: isOn })}
        />
      ))}
      {hasProperty && (
        <SelectControl
          {...common}
          label={say('Structured data')}
          help={say('Property of the article that search engines read the value from.')}
          value={field.schema_property ?? ''}
          options={[
            { value: '', label: say('None') },
            ...schemaProperties.map((property) => ({ value: property, label: property })),
          ]}
          onChange={(next) => onChange({ schema_property: schemaProperties.find((one) => one === next) })}
        />
      )}
    </fieldset>
  );
}
