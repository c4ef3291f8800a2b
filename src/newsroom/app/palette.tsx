import { Modal } from '@wordpress/components';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useId, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { useNavigate } from 'react-router';
import { titleText } from './rest-types.ts';
import type { EditedPost } from './rest-types.ts';
import { rest } from './rest.ts';
import { listedTypes, may, mayBegin } from './boot.ts';
import { editAddress, inviteAddress, newAddress, screens, settingsScreens } from './screens.ts';
import { inSentence, say } from '../words.ts';

interface Found {
  readonly key: string;
  readonly label: string;
  readonly kind: string;
  readonly isPost?: boolean;
  readonly go: () => void;
}

type FoundPost = Pick<EditedPost, 'id' | 'title' | 'status'>;

const maxPosts = 6;

async function searchPosts(
  words: string,
  signal: AbortSignal,
): Promise<readonly (FoundPost & { readonly kind: string })[]> {
  const lists = await Promise.all(
    listedTypes.map(async ({ restBase, singular }) => {
      const query = new URLSearchParams({
        search: words,
        orderby: 'relevance',
        context: 'edit',
        status: 'publish,future,draft,pending,private',
        per_page: String(maxPosts),
        _fields: 'id,title,status',
      });
      const { body } = await rest<readonly FoundPost[]>(`/wp/v2/${restBase}?${query.toString()}`, { signal });
      return body.map((post) => ({ ...post, kind: singular }));
    }),
  );
  return lists.flat();
}

function useFound(words: string) {
  const navigate = useNavigate();
  const searched = useDeferredValue(words.trim());
  const {
    data: posts = [],
    error,
    isFetching,
    isPlaceholderData,
  } = useQuery({
    queryKey: ['palette', searched],
    queryFn: ({ signal }) => searchPosts(searched, signal),
    enabled: searched.length > 1,
    placeholderData: keepPreviousData,
  });
  const begun = [
    ...listedTypes
      .filter(mayBegin)
      .map(({ name, singular }) => ({ label: say('New %s', inSentence(singular)), to: newAddress(name) })),
    ...(may('create_users') && may('edit_users') ? [{ label: say('Invite user'), to: inviteAddress }] : []),
  ];
  const typed = words.trim().toLowerCase();
  const placeIn = (label: string) => label.toLowerCase().indexOf(typed);
  const found: readonly Found[] = [
    // Labels that begin with the words come first: "page" is Pages rather than Front page.
    ...[...screens, ...begun, ...settingsScreens]
      .filter(({ label }) => placeIn(label) >= 0)
      .toSorted((a, b) => Math.min(1, placeIn(a.label)) - Math.min(1, placeIn(b.label)))
      .map(({ label, to }) => ({
        key: to,
        label,
        kind: say('Screen'),
        go: () => void navigate(to),
      })),
    ...(searched.length > 1 ? posts : []).map(({ id, title, kind, status }) => ({
      key: `post-${id}`,
      label: titleText(title),
      kind: status === 'publish' ? kind : say('%s, %s', kind, status),
      isPost: true,
      go: () => void navigate(editAddress(id)),
    })),
  ];
  // Results of the previous query stay visible until the new ones arrive, but Enter must not open one of them.
  const isOfBefore = isPlaceholderData || searched !== words.trim();
  return { found, error, isFetching, isOfBefore };
}

export function Palette({ onClose }: { readonly onClose: () => void }) {
  const listId = useId();
  const [words, setWords] = useState('');
  const [chosen, setChosen] = useState(0);
  const { found, error, isFetching, isOfBefore } = useFound(words);
  const at = Math.min(chosen, found.length - 1);
  useEffect(
    () => void document.getElementById(`${listId}-${at}`)?.scrollIntoView({ block: 'nearest' }),
    [listId, at],
  );
  const follow = (one: Found | undefined) => {
    if (!one) return;
    onClose();
    one.go();
  };
  const press = (event: KeyboardEvent) => {
    // Keys of an input method choose among its candidates.
    if (event.nativeEvent.isComposing) return;
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0) setChosen((at + step + found.length) % Math.max(found.length, 1));
    else if (event.key === 'Enter') follow(isOfBefore && found[at]?.isPost ? undefined : found[at]);
    else return;
    event.preventDefault();
  };
  return (
    <Modal
      contentLabel={say('Go to')}
      className="palette"
      __experimentalHideHeader
      focusOnMount="firstContentElement"
      onRequestClose={onClose}
    >
      <input
        className="palette-field"
        type="text"
        role="combobox"
        aria-label={say('Search screens and content')}
        aria-expanded
        aria-controls={listId}
        aria-activedescendant={found[at] ? `${listId}-${at}` : undefined}
        placeholder={say('Search screens and content')}
        value={words}
        spellCheck={false}
        onKeyDown={press}
        onChange={(event) => {
          setWords(event.target.value);
          setChosen(0);
        }}
      />
      <ul className="palette-list" id={listId} role="listbox" aria-label={say('Search results')}>
        {found.map((one, index) => (
          <li
            key={one.key}
            id={`${listId}-${index}`}
            role="option"
            aria-selected={index === at}
            onClick={() => follow(one)}
            // A list that scrolls under a resting mouse also fires mousemove.
            onMouseMove={({ movementX, movementY }) =>
              (movementX !== 0 || movementY !== 0) && setChosen(index)
            }
          >
            <span>{one.label}</span>
            <small>{one.kind}</small>
          </li>
        ))}
      </ul>
      {error && (
        <p className="palette-none" role="alert">
          {error.message}
        </p>
      )}
      {!error && found.length === 0 && (
        <p className="palette-none" role="status">
          {isFetching ? say('Searching…') : say('Nothing found.')}
        </p>
      )}
    </Modal>
  );
}
