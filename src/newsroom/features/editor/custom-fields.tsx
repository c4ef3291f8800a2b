import { Button, PanelBody, TextareaControl, TextControl } from '@wordpress/components';
import { trash } from '@wordpress/icons';
import { useState } from 'react';
import type { TextDetails } from '../../app/rest-types.ts';
import type { Draft } from '../../editor/draft.ts';
import { say } from '../../words.ts';

const common = { __next40pxDefaultSize: true, __nextHasNoMarginBottom: true } as const;

type CustomField = TextDetails['custom_fields'][number];

/** Validates a name as the server does; undefined if it is valid. */
function faultOf(name: string): string | undefined {
  if (name.trim().startsWith('_')) return say('Names starting with _ are reserved.');
  return name.trim().length > 255 ? say('Names can have at most 255 characters.') : undefined;
}

/** Custom fields by imports and users, stored with the text. */
export function CustomFieldsPanel({ draft }: { readonly draft: Draft }) {
  const [added, setAdded] = useState<CustomField>({ name: '', value: '' });
  const fields = (draft.value('broadsheet.custom_fields') ?? []) as readonly CustomField[];
  const set = (next: readonly CustomField[]) => draft.edit({ 'broadsheet.custom_fields': [...next] });
  const fault = faultOf(added.name);
  const add = () => {
    set([...fields, { name: added.name.trim(), value: added.value }]);
    setAdded({ name: '', value: '' });
  };
  return (
    <PanelBody title={say('Custom fields')} initialOpen={false}>
      {fields.map(({ name, value }, index) => (
        <div key={`${index} ${name}`} className="custom-field">
          <TextareaControl
            label={name}
            rows={Math.min(6, value.split('\n').length)}
            __nextHasNoMarginBottom
            value={value}
            onChange={(next) =>
              set(fields.map((field, at) => (at === index ? { name, value: next } : field)))
            }
          />
          <Button
            icon={trash}
            label={say('Delete “%s”', name)}
            onClick={() => set(fields.filter((_, at) => at !== index))}
          />
        </div>
      ))}
      {fields.length === 0 && (
        <p className="empty">{say('No custom fields yet. Blocks and applications can read them.')}</p>
      )}
      <TextControl
        label={say('New field name')}
        {...common}
        spellCheck={false}
        autoComplete="off"
        value={added.name}
        help={fault}
        onChange={(name) => setAdded({ ...added, name })}
      />
      <TextareaControl
        label={say('Value')}
        rows={2}
        __nextHasNoMarginBottom
        value={added.value}
        onChange={(value) => setAdded({ ...added, value })}
      />
      <Button
        variant="secondary"
        __next40pxDefaultSize
        disabled={added.name.trim() === '' || fault !== undefined}
        accessibleWhenDisabled
        onClick={add}
      >
        {say('Add field')}
      </Button>
    </PanelBody>
  );
}
