import './fields.css';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { SelectControl } from '@wordpress/components';
import { useState } from 'react';
import type { FormEvent } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { boot, may } from '../../app/boot.ts';
import { noteFields } from '../../app/field-types.ts';
import { CancelButton, SubmitButton, useSending } from '../../app/form-modal.tsx';
import { Problem } from '../../app/problem.tsx';
import type { FieldsSent } from '../../app/rest-types.ts';
import { rest } from '../../app/rest.ts';
import { AccessDenied, ScreenHead, Skeleton } from '../../app/screen-head.tsx';
import { customFieldsAddress, settingsAddress } from '../../app/screens.ts';
import { toast } from '../../app/toasts.tsx';
import { useUnsaved } from '../../app/unsaved.tsx';
import { say, sayCount } from '../../words.ts';
import { DefinitionList } from './definition-list.tsx';
import { FieldConflict } from './field-conflict.tsx';
import { fieldsAddress, fieldSet, fieldsKey } from './field-data.ts';
import type { FieldSet } from './field-data.ts';
import { definitionFaults, editedField, sentField } from './field-kinds.ts';
import type { EditedField } from './field-kinds.ts';

/** `options-fields.php`: the custom fields of the post type `type`. */
export function FieldsScreen() {
  if (!may('manage_options'))
    return <AccessDenied>{say('Changing fields requires the capability “manage_options”.')}</AccessDenied>;
  return <Fields />;
}

function Fields() {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const type = query.get('type') ?? boot.site.articleType;
  const { data, error } = useQuery({
    ...fieldSet(type),
    refetchInterval: ({ state }) => (isIndexing(state.data) ? indexPollMs : false),
  });
  const isKnown = boot.types.some(({ name }) => name === type);
  return (
    <>
      <ScreenHead title={say('Fields')}>
        <div className="fields-type">
          <SelectControl
            __next40pxDefaultSize
            __nextHasNoMarginBottom
            label={say('Content type')}
            hideLabelFromVision
            value={type}
            options={[
              ...(isKnown ? [] : [{ value: type, label: type }]),
              ...boot.types.map(({ name, plural }) => ({ value: name, label: plural })),
            ]}
            onChange={(next) => void navigate(`${customFieldsAddress}?type=${encodeURIComponent(next)}`)}
          />
        </div>
      </ScreenHead>
      <p className="fields-lead">
        {say(
          'Fields add values to posts of a type: a rating, a date, a place. The editor shows a form for them.',
        )}{' '}
        <Link to={settingsAddress}>{say('Settings')}</Link>
      </p>
      <Problem message={error?.message} />
      {data ? <FieldsForm key={type} initial={data} isIndexing={isIndexing(data)} /> : !error && <Skeleton />}
    </>
  );
}

/** Milliseconds between requests whether the fields are indexed. */
const indexPollMs = 2000;
const isIndexing = (set: FieldSet | undefined): boolean =>
  set?.fields.some((field) => !field.is_ready) ?? false;

const contentOf = (fields: readonly EditedField[]): string =>
  JSON.stringify(fields.map((field) => sentField(field)));

/** The messages of `fields.3.name` or `fields[3][name]`, as `3.name`. */
const faultsOfReply = (faults: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(faults)
      .map(
        ([name, message]) =>
          [name.replaceAll('][', '.').replaceAll('[', '.').replaceAll(']', ''), message] as const,
      )
      .filter(([name]) => name.startsWith('fields.'))
      .map(([name, message]) => [name.slice('fields.'.length), message]),
  );

