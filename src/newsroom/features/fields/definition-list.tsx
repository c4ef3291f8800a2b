import { Button } from '@wordpress/components';
import { chevronDown, chevronUp, plus, trash } from '@wordpress/icons';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { toast } from '../../app/toasts.tsx';
import { say } from '../../words.ts';
import { below, DefinitionForm } from './definition-form.tsx';
import type { FormProps } from './definition-parts.tsx';
import type { FieldDefinition } from './field-values.ts';
import { kindLabel, newField } from './field-kinds.ts';
import type { EditedField } from './field-kinds.ts';
import { SortList, moved, useKeys, usePutBack } from './sort-list.tsx';
import type { Moves } from './sort-list.tsx';

const maxFields = { whole: 100, sub: 30 } as const;

interface ListProps {
  readonly fields: readonly EditedField[];
  readonly stored: readonly EditedField[];
  readonly isSub?: boolean;
  /** By `2.name`. */
  readonly faults: Readonly<Record<string, string>>;
  readonly onChange: (fields: readonly EditedField[]) => void;
}

/** Fields of a type or of a group; each opens the form of its settings. */
export function DefinitionList({ fields, stored, isSub = false, faults, onChange }: ListProps) {
  const { keys, ...order } = useKeys(fields.length);
  const [openKey, setOpenKey] = useState<string>();
  const putBack = usePutBack({ items: fields, order, set: onChange });
  const root = useRef<HTMLDivElement>(null);
  const nameOf = (at: number) => fields[at]?.label || say('Field %d', at + 1);
  const faultyKeys = keys.filter((_, at) => Object.keys(below(faults, `${at}.`)).length > 0);
  useEffect(() => {
    // The first field to correct opens by itself.
    const [first] = faultyKeys;
    if (first !== undefined)
      setOpenKey((open) => (open !== undefined && faultyKeys.includes(open) ? open : first));
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only when other fields become faulty
  }, [faultyKeys.join()]);
  const add = () => {
    flushSync(() => {
      setOpenKey(order.add());
      onChange([...fields, newField()]);
    });
    root.current
      ?.querySelector<HTMLElement>(':scope>.sort-list>ol>li:last-child .definition-form input')
      ?.focus();
  };
  const remove = (at: number) => {
    const name = nameOf(at);
    const field = fields[at];
    order.remove(at);
    onChange(fields.toSpliced(at, 1));
    root.current?.querySelector<HTMLElement>(':scope>.definition-add')?.focus();
    if (field && (field.label !== '' || field.name !== ''))
      toast(say('“%s” removed.', name), { undo: putBack(at, field) });
  };
  return (
    <div ref={root} className="definitions">
      <SortList
        label={say('Fields')}
        keys={keys}
        nameOf={nameOf}
        onMove={(from, to) => {
          order.move(from, to);
          onChange(moved(fields, from, to));
        }}
        renderItem={(at, moves) => {
          const field = fields[at] ?? newField();
          const key = keys[at];
          return (
            <Definition
              name={nameOf(at)}
              field={field}
              stored={stored.find(({ name }) => name === field.name)}
              isSub={isSub}
              siblings={fields}
              isOpen={key === openKey}
              faults={below(faults, `${at}.`)}
              moves={moves}
              onToggle={() => setOpenKey(key === openKey ? undefined : key)}
              onRemove={() => remove(at)}
              onChange={(changes) => onChange(fields.with(at, { ...field, ...changes }))}
            />
          );
        }}
      />
      <Button
        className="definition-add"
        variant="secondary"
        icon={plus}
        __next40pxDefaultSize
        disabled={fields.length >= (isSub ? maxFields.sub : maxFields.whole)}
        accessibleWhenDisabled
        onClick={add}
      >
        {say('Add field')}
      </Button>
    </div>
  );
}

interface DefinitionProps extends Omit<FormProps, 'subs'> {
  readonly name: string;
  readonly isOpen: boolean;
  readonly moves: Moves;
  readonly onToggle: () => void;
  readonly onRemove: () => void;
}

function Definition({ name, isOpen, moves, onToggle, onRemove, ...form }: DefinitionProps) {
  const { field, stored, faults, onChange } = form;
  return (
    <div className="definition" data-open={isOpen} data-fault={Object.keys(faults).length > 0}>
      <div className="definition-head">
        {moves.handle}
        <button
          type="button"
          className="definition-name"
          data-control="handle"
          aria-expanded={isOpen}
          aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
          onClick={onToggle}
        >
          <bdi>{name}</bdi>
          {field.required && <span className="field-required">*</span>}
          <code dir="ltr">{field.name}</code>
          <span className="definition-facts">{factsOf(field).join(' · ')}</span>
        </button>
        {moves.buttons}
        <Button size="compact" icon={trash} label={say('Remove “%s”', name)} onClick={onRemove} />
        <Button
          size="compact"
          icon={isOpen ? chevronUp : chevronDown}
          label={isOpen ? say('Close “%s”', name) : say('Edit “%s”', name)}
          onClick={onToggle}
        />
      </div>
      {isOpen && (
        <DefinitionForm
          {...form}
          subs={
            <DefinitionList
              isSub
              fields={field.fields ?? []}
              stored={stored?.fields ?? []}
              faults={below(faults, 'fields.')}
              onChange={(fields) => onChange({ fields: fields as FieldDefinition['fields'] })}
            />
          }
        />
      )}
    </div>
  );
}

const factsOf = (field: EditedField): readonly string[] => [
  kindLabel(field.kind),
  ...(field.is_column ? [say('Column')] : []),
  ...(field.is_filter ? [say('Filter')] : []),
  ...(field.is_searched ? [say('Search')] : []),
];
