import { Button, DropdownMenu, MenuGroup, MenuItem, TextControl } from '@wordpress/components';
import { chevronDown } from '@wordpress/icons';
import { useState, useSyncExternalStore } from 'react';
import type { FormEvent } from 'react';
import { useNavigate } from 'react-router';
import { FormModal } from './form-modal.tsx';
import { toast } from './toasts.tsx';
import { boot } from './boot.ts';
import { rest, RestError } from './rest.ts';
import type { OwnUserSent } from './rest-types.ts';
import { say } from '../words.ts';

/** Maximum length that fits a menu. */
const maxNameLength = 60;

export function SavedViews({
  path,
  query,
  settings: [{ views = [] }, change],
}: {
  readonly path: string;
  readonly query: string;
  readonly settings: readonly [ListSettings, ChangeList];
}) {
  const navigate = useNavigate();
  const [isNaming, setNaming] = useState(false);
  const current = views.find((view) => view.query === query);
  const saveView = (name: string) => {
    setNaming(false);
    change(({ views: saved = [] }) => ({
      views: [...saved.filter((view) => view.name !== name), { name, query }],
    }));
    toast(say('View “%s” saved.', name));
  };
  const forget = (deleted: SavedView) => {
    const others = (saved: readonly SavedView[]) => saved.filter((view) => view.name !== deleted.name);
    change(({ views: saved = [] }) => ({ views: others(saved) }));
    const restore = () =>
      change(({ views: saved = [] }) => ({
        views: others(saved).toSpliced(views.indexOf(deleted), 0, deleted),
      }));
    toast(say('View “%s” deleted.', deleted.name), { undo: restore });
  };
  return (
    <>
      <DropdownMenu
        icon={chevronDown}
        text={current?.name ?? say('Views')}
        label={say('Your views')}
        className="views"
        toggleProps={{ iconPosition: 'right', size: 'compact' }}
      >
        {({ onClose }) => (
          <>
            {views.length > 0 && (
              <MenuGroup label={say('Your views')}>
                {views.map((view) => (
                  <MenuItem
                    key={view.name}
                    isSelected={view === current}
                    role="menuitemradio"
                    onClick={() => {
                      onClose();
                      void navigate(`${path}?${view.query}`);
                    }}
                  >
                    {view.name}
                  </MenuItem>
                ))}
              </MenuGroup>
            )}
            <MenuGroup>
              {current ? (
                <MenuItem
                  onClick={() => {
                    onClose();
                    forget(current);
                  }}
                >
                  {say('Delete “%s”', current.name)}
                </MenuItem>
              ) : (
                <MenuItem
                  onClick={() => {
                    onClose();
                    setNaming(true);
                  }}
                >
                  {say('Save this view…')}
                </MenuItem>
              )}
            </MenuGroup>
          </>
        )}
      </DropdownMenu>
      {isNaming && <NameDialog onName={saveView} onClose={() => setNaming(false)} />}
    </>
  );
}

function NameDialog({
  onName,
  onClose,
}: {
  readonly onName: (name: string) => void;
  readonly onClose: () => void;
}) {
  const [name, setName] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() !== '') onName(name.trim());
  };
  return (
    <FormModal
      title={say('Save this view')}
      size="small"
      isDirty={name.trim() !== ''}
      onRequestClose={onClose}
    >
      <form className="form" onSubmit={submit}>
        <TextControl
          __next40pxDefaultSize
          label={say('Name')}
          help={say('Saves the search, filters and order, for you only.')}
          value={name}
          maxLength={maxNameLength}
          onChange={setName}
        />
        <div className="form-end">
          <Button variant="tertiary" onClick={onClose}>
            {say('Cancel')}
          </Button>
          <Button variant="primary" type="submit" disabled={name.trim() === ''} accessibleWhenDisabled>
            {say('Save')}
          </Button>
        </div>
      </form>
    </FormModal>
  );
}

interface SavedView {
  readonly name: string;
  readonly query: string;
}

/** A user's settings of a list; absent values are defaults. */
export interface ListSettings {
  readonly columns?: readonly string[];
  readonly perPage?: number;
  readonly views?: readonly SavedView[];
}

type Lists = Readonly<Record<string, unknown>>;

/** Updates settings; omitted values stay. Re-applied if another window saved first. */
type Change = (now: ListSettings) => ListSettings;
export type ChangeList = (change: Change) => void;

/** The settings as stored, as far as known, and as shown with pending changes. */
let stored: Lists = boot.user.lists;
let all = stored;
const listeners = new Set<() => void>();
let changes: readonly ((lists: Lists) => Lists)[] = [];
let isSaving = false;

const texts = (value: unknown): readonly string[] | undefined =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : undefined;

/** Other programs can write the stored value over REST, so it is validated field by field. */
function read(value: unknown): ListSettings {
  const { columns, perPage, views } = (value ?? {}) as {
    columns?: unknown;
    perPage?: unknown;
    views?: unknown;
  };
  const isView = (view: Partial<SavedView>) =>
    typeof view.name === 'string' && typeof view.query === 'string';
  const saved = Array.isArray(views) ? (views as readonly Partial<SavedView>[]).filter(isView) : [];
  const shown = texts(columns);
  return {
    ...(shown ? { columns: shown } : {}),
    ...(typeof perPage === 'number' ? { perPage } : {}),
    views: saved as readonly SavedView[],
  };
}

/** A list's settings and a function to change them; stored on the server with the user's account. */
export function useListSettings(name: string): readonly [ListSettings, ChangeList] {
  const settings = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => all[name],
  );
  return [
    read(settings),
    (change) =>
      save((lists) => ({ ...lists, [name]: { ...read(lists[name]), ...change(read(lists[name])) } })),
  ];
}

function save(change: (lists: Lists) => Lists): void {
  changes = [...changes, change];
  show();
  if (!isSaving) void store();
}

function show(): void {
  all = changes.reduce((lists, change) => change(lists), stored);
  for (const listener of listeners) listener();
}

/** Saves pending changes one at a time. Failed ones are sent along with the next change. */
async function store(): Promise<void> {
  isSaving = true;
  try {
    while (changes.length > 0) await storeOnce();
  } catch (error) {
    if (!(error instanceof RestError)) throw error;
    toast(say('The list settings could not be saved. %s', error.message));
  } finally {
    isSaving = false;
  }
}

async function storeOnce(): Promise<void> {
  const [sent, lists] = [changes, all];
  try {
    const body = { meta: { broadsheet_lists: lists }, from: { meta: { broadsheet_lists: stored } } };
    await rest<unknown, OwnUserSent>('/wp/v2/users/me', { method: 'POST', body });
    [stored, changes] = [lists, changes.slice(sent.length)];
  } catch (error) {
    const theirs = error instanceof RestError && error.code === 'stale' ? listsOf(error.theirs) : undefined;
    if (!theirs) throw error;
    // Another window saved first: re-apply the change to its settings.
    stored = theirs;
  }
  show();
}

function listsOf(user: unknown): Lists | undefined {
  const { meta } = (user ?? {}) as { meta?: { broadsheet_lists?: Lists } };
  return meta && (meta.broadsheet_lists ?? {});
}
