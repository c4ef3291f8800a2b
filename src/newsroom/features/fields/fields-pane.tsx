import './fields.css';
import { Button, Icon } from '@wordpress/components';
import { useQuery } from '@tanstack/react-query';
import { chevronDown, chevronUp } from '@wordpress/icons';
import { useCallback, useEffect, useId, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import type { ListedType } from '../../app/boot.ts';
import type { Draft } from '../../editor/draft.ts';
import type { SentFields } from '../../editor/stored-post.ts';
import { timeZoneNamed } from '../../../lib/time-zones.ts';
import { inSentence, say, sayCount } from '../../words.ts';
import { FieldControl } from './field-control.tsx';
import { fieldSet, metaName } from './field-data.ts';
import type { StoredField } from './field-values.ts';
import { faultOf, requiredFault, togetherFault } from './field-faults.ts';

/** Statuses of posts that need a value of each required field. */
const complete: ReadonlySet<string> = new Set(['publish', 'future', 'private']);

const sentValue = (name: string, value: unknown): SentFields =>
  ({ [metaName(name)]: value }) as unknown as SentFields;

/** The field's value; in a new post the default, which the server stores unless another value is sent. */
function valueIn(draft: Draft, { name, default: initial }: StoredField): unknown {
  const value = draft.value(metaName(name));
  return value === undefined && !draft.state().post ? initial : value;
}

interface PaneProps {
  readonly draft: Draft;
  readonly type: ListedType;
  /** Keeps checking values, but shows nothing. */
  readonly isHidden: boolean;
  /** The form is all that there is to edit. */
  readonly isWhole: boolean;
  readonly isNarrow: boolean;
}

const none: readonly StoredField[] = [];

/** The form of a post's custom fields, below its text. */
export function FieldsPane({ draft, type, isHidden, isWhole, isNarrow }: PaneProps) {
  const { data, error } = useQuery(fieldSet(type.name));
  const fields = data?.fields ?? none;
  const state = useSyncExternalStore(draft.subscribe, draft.state);
  const root = useRef<HTMLElement>(null);
  const [isOpen, setOpen] = useOpen(isNarrow);
  const [checked, setChecked] = useState(false);
  const id = useId();
  const valueOf = useCallback((field: StoredField) => valueIn(draft, field), [draft]);
  const open = useCallback(() => {
    setOpen(true);
    setChecked(true);
  }, [setOpen]);
  useGuard(draft, fields, { root, open });
  const isComplete = complete.has(String(draft.value('status') ?? ''));
  const faults = useMemo(() => {
    // Recomputed for each change of the draft.
    void state.edits;
    return new Map(
      fields.flatMap((field) => {
        const value = valueOf(field);
        const fault =
          faultOf(field, value) ??
          togetherFault(field, value, (name) => named(fields, name, valueOf)) ??
          (checked || isComplete ? requiredFault(field, value) : undefined) ??
          state.faults[metaName(field.name)];
        return fault === undefined ? [] : [[field.name, fault] as const];
      }),
    );
  }, [fields, state, valueOf, checked, isComplete]);
  if (isHidden || (fields.length === 0 && !error)) return null;
  const isShown = isOpen || isWhole;
  return (
    <section
      ref={root}
      className="fields-pane"
      data-whole={isWhole}
      data-open={isShown}
      role="region"
      aria-labelledby={id}
      tabIndex={-1}
    >
      <h2 id={id}>
        {isWhole ? (
          say('Fields')
        ) : (
          <Button
            className="fields-toggle"
            aria-expanded={isShown}
            aria-controls={`${id}-form`}
            onClick={() => setOpen(!isOpen)}
          >
            {say('Fields')}
            <span className="fields-count" data-fault={faults.size > 0}>
              {faults.size > 0
                ? sayCount('%d to correct|%d to correct', faults.size)
                : sayCount('%d field|%d fields', fields.length)}
            </span>
            <Icon icon={isShown ? chevronDown : chevronUp} />
          </Button>
        )}
      </h2>
      {isShown && (
        <div id={`${id}-form`} className="fields-form">
          {error && <p className="problem">{error.message}</p>}
          {fields.some(({ required }) => required) && (
            <p className="fields-hint">
              {say('Fields with * need a value before the %s is published.', inSentence(type.singular))}
            </p>
          )}
          {fields.map((field) => (
            <FieldControl
              key={field.name}
              field={field}
              value={valueOf(field)}
              fault={faults.get(field.name)}
              postId={state.post?.id ?? 0}
              zone={zoneOf(field, (name) => named(fields, name, valueOf))}
              onChange={(value) => draft.edit(sentValue(field.name, value))}
            />
          ))}
        </div>
      )}
    </section>
  );
}

/** The value of the field with this name. */
function named(
  fields: readonly StoredField[],
  name: string,
  valueOf: (field: StoredField) => unknown,
): unknown {
  const found = fields.find((field) => field.name === name);
  return found && valueOf(found);
}

/** The time zone that the post has in another field, if it has a valid one. */
function zoneOf({ zone_field: name }: StoredField, valueOf: (name: string) => unknown): string | undefined {
  const value = name === undefined ? undefined : valueOf(name);
  return typeof value === 'string' ? timeZoneNamed(value) : undefined;
}

interface Shown {
  readonly root: { readonly current: HTMLElement | null };
  readonly open: () => void;
}

/** Checks the values before each save, and shows the first field to correct. */
function useGuard(draft: Draft, fields: readonly StoredField[], { root, open }: Shown): void {
  useEffect(() => {
    const byName = new Map<string, StoredField>(fields.map((field) => [metaName(field.name), field]));
    return draft.setGuard({
      isValid: (name, value) => {
        const field = byName.get(name);
        return (
          field === undefined ||
          (faultOf(field, value) === undefined && periodFault(field, fields, draft) === undefined)
        );
      },
      refuse: (status) => {
        for (const field of fields) {
          const value = valueIn(draft, field);
          const fault =
            faultOf(field, value) ??
            togetherFault(field, value, (other) => named(fields, other, (one) => valueIn(draft, one))) ??
            (complete.has(status) ? requiredFault(field, value) : undefined);
          if (fault === undefined) continue;
          open();
          requestAnimationFrame(() => focusField(root.current, field.name));
          return say('%1$s: %2$s', field.label, fault);
        }
        return undefined;
      },
    });
  }, [draft, fields, root, open]);
}

/** The fault of a period that this field begins or ends: neither of its dates can be saved then. */
function periodFault(field: StoredField, fields: readonly StoredField[], draft: Draft): string | undefined {
  const valueOf = (name: string) => named(fields, name, (one) => valueIn(draft, one));
  return fields
    .filter((one) => one === field || one.not_before === field.name || one.day_field === field.name)
    .map((one) => togetherFault(one, valueIn(draft, one), valueOf))
    .find((fault) => fault !== undefined);
}

function focusField(root: HTMLElement | null, name: string): void {
  const field = root?.querySelector<HTMLElement>(`[data-field="${CSS.escape(name)}"]`);
  const inside =
    field?.querySelector<HTMLElement>(
      '[data-fault=true] :is(input,textarea,select,button,[contenteditable])',
    ) ?? field?.querySelector<HTMLElement>(':is(input,textarea,select,button,[contenteditable])');
  inside?.focus();
  field?.scrollIntoView({ block: 'nearest' });
}

const key = 'broadsheet-fields-closed';

/** Whether the form is open; remembered by the browser, and closed at first on phones, where it covers the text. */
function useOpen(isNarrow: boolean): readonly [boolean, (isOpen: boolean) => void] {
  const [isOpen, setOpen] = useState(() => {
    try {
      return !isNarrow && localStorage.getItem(key) === null;
    } catch {
      return !isNarrow;
    }
  });
  const change = useCallback(
    (next: boolean) => {
      setOpen(next);
      try {
        if (isNarrow) return;
        if (next) localStorage.removeItem(key);
        else localStorage.setItem(key, '1');
      } catch {
        // Not stored; the default applies next time.
      }
    },
    [isNarrow],
  );
  return [isOpen, change];
}
