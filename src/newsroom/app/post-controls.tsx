import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  BaseControl,
  CheckboxControl,
  ComboboxControl,
  FormTokenField,
  SelectControl,
  TextControl,
} from '@wordpress/components';
import { useDeferredValue, useEffect, useId, useRef, useState } from 'react';
import type { ListedTaxonomy, ListedType } from './boot.ts';
import { authors, foundTerms, termsOfIds, treeTerms, usedTerms } from './choices.ts';
import { makeTerm } from './make-term.ts';
import { plainText, titleText } from './rest-types.ts';
import type { EditedPost } from './rest-types.ts';
import { rest } from './rest.ts';
import { toastRefusal } from './toasts.tsx';
import { inSentence, say } from '../words.ts';

interface TermsProps {
  readonly taxonomy: ListedTaxonomy;
  readonly label?: string;
  readonly value: readonly number[];
  /** Terms whose names are already loaded. */
  readonly known?: readonly { readonly id: number; readonly name: string }[];
  readonly onChange: (ids: readonly number[]) => void;
  /** Called with the creation of new terms. */
  readonly onMaking?: (made: Promise<unknown>) => void;
}

export function TermsControl(props: TermsProps) {
  return props.taxonomy.isHierarchical ? <TreeControl {...props} /> : <NamesControl {...props} />;
}

function TreeControl({ taxonomy: { restBase, plural }, label = plural, value, onChange }: TermsProps) {
  const { data: tree = [], isSuccess } = useQuery(treeTerms(restBase));
  return (
    <fieldset className="tree">
      <legend>{label}</legend>
      {/* Keyboard users scroll it by moving through its checkboxes. */}
      <div>
        {tree.map(({ id, name, depth }) => (
          <div key={id} style={{ paddingInlineStart: `${depth * 20}px` }}>
            <CheckboxControl
              label={name}
              checked={value.includes(id)}
              onChange={(isOn) => onChange(isOn ? [...value, id] : value.filter((one) => one !== id))}
            />
          </div>
        ))}
        {isSuccess && tree.length === 0 && <p className="empty">{say('No items yet.')}</p>}
      </div>
    </fieldset>
  );
}

/**
 * A token field for terms; unknown names are created. Pending names are shown among the others, and each one found is
 * added to the current value.
 */
export function NamesControl({
  taxonomy: { restBase, plural },
  label = plural,
  value,
  known = [],
  onChange,
  onMaking,
}: TermsProps) {
  const queries = useQueryClient();
  const [typed, setTyped] = useState('');
  const [names, setNames] = useState<ReadonlyMap<number, string>>(
    () => new Map(known.map(({ id, name }) => [id, plainText(name)])),
  );
  const [coming, setComing] = useState<readonly string[]>([]);
  const latestTokens = useRef<ReadonlySet<string>>(new Set());
  const current = useRef(value);
  useEffect(() => {
    current.current = value;
  }, [value]);
  const query = useDeferredValue(typed.trim());
  const { data: used = [] } = useQuery(usedTerms(restBase));
  const { data: found = [] } = useQuery({ ...foundTerms(restBase, query), enabled: query.length > 0 });
  const nameless = value.filter((id) => !names.has(id));
  const { data: further = [] } = useQuery({
    ...termsOfIds(restBase, nameless),
    enabled: nameless.length > 0,
    placeholderData: keepPreviousData,
  });
  const offered = query === '' ? used.slice(0, 20) : found;
  const nameOf = (id: number) => names.get(id) ?? further.find((term) => term.id === id)?.name ?? `#${id}`;
  const idOf = async (name: string): Promise<number | undefined> => {
    const same = ({ name: other }: { readonly name: string }) => other.toLowerCase() === name.toLowerCase();
    try {
      const existing =
        [...found, ...used].find(same) ?? (await queries.fetchQuery(foundTerms(restBase, name))).find(same);
      return existing?.id ?? (await makeTerm(restBase, { name }));
    } catch (error) {
      toastRefusal(error);
      return undefined;
    }
  };
  const update = (ids: readonly number[]) => {
    current.current = ids;
    onChange(ids);
  };
  const add = async (name: string) => {
    const id = await idOf(name);
    setComing((before) => before.filter((other) => other !== name));
    if (id === undefined || !latestTokens.current.has(name)) return;
    setNames((before) => new Map([...before, [id, name]]));
    update([...new Set([...current.current, id])]);
  };
  const change = (tokens: readonly string[]) => {
    const added = tokens.filter(
      (name) => !coming.includes(name) && !current.current.some((id) => nameOf(id) === name),
    );
    const left = current.current.filter((id) => tokens.includes(nameOf(id)));
    latestTokens.current = new Set(tokens);
    setComing([...coming.filter((name) => tokens.includes(name)), ...added]);
    if (left.length < current.current.length) update(left);
    if (added.length > 0) onMaking?.(Promise.all(added.map(add)));
  };
  return (
    <FormTokenField
      __next40pxDefaultSize
      label={label}
      value={[...value.map(nameOf), ...coming]}
      suggestions={offered.map(({ name }) => name)}
      maxSuggestions={20}
      maxLength={50}
      onInputChange={setTyped}
      onChange={(tokens) => change(tokens.map((token) => (typeof token === 'string' ? token : token.value)))}
      __experimentalExpandOnFocus={false}
      __experimentalValidateInput={(name) => name.trim() !== ''}
    />
  );
}

