import {
  BaseControl,
  CheckboxControl,
  RadioControl,
  SelectControl,
  TextareaControl,
  TextControl,
  ToggleControl,
} from '@wordpress/components';
import { useId } from 'react';
import type { ReactNode } from 'react';
import { boot } from '../../app/boot.ts';
import { ThingsControl } from '../../editor/things-control.tsx';
import { say } from '../../words.ts';
import { idsOf, isEmpty, isRow, listOf } from './field-values.ts';
import type { Row } from './field-values.ts';
import { FieldLabel, FieldNote } from './field-parts.tsx';
import type { ControlProps } from './field-parts.tsx';
import { GroupRows } from './group-rows.tsx';
import { FilesControl } from './files-control.tsx';
import { RichText } from './rich-text.tsx';

const common = { __next40pxDefaultSize: true, __nextHasNoMarginBottom: true } as const;
/** With more choices, a menu takes less room. */
const maxRadios = 5;

/** A field's control, with its label, help and fault. */
export function FieldControl(props: ControlProps) {
  const { field, fault } = props;
  return (
    <div className="field" data-field={field.name} data-kind={field.kind} data-fault={fault !== undefined}>
      <ByKind {...props} />
    </div>
  );
}

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

function ByKind(props: ControlProps) {
  const { field, value, fault, onChange } = props;
  const words = {
    label: <FieldLabel field={field} />,
    help: <FieldNote field={field} fault={fault} />,
    'aria-invalid': fault !== undefined,
    'aria-required': field.required,
  };
  const text = { value: textOf(value), onChange: (next: string) => onChange(next === '' ? null : next) };
  switch (field.kind) {
    case 'text':
      return field.format === 'time_zone' ? (
        <TimeZone {...props} />
      ) : (
        <TextControl {...words} {...common} {...text} lang={boot.site.language} />
      );
    case 'textarea':
      return (
        <TextareaControl {...words} __nextHasNoMarginBottom rows={4} {...text} lang={boot.site.language} />
      );
    case 'rich_text':
      return <RichText {...props} />;
    case 'number':
      return (
        <TextControl
          {...words}
          {...common}
          type="number"
          inputMode="decimal"
          min={field.min}
          max={field.max}
          step={field.step ?? 'any'}
          value={textOf(value)}
          onChange={(next) => onChange(next === '' ? null : Number(next))}
        />
      );
    case 'date':
      return <TextControl {...words} {...common} type="date" max="9999-12-31" {...text} />;
    case 'date_time':
      return (
        <TextControl
          {...words}
          help={
            <FieldNote field={field} fault={fault}>
              <span className="field-help">
                {say('Time zone: %s', props.zone ?? (boot.site.timezone || 'UTC'))}
              </span>
            </FieldNote>
          }
          {...common}
          type="datetime-local"
          max="9999-12-31T23:59"
          value={textOf(value).slice(0, 16)}
          onChange={(next) => onChange(next === '' ? null : next.length === 16 ? `${next}:00` : next)}
        />
      );
    case 'choice':
      return <Choice {...props} />;
    case 'boolean':
      return (
        <ToggleControl
          label={words.label}
          help={words.help}
          __nextHasNoMarginBottom
          checked={value === true}
          onChange={onChange}
        />
      );
    case 'image':
    case 'file':
    case 'gallery':
      return <FilesControl {...props} />;
    case 'link':
      return <LinkControl {...props} />;
    case 'colour':
      return <Colour {...props} />;
    case 'place':
      return <Place {...props} />;
    case 'post':
    case 'term':
    case 'user':
      return <Relation {...props} />;
    case 'group':
      return <GroupRows {...props} Control={FieldControl} />;
  }
}

