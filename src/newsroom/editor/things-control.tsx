import { singleLabel } from './single-label.ts';
import type { Thing } from './single-label.ts';
import { FormTokenField } from '@wordpress/components';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AttributeSchema } from '../../blocks/block.ts';
import { boot, readTypes } from '../app/boot.ts';
import { plainText } from '../app/rest-types.ts';
import type { EditedPost, SeenTerm } from '../app/rest-types.ts';
import { rest } from '../app/rest.ts';
import { say } from '../words.ts';

type Found = Pick<EditedPost, 'id' | 'slug'> &
  Partial<Pick<SeenTerm, 'name'>> & { readonly title?: Partial<EditedPost['title']> };

type Schema = AttributeSchema & {
  readonly control: 'post' | 'term' | 'user';
  /** Several types or taxonomies, instead of one. */
  readonly postTypes?: readonly string[];
  readonly taxonomies?: readonly string[];
};

function basesOf({ control, taxonomy, taxonomies, postType, postTypes }: Schema): readonly string[] {
  if (control === 'user') return ['users'];
  if (control === 'term') {
    const all = new Map(boot.types.flatMap((type) => type.taxonomies).map((one) => [one.name, one.restBase]));
    if (taxonomy !== undefined) return [all.get(taxonomy) ?? taxonomy];
    return [...all].filter(([name]) => taxonomies?.includes(name) ?? true).map(([, base]) => base);
  }
  const accepted = postTypes ?? (postType === undefined ? undefined : [postType]);
  return readTypes.filter(({ name }) => accepted?.includes(name) ?? true).map(({ restBase }) => restBase);
}

/** Posts, terms or users that REST finds with these parameters. */
export async function findThings(
  schema: Schema,
  params: Readonly<Record<string, string>>,
): Promise<readonly Thing[]> {
  const query = new URLSearchParams({ per_page: '20', _fields: 'id,slug,name,title', ...params });
  const lists = await Promise.all(
    basesOf(schema).map(
      async (base) => (await rest<readonly Found[]>(`/wp/v2/${base}?${query.toString()}`)).body,
    ),
  );
  return lists.flat().map(({ id, slug, name, title }) => ({
    value: schema.by === 'slug' ? slug : String(id),
    label: plainText(name ?? (title?.raw || title?.rendered || slug)),
  }));
}

interface ThingsProps {
  readonly schema: Schema;
  readonly title: string;
  readonly help: string | undefined;
  readonly value: string;
  readonly onChange: (value: unknown) => void;
  readonly params?: Readonly<Record<string, string>>;
}

/** Selects posts, terms or users by name; the markup holds ids or slugs, comma-separated if several. */
export function ThingsControl({ schema, title, help, value, onChange, params = {} }: ThingsProps) {
  const { multiple = false, by } = schema;
  const chosen = value
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '' && one !== '0');
  const [words, setWords] = useState('');
  const key = [schema.control, basesOf(schema).join(), by ?? ''];
  const { data: named = [] } = useQuery({
    queryKey: ['things', ...key, 'named', chosen.join()],
    enabled: chosen.length > 0,
    queryFn: () =>
      findThings(schema, {
        ...params,
        ...(by === 'slug'
          ? { slug: chosen.join() }
          : { include: chosen.map((id) => id.replace(/^-/, '')).join() }),
      }),
  });
  const { data: found = [] } = useQuery({
    queryKey: ['things', ...key, 'found', words],
    enabled: words.trim().length > 1,
    queryFn: () => findThings(schema, { ...params, search: words.trim() }),
  });
  const nameOf = (thing: Thing) => singleLabel(thing, [...named, ...found]);
  // An excluded item has a minus before its id.
  const labelOf = (one: string) => {
    const thing = named.find(({ value: its }) => its === one.replace(/^-/, ''));
    return !thing
      ? one
      : one.startsWith('-') && by !== 'slug'
        ? say('Excluded: %s', nameOf(thing))
        : nameOf(thing);
  };
  const valueOf = (label: string) =>
    chosen.find((one) => labelOf(one) === label) ??
    found.find((thing) => nameOf(thing) === label)?.value ??
    (by === 'slug' || /^-?\d+$/.test(label) ? label : undefined);
  const change = (labels: readonly string[]) => {
    const next = labels.map(valueOf).filter((one) => one !== undefined);
    onChange(multiple ? next.join(',') : by === 'slug' ? (next.at(-1) ?? '') : Number(next.at(-1) ?? 0));
  };
  return (
    <div className="setting-things">
      <FormTokenField
        label={title}
        help={help ?? ''}
        value={chosen.map(labelOf)}
        suggestions={found.map(nameOf)}
        onInputChange={setWords}
        {...(multiple ? {} : { maxLength: 2 })}
        onChange={(tokens) =>
          change(tokens.map((token) => (typeof token === 'string' ? token : token.value)))
        }
        __next40pxDefaultSize
      />
    </div>
  );
}
