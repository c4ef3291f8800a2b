import {
  __experimentalNumberControl as NumberControl,
  BaseControl,
  CheckboxControl,
  ColorPalette,
  SelectControl,
  TextareaControl,
  TextControl,
  ToggleControl,
} from '@wordpress/components';
import { useId, useState } from 'react';
import { Link } from 'react-router';
import { boot, readTypes } from '../../app/boot.ts';
import { appearanceAddress } from '../../app/screens.ts';
import { say } from '../../words.ts';
import { CategoryPicker, ImagePicker, ImageUrlPicker, PagePicker } from './setting-pickers.tsx';
import type { Setting } from './settings-data.ts';

export interface ControlProps {
  readonly setting: Setting;
  readonly value: unknown;
  readonly isDisabled: boolean;
  readonly onChange: (value: unknown) => void;
}

interface FieldProps extends ControlProps {
  readonly label: string;
  readonly help: string;
}

/** The control of a setting, chosen by its definition: `control` if it has one, else its schema. */
export function SettingControl(props: ControlProps) {
  const { setting } = props;
  const field = { ...props, label: setting.title, help: setting.help };
  switch (setting.control) {
    case 'page':
      return <PagePicker {...field} value={Number(props.value)} />;
    case 'category':
      return <CategoryPicker {...field} value={Number(props.value)} />;
    case 'image':
      return <ImagePicker {...field} value={Number(props.value)} />;
    case 'image-url':
      return <ImageUrlPicker {...field} value={String(props.value ?? '')} />;
    case 'role':
      return <Choice {...field} options={boot.roles.map(({ name, label }) => ({ value: name, label }))} />;
    case 'roles':
      return <Choices {...field} options={boot.roles.map(({ name, label }) => ({ value: name, label }))} />;
    case 'types':
      return (
        <Choices {...field} options={readTypes.map(({ name, plural }) => ({ value: name, label: plural }))} />
      );
    case 'timezone':
      return <Suggestions {...field} options={timeZones()} />;
    case 'language':
      return (
        <Suggestions {...field} options={boot.site.locales.map((locale) => locale.replaceAll('_', '-'))} />
      );
    case 'code':
      return <LongText {...field} isCode />;
    case 'look':
      return <LookNote {...field} />;
    default:
      return <BySchema {...field} />;
  }
}

function BySchema(field: FieldProps) {
  const { setting, label, help, value, isDisabled, onChange } = field;
  const { schema, secret } = setting;
  const { type, items, maxLength = 0 } = schema;
  if (secret) return <Secret {...field} />;
  if (type === 'boolean')
    return (
      <ToggleControl
        __nextHasNoMarginBottom
        label={label}
        help={help}
        checked={value === true}
        disabled={isDisabled}
        onChange={onChange}
      />
    );
  if (schema.enum) return <Choice {...field} options={optionsOf(schema.enum, schema.labels)} />;
  if (type === 'integer' || type === 'number') return <Numeric {...field} />;
  if (type === 'array' && items?.enum)
    return <Choices {...field} options={optionsOf(items.enum, items.labels)} />;
  if (type === 'array') return <Lines {...field} />;
  if (isColor(schema)) return <Color {...field} />;
  if (schema.format === 'local-time')
    return (
      <TextControl
        __next40pxDefaultSize
        __nextHasNoMarginBottom
        type="datetime-local"
        label={label}
        help={help}
        value={String(value ?? '')}
        disabled={isDisabled}
        onChange={(next) => onChange(next.slice(0, 16))}
      />
    );
  if (schema.isMultiline) return <LongText {...field} />;
  return (
    <TextControl
      __next40pxDefaultSize
      __nextHasNoMarginBottom
      label={label}
      help={help}
      dir="auto"
      value={String(value ?? '')}
      disabled={isDisabled}
      {...(maxLength > 0 ? { maxLength } : {})}
      onChange={onChange}
    />
  );
}

const isColor = ({ format, anyOf = [] }: Setting['schema']): boolean =>
  format === 'color' || anyOf.some((one) => one.format === 'color');

const optionsOf = (values: readonly string[], labels: Readonly<Record<string, string>> = {}) =>
  values.map((value) => ({ value, label: labels[value] ?? value }));

type Options = readonly { readonly value: string; readonly label: string }[];

function Choice({
  label,
  help,
  value,
  options,
  isDisabled,
  onChange,
}: FieldProps & { readonly options: Options }) {
  const current = String(value ?? '');
  const isListed = options.some((option) => option.value === current);
  return (
    <SelectControl
      __next40pxDefaultSize
      __nextHasNoMarginBottom
      label={label}
      help={help}
      value={current}
      options={[...(isListed ? [] : [{ value: current, label: current }]), ...options]}
      disabled={isDisabled}
      onChange={onChange}
    />
  );
}

const textsIn = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : []);