export function AuthorControl({
  value,
  name,
  isOptional = false,
  onChange,
}: {
  readonly value: number;
  readonly name: string;
  readonly isOptional?: boolean;
  readonly onChange: (id: number) => void;
}) {
  const { data = [] } = useQuery(authors);
  const unlisted = data.some(({ id }) => id === value)
    ? []
    : [{ value: String(value), label: plainText(name) || `#${value}` }];
  const own = isOptional ? [{ value: '0', label: say('No change') }] : unlisted;
  const options = [...own, ...data.map((author) => ({ value: String(author.id), label: author.name }))];
  return (
    <SelectControl
      __next40pxDefaultSize
      label={say('Author')}
      value={String(value)}
      options={options}
      onChange={(id) => onChange(Number(id))}
    />
  );
}

type FoundPage = Pick<EditedPost, 'id' | 'title'>;

export function ParentControl({
  type: { restBase, singular },
  id,
  value,
  onChange,
}: {
  readonly type: ListedType;
  readonly id: number;
  readonly value: number;
  readonly onChange: (id: number) => void;
}) {
  const [typed, setTyped] = useState('');
  const field = useId();
  const query = useDeferredValue(typed.trim());
  const base = `/wp/v2/${restBase}?context=edit&status=publish,future,draft,pending,private&_fields=id,title`;
  const { data: own } = useQuery({
    queryKey: ['posts', restBase, 'titled', value],
    enabled: value > 0,
    queryFn: async ({ signal }) =>
      (await rest<readonly FoundPage[]>(`${base}&include=${value}`, { signal })).body,
  });
  const { data: found = [] } = useQuery({
    queryKey: ['posts', restBase, 'found', query],
    queryFn: async ({ signal }) =>
      (
        await rest<readonly FoundPage[]>(
          `${base}&per_page=20&${query === '' ? 'orderby=title&order=asc' : `search=${encodeURIComponent(query)}`}`,
          { signal },
        )
      ).body,
  });
  const offered = new Map(
    [...(own ?? []), ...found]
      .filter((page) => page.id !== id)
      .map((page) => [String(page.id), titleText(page.title)]),
  );
  return (
    <BaseControl id={field}>
      <ComboboxControl
        __next40pxDefaultSize
        label={say('Parent')}
        value={value > 0 ? String(value) : null}
        onFilterValueChange={setTyped}
        placeholder={say('No parent %s', inSentence(singular))}
        options={[...offered].map(([key, label]) => ({ value: key, label }))}
        onChange={(chosen) => onChange(Number(chosen ?? 0))}
      />
    </BaseControl>
  );
}

interface OrderProps {
  readonly value: number;
  readonly help?: string;
  readonly onChange: (order: number) => void;
}

/** Edits a page's order. The raw input is kept while editing, because a lone `-` is not a number yet. */
export function OrderControl({ value, help, onChange }: OrderProps) {
  const [typed, setTyped] = useState<string>();
  return (
    <TextControl
      __next40pxDefaultSize
      __nextHasNoMarginBottom
      label={say('Order')}
      help={help}
      type="number"
      value={typed ?? String(value)}
      onChange={(next) => {
        setTyped(next);
        onChange(Math.trunc(Number(next)) || 0);
      }}
      onBlur={() => setTyped(undefined)}
    />
  );
}
