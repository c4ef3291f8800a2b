import { say, sayCount } from '../../words.ts';
import { kindLabel } from '../fields/field-kinds.ts';
import type { GuessedField, WaitingExport } from './import-data.ts';
import { kindName } from './import-names.ts';

interface FieldChange {
  readonly kind?: GuessedField['kind'];
  readonly isLeft?: boolean;
}
/** By `keyOf`. */
export type FieldChanges = ReadonlyMap<string, FieldChange>;

const keyOf = ({ type, name }: Pick<GuessedField, 'type' | 'name'>): string => JSON.stringify([type, name]);

/** The fields of all files; parts of an export have the same ones. */
export function fieldsOfFiles(files: readonly WaitingExport[]): readonly GuessedField[] {
  const fields = new Map<string, GuessedField>();
  for (const field of files.flatMap(({ contents }) => contents?.fields ?? [])) {
    const known = fields.get(keyOf(field));
    fields.set(keyOf(field), known ? { ...known, items: known.items + field.items } : field);
  }
  return [...fields.values()];
}

/** The fields to import, with their kinds; undefined without any to choose from. */
export const chosenOf = (fields: readonly GuessedField[], changes: FieldChanges) =>
  fields.length === 0
    ? undefined
    : fields.flatMap(({ type, name, kind }) => {
        const change = changes.get(keyOf({ type, name }));
        return change?.isLeft ? [] : [{ type, name, kind: change?.kind ?? kind }];
      });

/** Fields of a field plugin, by post type: which of them become fields here, and of which kind. */
export function FieldChoices({
  fields,
  missingTypes,
  changes,
  onChange,
}: {
  readonly fields: readonly GuessedField[];
  readonly missingTypes: readonly string[];
  readonly changes: FieldChanges;
  readonly onChange: (changes: FieldChanges) => void;
}) {
  const change = (field: GuessedField, next: FieldChange) =>
    onChange(new Map([...changes, [keyOf(field), { ...changes.get(keyOf(field)), ...next }]]));
  return (
    <article className="import-card" aria-labelledby="import-fields">
      <header>
        <h3 id="import-fields">{say('Custom fields')}</h3>
        <p>
          {say(
            'The export has values of the plugin Advanced Custom Fields. Values that you do not import as fields stay stored, and texts among them are shown below the text.',
          )}
        </p>
      </header>
      {[...Map.groupBy(fields, ({ type }) => type)].map(([type, some]) => (
        <section key={type} className="import-fields" aria-label={kindName(`item ${type}`)}>
          <h4>
            <bdi>{kindName(`item ${type}`)}</bdi>
          </h4>
          {missingTypes.includes(type) && (
            <p>{say('This site has no such post type. It is created when you import a field of it.')}</p>
          )}
          <ul>
            {some.map((field) => (
              <FieldRow
                key={field.name}
                field={field}
                change={changes.get(keyOf(field))}
                onChange={(next) => change(field, next)}
              />
            ))}
          </ul>
        </section>
      ))}
    </article>
  );
}

function FieldRow({
  field: { label, name, kind, kinds, items, example, fields },
  change,
  onChange,
}: {
  readonly field: GuessedField;
  readonly change: FieldChange | undefined;
  readonly onChange: (change: FieldChange) => void;
}) {
  const isLeft = change?.isLeft ?? false;
  return (
    <li>
      <label className="import-field-name">
        <input
          type="checkbox"
          checked={!isLeft}
          onChange={({ target }) => onChange({ isLeft: !target.checked })}
        />
        <span>
          <bdi>{label}</bdi>{' '}
          <small>
            <bdi>{name}</bdi>
          </small>
        </span>
      </label>
      <select
        aria-label={say('Kind of the field %s', label)}
        value={change?.kind ?? kind}
        disabled={isLeft || kinds.length < 2}
        onChange={({ target }) => onChange({ kind: kinds.find((one) => one === target.value) ?? kind })}
      >
        {kinds.map((one) => (
          <option key={one} value={one}>
            {kindLabel(one)}
          </option>
        ))}
      </select>
      <small className="import-field-example">
        {sayCount('%d item|%d items', items)}
        {example !== '' && (
          <>
            {' · '}
            <bdi dir="auto">{example}</bdi>
          </>
        )}
        {fields.length > 0 && (
          <>
            {' · '}
            <bdi>{fields.map((sub) => sub.label).join(', ')}</bdi>
          </>
        )}
      </small>
    </li>
  );
}