/** Several options. Values without an option are preserved. */
function Choices({
  label,
  help,
  value,
  options,
  isDisabled,
  onChange,
}: FieldProps & { readonly options: Options }) {
  const chosen = textsIn(value);
  const toggle = (option: string, isOn: boolean) =>
    onChange(isOn ? [...chosen, option] : chosen.filter((one) => one !== option));
  return (
    <fieldset className="setting-choices" disabled={isDisabled}>
      <legend>{label}</legend>
      {options.map((option) => (
        <CheckboxControl
          key={option.value}
          __nextHasNoMarginBottom
          label={option.label}
          checked={chosen.includes(option.value)}
          disabled={isDisabled}
          onChange={(isOn) => toggle(option.value, isOn)}
        />
      ))}
      <p className="setting-help">{help}</p>
    </fieldset>
  );
}

/**
 * Sends the raw input: an empty field is no number yet, and the server explains the expected value. Without bounds, since
 * the component would replace numbers beyond them without a word.
 */
function Numeric({ setting: { schema }, label, help, value, isDisabled, onChange }: FieldProps) {
  return (
    <NumberControl
      __next40pxDefaultSize
      label={label}
      help={help}
      value={String(value ?? '')}
      disabled={isDisabled}
      step={schema.type === 'integer' ? 1 : 'any'}
      onChange={(next) => onChange(next === undefined || next === '' ? '' : Number(next))}
    />
  );
}

function LongText({
  setting: { schema },
  label,
  help,
  value,
  isDisabled,
  isCode = false,
  onChange,
}: FieldProps & { readonly isCode?: boolean }) {
  return (
    <TextareaControl
      __nextHasNoMarginBottom
      className={isCode ? 'setting-code' : ''}
      label={label}
      help={help}
      rows={isCode ? 8 : 4}
      value={String(value ?? '')}
      disabled={isDisabled}
      spellCheck={!isCode}
      dir={isCode ? 'ltr' : 'auto'}
      maxLength={schema.maxLength}
      onChange={onChange}
    />
  );
}

/** A list with an entry per line. The text keeps empty lines while it is edited. */
function Lines({ label, help, value, isDisabled, onChange }: FieldProps) {
  const entries = textsIn(value);
  const [typed, setTyped] = useState(entries.join('\n'));
  const linesIn = (text: string) =>
    text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '');
  const isCurrent = linesIn(typed).join('\n') === entries.join('\n');
  return (
    <TextareaControl
      __nextHasNoMarginBottom
      label={label}
      help={say('%s One per line.', help)}
      rows={Math.min(8, Math.max(2, entries.length + 1))}
      value={isCurrent ? typed : entries.join('\n')}
      disabled={isDisabled}
      dir="auto"
      onChange={(text) => {
        setTyped(text);
        onChange(linesIn(text));
      }}
    />
  );
}

function Color({ label, help, value, isDisabled, onChange }: FieldProps) {
  const id = useId();
  const current = String(value ?? '');
  return (
    <BaseControl id={id} __nextHasNoMarginBottom help={help}>
      <fieldset className="setting-color" disabled={isDisabled}>
        <legend>{label}</legend>
        <ColorPalette
          value={current}
          colors={[]}
          clearable={false}
          onChange={(next) => onChange(next ?? '')}
        />
      </fieldset>
    </BaseControl>
  );
}

/** The server only says whether a secret is set. An empty field changes nothing. */
function Secret({ setting, label, help, value, isDisabled, onChange }: FieldProps) {
  const isTyped = typeof value === 'string';
  return (
    <TextControl
      __next40pxDefaultSize
      __nextHasNoMarginBottom
      type="password"
      autoComplete="off"
      label={label}
      help={help}
      placeholder={value === true ? say('A value is stored. Enter a new one to replace it.') : ''}
      value={isTyped ? value : ''}
      disabled={isDisabled}
      onChange={(text) => onChange(text === '' ? setting.value : text)}
    />
  );
}

function Suggestions({
  label,
  help,
  value,
  options,
  isDisabled,
  onChange,
}: FieldProps & { readonly options: readonly string[] }) {
  const id = useId();
  return (
    <>
      <TextControl
        __next40pxDefaultSize
        __nextHasNoMarginBottom
        label={label}
        help={help}
        dir="ltr"
        list={id}
        value={String(value ?? '')}
        disabled={isDisabled}
        onChange={onChange}
      />
      <datalist id={id}>
        {options.map((option) => (
          <option key={option} value={option} />
        ))}
      </datalist>
    </>
  );
}

const timeZones = (): readonly string[] => ['UTC', ...Intl.supportedValuesOf('timeZone')];

/** The look has too many parts for one control. */
function LookNote({ label, help }: FieldProps) {
  return (
    <div className="setting-note">
      <p className="setting-label">{label}</p>
      <p className="setting-help">{help}</p>
      <Link to={appearanceAddress}>{say('Edit in Appearance')}</Link>
    </div>
  );
}
