import { Button, SearchControl, TextControl } from '@wordpress/components';
import { plus } from '@wordpress/icons';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useId, useState } from 'react';
import type { FormEvent } from 'react';
import { boot } from '../../app/boot.ts';
import { foundTerms, usedTerms } from '../../app/choices.ts';
import { Problem } from '../../app/problem.tsx';
import { plainText, titleText } from '../../app/rest-types.ts';
import type { EditedPost, SeenUser } from '../../app/rest-types.ts';
import { rest } from '../../app/rest.ts';
import { say } from '../../words.ts';
import { newRow } from './menu-data.ts';
import type { Row } from './menu-data.ts';

type Source = 'pages' | 'posts' | 'categories' | 'tags' | 'authors' | 'link' | 'heading';

const sources: readonly { readonly name: Source; readonly label: () => string }[] = [
  { name: 'pages', label: () => say('Pages') },
  { name: 'posts', label: () => say('Posts') },
  { name: 'categories', label: () => say('Categories') },
  { name: 'tags', label: () => say('Tags') },
  { name: 'authors', label: () => say('Authors') },
  { name: 'link', label: () => say('Custom link') },
  { name: 'heading', label: () => say('Heading') },
];

interface Found {
  readonly id: number;
  readonly name: string;
  readonly make: () => Row;
}

/** Finds pages, terms and authors, and adds them to the end of the menu. */
export function AddItems({
  isFull,
  onAdd,
}: {
  readonly isFull: boolean;
  readonly onAdd: (row: Row) => void;
}) {
  const [source, setSource] = useState<Source>('pages');
  const id = useId();
  return (
    <section className="menu-add" aria-labelledby={id}>
      <h2 id={id}>{say('Add items')}</h2>
      <div className="menu-sources" role="group" aria-labelledby={id}>
        {sources.map(({ name, label }) => (
          <Button
            key={name}
            size="compact"
            aria-pressed={source === name}
            isPressed={source === name}
            onClick={() => setSource(name)}
          >
            {label()}
          </Button>
        ))}
      </div>
      {isFull && <p className="empty">{say('The menu has as many items as it can hold.')}</p>}
      {source === 'link' || source === 'heading' ? (
        <OwnItem key={source} isHeading={source === 'heading'} isFull={isFull} onAdd={onAdd} />
      ) : (
        <SearchItems key={source} source={source} isFull={isFull} onAdd={onAdd} />
      )}
    </section>
  );
}

const pathOf = (link: string) => {
  const url = new URL(link, boot.site.url);
  return url.origin === new URL(boot.site.url).origin ? url.pathname + url.search : link;
};

const pageSize = 20;

type FoundPost = Pick<EditedPost, 'id' | 'title' | 'link'>;
type FoundUser = Pick<SeenUser, 'id' | 'name' | 'link'>;

/** The newest or most used ones, or those that match. */
async function findItems(
  source: Exclude<Source, 'link' | 'heading' | 'categories' | 'tags'>,
  search: string,
  signal: AbortSignal,
): Promise<readonly Found[]> {
  const query = search === '' ? '' : `&search=${encodeURIComponent(search)}`;
  if (source === 'authors') {
    const path = `/wp/v2/users?who=authors&per_page=${pageSize}&_fields=id,name,link${query}`;
    return (await rest<readonly FoundUser[]>(path, { signal })).body.map(({ id, name, link }) => ({
      id,
      name: plainText(name),
      // WordPress has no menu items of authors; a custom link has the author's address.
      make: () => newRow({ type: 'custom', title: plainText(name), url: pathOf(link) }),
    }));
  }
  const order = source === 'pages' && search === '' ? '&orderby=title&order=asc' : '';
  const path = `/wp/v2/${source}?context=edit&status=publish&per_page=${pageSize}&_fields=id,title,link${order}${query}`;
  return (await rest<readonly FoundPost[]>(path, { signal })).body.map(({ id, title, link }) => ({
    id,
    name: titleText(title),
    make: () =>
      newRow({
        type: 'post_type',
        object: source === 'pages' ? 'page' : 'post',
        object_id: id,
        original_title: titleText(title),
        link,
      }),
  }));
}

