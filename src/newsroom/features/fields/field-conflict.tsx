import type { ComponentProps } from 'react';
import { ConflictModal } from '../../app/conflict-modal.tsx';
import { say } from '../../words.ts';
import { kindLabel, sentField } from './field-kinds.ts';
import type { EditedField } from './field-kinds.ts';

/** Both versions of a type's fields, for the user to choose from. */
export function FieldConflict({
  mine,
  theirs,
  ...answers
}: Pick<ComponentProps<typeof ConflictModal>, 'isBusy' | 'onTheirs' | 'onMine' | 'onClose'> & {
  readonly mine: readonly EditedField[];
  readonly theirs: readonly EditedField[];
}) {
  return (
    <ConflictModal title={say('Another user saved these fields')} {...answers}>
      <div className="fields-sides">
        <Side title={say('Your version')} fields={mine} others={theirs} />
        <Side title={say('Their version')} fields={theirs} others={mine} />
      </div>
    </ConflictModal>
  );
}

const lineOf = (field: EditedField) => JSON.stringify(Object.entries(sentField(field)).toSorted());

function Side({
  title,
  fields,
  others,
}: {
  readonly title: string;
  readonly fields: readonly EditedField[];
  readonly others: readonly EditedField[];
}) {
  const same = new Set(others.map(lineOf));
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      {fields.length === 0 && <p className="empty">{say('No fields')}</p>}
      <ol role="list">
        {fields.map((field, at) => {
          const text = say('%1$s (%2$s)', field.label || field.name, kindLabel(field.kind));
          return (
            <li key={`${at} ${field.name}`}>
              {same.has(lineOf(field)) ? <bdi>{text}</bdi> : <mark dir="auto">{text}</mark>}
            </li>
          );
        })}
      </ol>
    </section>
  );
}
