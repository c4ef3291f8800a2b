import { Button, TextControl } from '@wordpress/components';
import { plus, trash } from '@wordpress/icons';
import { useRef } from 'react';
import { flushSync } from 'react-dom';
import { say } from '../../words.ts';
import { nameFrom } from './field-kinds.ts';
import { SortList, moved, useKeys } from './sort-list.tsx';

interface Choice {
  readonly value: string;
  readonly label: string;
}

const common = { __next40pxDefaultSize: true, __nextHasNoMarginBottom: true } as const;
const maxChoices = 200;

/** The choices of a field. A value follows its label until it is edited or stored. */
export function ChoicesEditor({
  choices,
  stored,
  fault,
  onChange,
}: {
  readonly choices: readonly Choice[];
  /** Values that posts may have. */
  readonly stored: ReadonlySet<string>;
  readonly fault: string | undefined;
  readonly onChange: (choices: Choice[]) => void;
}) {
  const { keys, ...order } = useKeys(choices.length);
  const root = useRef<HTMLFieldSetElement>(null);
  const nameOf = (at: number) => choices[at]?.label || say('Choice %d', at + 1);
  const set = (at: number, changes: Partial<Choice>) =>
    onChange(choices.map((choice, index) => (index === at ? { ...choice, ...changes } : choice)));
  const add = () => {
    flushSync(() => {
      order.add();
      onChange([...choices, { value: '', label: '' }]);
    });
    root.current?.querySelector<HTMLElement>('li:last-child input')?.focus();
  };
  const remove = (at: number) => {
    order.remove(at);
    onChange(choices.toSpliced(at, 1));
    root.current?.querySelector<HTMLElement>('.definition-add')?.focus();
  };
  return (
    <fieldset ref={root} className="field-set">
      <legend className="field-label">{say('Choices')}</legend>
      <SortList
        label={say('Choices')}
        keys={keys}
        nameOf={nameOf}
        onMove={(from, to) => {
          order.move(from, to);
          onChange([...moved(choices, from, to)]);
        }}
        renderItem={(at, { handle, buttons }) => {
          const { value, label } = choices[at] ?? { value: '', label: '' };
          const isFollowing = !stored.has(value) && (value === '' || value === nameFrom(label));
          return (
            <div className="choice-row">
              {handle}
              <div className="field-columns">
                <TextControl
                  {...common}
                  label={say('Label')}
                  maxLength={200}
                  value={label}
                  onChange={(next) =>
                    set(at, { label: next, ...(isFollowing ? { value: nameFrom(next) } : {}) })
                  }
                />
                <TextControl
                  {...common}
                  label={say('Value')}
                  maxLength={100}
                  spellCheck={false}
                  autoComplete="off"
                  value={value}
                  onChange={(next) => set(at, { value: next })}
                />
              </div>
              {buttons}
              <Button
                size="compact"
                icon={trash}
                data-control="handle"
                label={say('Remove “%s”', nameOf(at))}
                onClick={() => remove(at)}
              />
            </div>
          );
        }}
      />
      <Button
        className="definition-add"
        variant="secondary"
        icon={plus}
        __next40pxDefaultSize
        disabled={choices.length >= maxChoices}
        accessibleWhenDisabled
        onClick={add}
      >
        {say('Add choice')}
      </Button>
      {fault !== undefined && (
        <p className="field-fault" role="alert">
          {fault}
        </p>
      )}
    </fieldset>
  );
}
