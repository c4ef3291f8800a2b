import {
  __experimentalNumberControl as NumberControl,
  BaseControl,
  CheckboxControl,
  ColorPalette,
  PanelBody,
  SelectControl,
  TextareaControl,
  TextControl,
  ToggleControl,
} from '@wordpress/components';
import type { AttributeSchema } from '../../blocks/block.ts';
import { readTypes } from '../app/boot.ts';
import { ThingsControl } from './things-control.tsx';
import { say } from '../words.ts';

/** Groups of settings and their titles, in display order; the first one is open. */
const panels = [
  ['Content', say('Content')],
  ['Filter', say('Filter')],
  ['Ajax filter', say('Ajax filter')],
  ['Pagination', say('Pagination')],
  ['Layout', say('Layout')],
  ['Style', say('Style')],
  ['Advanced', say('Advanced')],
] as const;

interface InspectorProps {
  readonly schemas: readonly (readonly [string, AttributeSchema])[];
  readonly values: Readonly<Record<string, unknown>>;
  readonly onChange: (values: Readonly<Record<string, unknown>>) => void;
}

/** Controls for a block's settings, from its schema. A setting at its default is removed from the markup. */
export function SettingsInspector({ schemas, values, onChange }: InspectorProps) {
  const shown = schemas.filter(([, { control, title }]) => control !== undefined && title !== undefined);
  return panels.map(([panel, title]) => {
    const inside = shown.filter(([, { group }]) => group === panel);
    return (
      inside.length > 0 && (
        <PanelBody
          key={panel}
          title={title}
          initialOpen={panel === panels[0][0] || inside.length === shown.length}
        >
          {inside.map(([name, schema]) => (
            <Control
              key={name}
              schema={schema}
              value={values[name] ?? schema.default}
              onChange={(value) => onChange({ [name]: value === schema.default ? undefined : value })}
            />
          ))}
        </PanelBody>
      )
    );
  });
}

interface ControlProps {
  readonly schema: AttributeSchema;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
}

const common = { __next40pxDefaultSize: true, __nextHasNoMarginBottom: true } as const;

function Control({ schema, value, onChange }: ControlProps) {
  const { control, title = '', help, options = [], multiple = false } = schema;
  const words = { label: title, ...(help ? { help } : {}) };
  const text = value === undefined || value === null ? '' : String(value);
  switch (control) {
    case 'toggle':
      return (
        <ToggleControl
          {...words}
          __nextHasNoMarginBottom
          checked={['true', 'yes', '1', 'on'].includes(text)}
          onChange={onChange}
        />
      );
    case 'number': {
      const { minimum, maximum } = schema;
      return (
        <NumberControl
          {...words}
          {...common}
          value={text}
          {...(minimum === undefined ? {} : { min: minimum })}
          {...(maximum === undefined ? {} : { max: maximum })}
          onChange={(next) => onChange(next === undefined || next === '' ? schema.default : Number(next))}
        />
      );
    }
    case 'textarea':
      return (
        <TextareaControl
          {...words}
          __nextHasNoMarginBottom
          value={text}
          maxLength={schema.maxLength}
          onChange={onChange}
        />
      );
    case 'select':
      return <SelectControl {...words} {...common} value={text} options={[...options]} onChange={onChange} />;
    case 'checkboxes':
      return <Checkboxes title={title} help={help} options={options} value={text} onChange={onChange} />;
    case 'color':
      return (
        <BaseControl {...words} id={`color-${title}`} __nextHasNoMarginBottom>
          <ColorPalette value={text} colors={[]} onChange={(next) => onChange(next ?? '')} />
        </BaseControl>
      );
    case 'post-type': {
      const types = readTypes.map(({ name, plural }) => ({ value: name, label: plural }));
      if (multiple)
        return <Checkboxes title={title} help={help} options={types} value={text} onChange={onChange} />;
      return (
        <SelectControl
          {...words}
          {...common}
          value={text}
          options={[{ value: '', label: say('Default') }, ...types]}
          onChange={onChange}
        />
      );
    }
    case 'post':
    case 'term':
    case 'user':
      return (
        <ThingsControl
          schema={{ ...schema, control }}
          title={title}
          help={help}
          value={text}
          onChange={onChange}
        />
      );
    default:
      return (
        <TextControl {...words} {...common} value={text} maxLength={schema.maxLength} onChange={onChange} />
      );
  }
}

interface CheckboxesProps {
  readonly title: string;
  readonly help: string | undefined;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Multiple choice stored as a comma-separated string; unknown values are preserved. */
function Checkboxes({ title, help, options, value, onChange }: CheckboxesProps) {
  const chosen = value
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');
  return (
    <fieldset className="setting-choices">
      <legend>{title}</legend>
      {options.map(({ value: word, label }) => (
        <CheckboxControl
          key={word}
          label={label}
          __nextHasNoMarginBottom
          checked={chosen.includes(word)}
          onChange={(on) =>
            onChange((on ? [...chosen, word] : chosen.filter((one) => one !== word)).join(','))
          }
        />
      ))}
      {help && <p>{help}</p>}
    </fieldset>
  );
}