function useFound(source: Exclude<Source, 'link' | 'heading'>, search: string) {
  const isTerms = source === 'categories' || source === 'tags';
  const terms = useQuery({
    ...(isTerms && search !== '' ? foundTerms(source, search) : usedTerms(isTerms ? source : 'categories')),
    enabled: isTerms,
    placeholderData: keepPreviousData,
  });
  const items = useQuery({
    queryKey: ['menus', 'found', source, search],
    enabled: !isTerms,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => (isTerms ? [] : findItems(source, search, signal)),
  });
  if (!isTerms) return { found: items.data, error: items.error };
  const found = terms.data?.map(
    ({ id, name }): Found => ({
      id,
      name,
      make: () =>
        newRow({
          type: 'taxonomy',
          object: source === 'tags' ? 'post_tag' : 'category',
          object_id: id,
          original_title: name,
        }),
    }),
  );
  return { found, error: terms.error };
}

function SearchItems({
  source,
  isFull,
  onAdd,
}: {
  readonly source: Exclude<Source, 'link' | 'heading'>;
  readonly isFull: boolean;
  readonly onAdd: (row: Row) => void;
}) {
  const [search, setSearch] = useState('');
  const { found, error } = useFound(source, useDeferredValue(search.trim()));
  const label = sources.find(({ name }) => name === source)?.label() ?? '';
  return (
    <>
      <SearchControl
        __nextHasNoMarginBottom
        label={say('Search %s', label)}
        placeholder={say('Search')}
        value={search}
        onChange={setSearch}
      />
      <Problem message={error?.message} />
      {found?.length === 0 && <p className="empty">{say('Nothing found.')}</p>}
      <ul className="menu-found" aria-label={label}>
        {found?.map(({ id, name, make }) => (
          <li key={id}>
            <Button
              icon={plus}
              disabled={isFull}
              accessibleWhenDisabled
              aria-label={say('Add “%s”', name)}
              onClick={() => onAdd(make())}
            >
              <bdi>{name}</bdi>
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}

function OwnItem({
  isHeading,
  isFull,
  onAdd,
}: {
  readonly isHeading: boolean;
  readonly isFull: boolean;
  readonly onAdd: (row: Row) => void;
}) {
  const [title, setTitle] = useState('');
  const [url, setUrl] = useState('');
  const isReady = title.trim() !== '' && (isHeading || url.trim() !== '');
  const add = (event: FormEvent) => {
    event.preventDefault();
    if (!isReady || isFull) return;
    onAdd(newRow({ type: 'custom', title: title.trim(), url: isHeading ? '#' : url.trim() }));
    setTitle('');
    setUrl('');
  };
  return (
    <form className="menu-own" onSubmit={add}>
      {isHeading && <p className="empty">{say('A heading opens a submenu and has no link.')}</p>}
      <TextControl
        __next40pxDefaultSize
        __nextHasNoMarginBottom
        label={isHeading ? say('Text') : say('Link text')}
        value={title}
        maxLength={500}
        dir="auto"
        onChange={setTitle}
      />
      {!isHeading && (
        <TextControl
          __next40pxDefaultSize
          __nextHasNoMarginBottom
          label={say('Link address')}
          help={say('A path such as /about/, or a URL.')}
          value={url}
          maxLength={2000}
          dir="ltr"
          inputMode="url"
          onChange={setUrl}
        />
      )}
      <Button
        __next40pxDefaultSize
        variant="secondary"
        type="submit"
        disabled={!isReady || isFull}
        accessibleWhenDisabled
      >
        {say('Add to menu')}
      </Button>
    </form>
  );
}
