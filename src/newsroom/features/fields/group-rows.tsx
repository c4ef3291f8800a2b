import { Button } from '@wordpress/components';
import { plus, trash } from '@wordpress/icons';
import { useId, useRef } from 'react';
import type { ComponentType } from 'react';
import { flushSync } from 'react-dom';
import { toast } from '../../app/toasts.tsx';
import { say, sayCount } from '../../words.ts';
import { FieldLabel, FieldNote } from './field-parts.tsx';
import type { ControlProps } from './field-parts.tsx';
import { isEmpty, isRow, listOf } from './field-values.ts';
import type { FormField, Row } from './field-values.ts';
import { faultOf } from './field-faults.ts';
import { SortList, moved, useKeys, usePutBack } from './sort-list.tsx';

const maxRows = 200;

/** A row without values, in the server's form: all fields, in the order of their definition. */
const emptyRow = (fields: readonly FormField[]): Row =>
  Object.fromEntries(fields.map((sub) => [sub.name, sub.default ?? null]));

const rowOf = (fields: readonly FormField[], stored: unknown): Row => {
  const row = isRow(stored) ? stored : {};
  return Object.fromEntries(fields.map(({ name }) => [name, row[name] ?? null]));
};

/** The rows of a group. Each is a form of its fields. */
export function GroupRows({
  field,
  value,
  fault,
  postId,
  onChange,
  Control,
}: ControlProps & { readonly Control: ComponentType<ControlProps> }) {
  const { fields = [], max = maxRows } = field;
  const rows = listOf(value);
  const { keys, ...order } = useKeys(rows.length);
  const notes = useId();
  const root = useRef<HTMLFieldSetElement>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const set = (next: readonly unknown[]) => onChange(next.length === 0 ? null : next);
  const putBack = usePutBack({ items: rows, order, set });
  const nameOf = (at: number) => nameOfRow(fields, rows[at], at);
  const add = () => {
    flushSync(() => {
      order.add();
      set([...rows, emptyRow(fields)]);
    });
    const last = root.current?.querySelector(':scope>.sort-list>ol>li:last-child');
    last
      ?.querySelector<HTMLElement>('.group-fields :is(input,textarea,select,button,[contenteditable])')
      ?.focus();
  };
  const remove = (at: number) => {
    order.remove(at);
    set(rows.toSpliced(at, 1));
    addButton.current?.focus();
    toast(say('“%s” removed.', nameOf(at)), { undo: putBack(at, rows[at]) });
  };
  return (
    <fieldset ref={root} className="field-set field-group" aria-describedby={notes}>
      <legend>
        <FieldLabel field={field} />
      </legend>
      <SortList
        label={field.label}
        keys={keys}
        nameOf={nameOf}
        onMove={(from, to) => {
          order.move(from, to);
          set(moved(rows, from, to));
        }}
        renderItem={(at, { handle, buttons }) => (
          <div className="group-row" role="group" aria-label={nameOf(at)}>
            <div className="group-head">
              {handle}
              <strong dir="auto">{nameOf(at)}</strong>
              {buttons}
              <Button
                size="compact"
                icon={trash}
                data-control="handle"
                label={say('Remove “%s”', nameOf(at))}
                onClick={() => remove(at)}
              />
            </div>
            <div className="group-fields">
              {fields.map((sub) => {
                const row = rowOf(fields, rows[at]);
                return (
                  <Control
                    key={sub.name}
                    field={sub}
                    value={row[sub.name]}
                    fault={faultOf(sub, row[sub.name])}
                    postId={postId}
                    onChange={(next) => set(rows.with(at, { ...row, [sub.name]: next }))}
                  />
                );
              })}
            </div>
          </div>
        )}
      />
      <div className="group-end">
        <Button
          ref={addButton}
          variant="secondary"
          icon={plus}
          __next40pxDefaultSize
          disabled={rows.length >= max}
          accessibleWhenDisabled
          onClick={add}
        >
          {say('Add row')}
        </Button>
        <span className="field-help">{sayCount('%d row|%d rows', rows.length)}</span>
      </div>
      <p id={notes} className="field-notes">
        <FieldNote field={field} fault={fault} />
      </p>
    </fieldset>
  );
}

const maxNameLength = 60;

/** The row's first text, or its number. */
function nameOfRow(fields: readonly FormField[], stored: unknown, at: number): string {
  const row = isRow(stored) ? stored : {};
  const texts = new Set(['text', 'textarea', 'number', 'date', 'choice']);
  const first = fields.find(({ name, kind }) => texts.has(kind) && !isEmpty(row[name]));
  const text = first ? String(row[first.name]).trim().slice(0, maxNameLength) : '';
  return text === '' ? say('Row %d', at + 1) : text;
}