const faultsIn = (fields: readonly EditedField[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    fields.flatMap((field, at) =>
      Object.entries(definitionFaults(field, fields)).map(
        ([setting, message]) => [`${at}.${setting}`, message] as const,
      ),
    ),
  );

/** Unsaved changes of a type's fields. */
function useFieldsDraft(initial: FieldSet) {
  const queries = useQueryClient();
  const [stored, setStored] = useState(initial);
  const [fields, setFields] = useState<readonly EditedField[]>(() => initial.fields.map(editedField));
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  // A discarded or another version gets forms of its own.
  const [version, setVersion] = useState(0);
  const { fault, isBusy, send, settle } = useSending();
  const adopt = (set: FieldSet) => {
    setStored(set);
    setFields(set.fields.map(editedField));
    setFaults({});
    setVersion(version + 1);
    settle();
  };
  const save = async (over: FieldSet = stored) => {
    const found = faultsIn(fields);
    setFaults(found);
    if (Object.keys(found).length > 0) return;
    const sent = fields.map((field) => sentField(field));
    await send(async () => {
      const body = { fields: sent, revision: over.revision } as unknown as FieldsSent;
      const { body: saved } = await rest<FieldSet, FieldsSent>(fieldsAddress(stored.type), {
        method: 'PUT',
        body,
      });
      setStored(saved);
      // Changes made during the request stay.
      setFields((now) => (contentOf(now) === JSON.stringify(sent) ? saved.fields.map(editedField) : now));
      noteFields(saved.type, saved.fields.length > 0);
      // A reply that is on its way has the former fields.
      await queries.cancelQueries({ queryKey: [...fieldsKey, saved.type] });
      queries.setQueryData([...fieldsKey, saved.type], saved);
      toast(say('Fields saved.'));
    });
  };
  return {
    stored,
    fields,
    version,
    fault,
    isBusy,
    faults: { ...faults, ...faultsOfReply(fault?.faults ?? {}) },
    isDirty: contentOf(fields) !== contentOf(stored.fields.map(editedField)),
    change: (next: readonly EditedField[]) => {
      setFields(next);
      setFaults({});
      if (fault?.status !== 409) settle();
    },
    adopt,
    save,
    settle,
  };
}

interface FormProps {
  readonly initial: FieldSet;
  readonly isIndexing: boolean;
}

function FieldsForm({ initial, isIndexing: isWaiting }: FormProps) {
  const draft = useFieldsDraft(initial);
  const { stored, fields, fault, faults } = draft;
  useUnsaved(draft.isDirty);
  const theirs = fault?.status === 409 ? (fault.theirs as FieldSet | null) : null;
  const names = new Set(fields.map(({ name }) => name));
  const removed = stored.fields.filter(({ name }) => !names.has(name));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void draft.save();
  };
  const count = Object.keys(faults).length;
  return (
    <form className="fields-screen" onSubmit={submit} noValidate>
      {fields.length === 0 && <p className="empty">{say('No fields yet. Add the first one.')}</p>}
      <DefinitionList
        key={draft.version}
        fields={fields}
        stored={stored.fields.map(editedField)}
        faults={faults}
        onChange={draft.change}
      />
      {isWaiting && (
        <p className="fields-hint" role="status">
          {say(
            'Stored values are being indexed. Until that is done, lists can’t be filtered or sorted by new fields.',
          )}
        </p>
      )}
      {!theirs && (
        <Problem
          message={
            count > 0
              ? sayCount('%d setting needs a correction.|%d settings need a correction.', count)
              : fault?.message
          }
        />
      )}
      {draft.isDirty && (
        <div className="form-end fields-save">
          <p role="status">
            {removed.length > 0
              ? say(
                  'Removed: %s. Their values stay stored as custom fields of the posts, and are back when a field of that name is added again.',
                  removed.map(({ label }) => label).join(', '),
                )
              : say('Unsaved changes')}
          </p>
          <CancelButton isDirty onCancel={() => draft.adopt(stored)} />
          <SubmitButton isBusy={draft.isBusy}>{say('Save fields')}</SubmitButton>
        </div>
      )}
      {theirs && (
        <FieldConflict
          mine={fields}
          theirs={theirs.fields.map(editedField)}
          isBusy={draft.isBusy}
          onTheirs={() => draft.adopt(theirs)}
          onMine={() => void draft.save(theirs)}
          onClose={draft.settle}
        />
      )}
    </form>
  );
}