/** A text with the names of time zones as suggestions. */
function TimeZone({ field, value, fault, onChange }: ControlProps) {
  const id = useId();
  return (
    <>
      <TextControl
        {...common}
        label={<FieldLabel field={field} />}
        help={<FieldNote field={field} fault={fault} />}
        aria-invalid={fault !== undefined}
        aria-required={field.required}
        list={id}
        dir="ltr"
        spellCheck={false}
        autoComplete="off"
        value={textOf(value)}
        onChange={(next) => onChange(next === '' ? null : next)}
      />
      <datalist id={id}>
        {Intl.supportedValuesOf('timeZone').map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
    </>
  );
}

function Fieldset({ field, fault, children }: ControlProps & { readonly children: ReactNode }) {
  const id = useId();
  return (
    <fieldset className="field-set" aria-describedby={id}>
      <legend>
        <FieldLabel field={field} />
      </legend>
      {children}
      <p id={id} className="field-notes">
        <FieldNote field={field} fault={fault} />
      </p>
    </fieldset>
  );
}

function Choice(props: ControlProps) {
  const { field, value, fault, onChange } = props;
  const choices = (field.choices ?? []).map((choice) => ({ value: choice.value, label: choice.label }));
  const chosen = listOf(value).map(String);
  // Choices that were removed from the definition stay selected until the user changes them.
  const options = [
    ...choices,
    ...chosen
      .filter((one) => !choices.some((choice) => choice.value === one))
      .map((one) => ({ value: one, label: say('%s (not on this site)', one) })),
  ];
  if (field.multiple) {
    const turn = (one: string, isOn: boolean) => {
      const next = options
        .map((option) => option.value)
        .filter((option) => (option === one ? isOn : chosen.includes(option)));
      onChange(next.length === 0 ? null : next);
    };
    return (
      <Fieldset {...props}>
        {options.map((option) => (
          <CheckboxControl
            key={option.value}
            label={option.label}
            __nextHasNoMarginBottom
            checked={chosen.includes(option.value)}
            onChange={(isOn) => turn(option.value, isOn)}
          />
        ))}
      </Fieldset>
    );
  }
  const withNone = [{ value: '', label: say('None') }, ...options];
  const change = (next: string) => onChange(next === '' ? null : next);
  if (options.length <= maxRadios)
    return (
      <RadioControl
        label={field.required ? say('%s (required)', field.label) : field.label}
        help={<FieldNote field={field} fault={fault} />}
        selected={chosen[0] ?? ''}
        options={withNone}
        onChange={change}
      />
    );
  return (
    <SelectControl
      label={<FieldLabel field={field} />}
      help={<FieldNote field={field} fault={fault} />}
      {...common}
      aria-invalid={fault !== undefined}
      aria-required={field.required}
      value={chosen[0] ?? ''}
      options={withNone}
      onChange={change}
    />
  );
}

function LinkControl(props: ControlProps) {
  const { value, onChange } = props;
  const link: Row = isRow(value) ? value : {};
  const change = (changes: Row) => {
    // The order of the server, so that an unchanged value stays equal.
    const next = {
      url: textOf(link['url']),
      title: textOf(link['title']),
      target: link['target'] ?? '',
      ...changes,
    };
    onChange(next.url === '' && next.title === '' ? null : next);
  };
  return (
    <Fieldset {...props}>
      <div className="field-columns">
        <TextControl
          {...common}
          label={say('URL')}
          type="url"
          dir="ltr"
          maxLength={2000}
          value={textOf(link['url'])}
          onChange={(url) => change({ url: url.trim() })}
        />
        <TextControl
          {...common}
          label={say('Link text')}
          maxLength={500}
          lang={boot.site.language}
          value={textOf(link['title'])}
          onChange={(title) => change({ title })}
        />
      </div>
      <CheckboxControl
        label={say('Open in a new tab')}
        __nextHasNoMarginBottom
        checked={link['target'] === '_blank'}
        disabled={isEmpty(value)}
        onChange={(isOn) => change({ target: isOn ? '_blank' : '' })}
      />
    </Fieldset>
  );
}

const isHex = (text: string) => /^#[0-9a-f]{6}$/i.test(text);

function Colour({ field, value, fault, onChange }: ControlProps) {
  const id = useId();
  const text = textOf(value);
  return (
    <BaseControl
      id={id}
      label={<FieldLabel field={field} />}
      help={<FieldNote field={field} fault={fault} />}
      __nextHasNoMarginBottom
    >
      <div className="field-colour">
        <input
          type="color"
          aria-label={say('Pick: %s', field.label)}
          value={isHex(text) ? text.toLowerCase() : '#000000'}
          onChange={(event) => onChange(event.target.value)}
        />
        <input
          id={id}
          className="components-text-control__input"
          type="text"
          dir="ltr"
          spellCheck={false}
          autoComplete="off"
          maxLength={7}
          placeholder="#0b5cff"
          aria-describedby={`${id}__help`}
          aria-invalid={fault !== undefined}
          aria-required={field.required}
          value={text}
          onChange={(event) => onChange(event.target.value.trim() === '' ? null : event.target.value.trim())}
        />
      </div>
    </BaseControl>
  );
}

function Place(props: ControlProps) {
  const { value, onChange } = props;
  const place: Row = isRow(value) ? value : {};
  const change = (changes: Row) => {
    const next = {
      lat: place['lat'] ?? null,
      lng: place['lng'] ?? null,
      label: textOf(place['label']),
      ...changes,
    };
    onChange(next.lat === null && next.lng === null && next.label === '' ? null : next);
  };
  const degrees = (name: 'lat' | 'lng', label: string, most: number) => (
    <TextControl
      {...common}
      label={label}
      type="number"
      inputMode="decimal"
      step="any"
      min={-most}
      max={most}
      value={textOf(place[name])}
      onChange={(next) => change({ [name]: next === '' ? null : Number(next) })}
    />
  );
  return (
    <Fieldset {...props}>
      <TextControl
        {...common}
        label={say('Name or address')}
        maxLength={500}
        lang={boot.site.language}
        value={textOf(place['label'])}
        onChange={(label) => change({ label })}
      />
      <div className="field-columns">
        {degrees('lat', say('Latitude'), 90)}
        {degrees('lng', say('Longitude'), 180)}
      </div>
    </Fieldset>
  );
}

function Relation({ field, value, fault, onChange }: ControlProps) {
  const { kind, multiple, label, help } = field;
  if (kind !== 'post' && kind !== 'term' && kind !== 'user') return null;
  return (
    <>
      <ThingsControl
        schema={{
          control: kind,
          multiple,
          ...(field.post_types ? { postTypes: field.post_types } : {}),
          ...(field.taxonomies ? { taxonomies: field.taxonomies } : {}),
        }}
        title={field.required ? say('%s (required)', label) : label}
        help={help}
        value={idsOf(value).join()}
        onChange={(next) => {
          const ids = String(next)
            .split(',')
            .map(Number)
            .filter((id) => Number.isSafeInteger(id) && id > 0);
          onChange(ids.length === 0 ? null : multiple ? ids : ids[0]);
        }}
      />
      {fault !== undefined && (
        <p className="field-notes">
          <span className="field-fault" role="alert">
            {fault}
          </span>
        </p>
      )}
    </>
  );
}
