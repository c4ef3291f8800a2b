import { useQuery } from '@tanstack/react-query';
import { Button, Modal } from '@wordpress/components';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { boot, may } from '../../app/boot.ts';
import { Decide } from '../../app/decide.tsx';
import { useSending } from '../../app/form-modal.tsx';
import { NowhereScreen } from '../../app/nowhere-screen.tsx';
import { Problem } from '../../app/problem.tsx';
import { AccessDenied, ScreenHead, Skeleton } from '../../app/screen-head.tsx';
import {
  customFieldsAddress,
  listAddress,
  newAddress,
  termsAddress,
  typesAddress,
} from '../../app/screens.ts';
import { say, sayCount, sayWith } from '../../words.ts';
import { ReadyTypesSection } from './ready-types.tsx';
import { TaxonomyForm } from './taxonomy-form.tsx';
import {
  allTaxonomies,
  allTypes,
  editedIn,
  editTypeAddress,
  reloadWith,
  removeDefinition,
  saveDefinition,
} from './type-data.ts';
import type { Kind, Row } from './type-data.ts';
import { TypeForm } from './type-form.tsx';
import './types.css';

/** `admin.php?page=types`: post types and taxonomies of the site; `edit` names the open one. */
export function TypesScreen() {
  const [address] = useSearchParams();
  // Plugins of WordPress have their screens at other addresses of `admin.php`.
  if (address.get('page') !== 'types') return <NowhereScreen />;
  if (!may('manage_options'))
    return (
      <AccessDenied>{say('Managing content types requires the capability “manage_options”.')}</AccessDenied>
    );
  const edited = editedIn(address.get('edit') ?? '');
  return edited ? <EditDefinition key={address.get('edit')} {...edited} /> : <DefinitionLists />;
}

function DefinitionLists() {
  const [address] = useSearchParams();
  const types = useQuery(allTypes);
  const taxonomies = useQuery(allTaxonomies);
  const [removed, setRemoved] = useState<{ readonly kind: Kind; readonly row: Row }>();
  const error = types.error ?? taxonomies.error;
  const rows = [...(types.data ?? []), ...(taxonomies.data ?? [])];
  const isLoaded = types.data !== undefined && taxonomies.data !== undefined;
  return (
    <>
      <ScreenHead title={say('Content types')} />
      <p className="types-hint">
        {say(
          'Post types hold items other than posts and pages, such as reviews or events. Taxonomies group them, as categories do.',
        )}
      </p>
      <Problem message={error?.message} />
      <Done rows={rows} saved={address.get('saved')} deleted={address.get('deleted')} />
      {!isLoaded && !error && <Skeleton />}
      {isLoaded && (
        <>
          <DefinitionList
            kind="type"
            title={say('Post types')}
            add={say('Add post type')}
            empty={say('This site has no post types of its own yet.')}
            rows={types.data}
            onRemove={(row) => setRemoved({ kind: 'type', row })}
          />
          <DefinitionList
            kind="taxonomy"
            title={say('Taxonomies')}
            add={say('Add taxonomy')}
            empty={say('This site has no taxonomies of its own yet.')}
            rows={taxonomies.data}
            onRemove={(row) => setRemoved({ kind: 'taxonomy', row })}
          />
          <ReadyTypesSection />
        </>
      )}
      {removed && <RemoveDefinition {...removed} onClose={() => setRemoved(undefined)} />}
    </>
  );
}

/** The result of the last change, since the page was reloaded for the menu. */
function Done({
  rows,
  saved,
  deleted,
}: {
  readonly rows: readonly Row[];
  readonly saved: string | null;
  readonly deleted: string | null;
}) {
  const row = rows.find(({ name }) => name === (saved ?? deleted));
  if (!row) return null;
  const type = boot.types.find(({ name }) => name === row.name);
  return (
    <p className="types-done" role="status">
      {saved === null
        ? sayWith('“%s” deleted', <bdi>{row.plural}</bdi>)
        : sayWith('“%s” saved', <bdi>{row.plural}</bdi>)}{' '}
      {saved !== null && type && (
        <>
          <Link to={newAddress(type.name)}>{sayWith('Add %s', <bdi>{type.singular}</bdi>)}</Link>{' '}
          <Link to={fieldsScreen(type.name)}>{say('Define its fields')}</Link>
        </>
      )}
    </p>
  );
}

const fieldsScreen = (type: string) => `${customFieldsAddress}?type=${type}`;

interface ListProps {
  readonly kind: Kind;
  readonly title: string;
  readonly add: string;
  readonly empty: string;
  readonly rows: readonly Row[];
  readonly onRemove: (row: Row) => void;
}

function DefinitionList({ kind, title, add, empty, rows, onRemove }: ListProps) {
  const order = ['defined', 'found', 'deleted'];
  const sorted = rows.toSorted((a, b) => order.indexOf(a.state) - order.indexOf(b.state));
  return (
    <section className="types-list" aria-label={title}>
      <div className="types-head">
        <h2>{title}</h2>
        <Link className="components-button is-secondary" to={editTypeAddress(kind, '')}>
          {add}
        </Link>
      </div>
      {rows.length === 0 && <p className="types-none">{empty}</p>}
      {rows.length > 0 && (
        <ul>
          {sorted.map((row) => (
            <li key={row.name} className={`types-row is-${row.state}`}>
              <DefinitionRow kind={kind} row={row} onRemove={() => onRemove(row)} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function DefinitionRow({
  kind,
  row,
  onRemove,
}: {
  readonly kind: Kind;
  readonly row: Row;
  readonly onRemove: () => void;
}) {
  const { name, plural, slug, state, items } = row;
  const { fault, isBusy, send } = useSending();
  const count = kind === 'type' ? sayCount('%d item|%d items', items) : sayCount('%d term|%d terms', items);
  const isListed =
    state === 'defined' && (kind === 'taxonomy' || boot.types.some((one) => one.name === name));
  return (
    <>
      <span className="types-name">
        {state === 'defined' ? (
          <Link to={editTypeAddress(kind, name)}>
            <bdi>{plural}</bdi>
          </Link>
        ) : (
          <bdi>{plural}</bdi>
        )}
        <small>
          <code dir="ltr">{state === 'defined' ? `/${slug}/` : name}</code>
        </small>
      </span>
      <span className="types-count">
        {isListed ? (
          <Link to={kind === 'type' ? listAddress(name) : termsAddress(name)}>{count}</Link>
        ) : (
          count
        )}
      </span>
      <span className="types-actions">
        {state === 'defined' && kind === 'type' && (
          <Link className="components-button is-tertiary" to={fieldsScreen(name)}>
            {say('Fields')}
          </Link>
        )}
        {state === 'defined' && (
          <Button variant="tertiary" isDestructive onClick={onRemove}>
            {say('Delete')}
          </Button>
        )}
        {state === 'found' && (
          <Link className="components-button is-secondary" to={editTypeAddress(kind, name)}>
            {say('Define')}
          </Link>
        )}
        {state === 'deleted' && (
          <Link className="components-button is-tertiary" to={editTypeAddress(kind, name)}>
            {say('Define')}
          </Link>
        )}
        {state === 'deleted' && (
          <Button
            variant="secondary"
            isBusy={isBusy}
            disabled={isBusy}
            accessibleWhenDisabled
            onClick={() =>
              void send(async () => {
                await saveDefinition(kind, name, row, 0);
                reloadWith('saved', name);
              })
            }
          >
            {say('Restore')}
          </Button>
        )}
      </span>
      {state !== 'defined' && (
        <small className="types-state">
          {state === 'found'
            ? say('Found on this site, for example after an import. Define it to edit its items here.')
            : say('Deleted. Its items are kept, hidden from readers and editors.')}
        </small>
      )}
      <Problem message={fault?.message} />
    </>
  );
}

function RemoveDefinition({
  kind,
  row,
  onClose,
}: {
  readonly kind: Kind;
  readonly row: Row;
  readonly onClose: () => void;
}) {
  const { fault, isBusy, send } = useSending();
  const { items } = row;
  return (
    <Modal title={say('Delete “%s”?', row.plural)} size="small" onRequestClose={onClose}>
      <div className="ask">
        <Problem message={fault?.message} />
        <p>
          {kind === 'type'
            ? sayCount(
                '%d item is kept, but readers and editors can no longer open it. Restore the post type to get it back.|%d items are kept, but readers and editors can no longer open them. Restore the post type to get them back.',
                items,
              )
            : sayCount(
                '%d term is kept, but readers and editors can no longer see it. Restore the taxonomy to get it back.|%d terms are kept, but readers and editors can no longer see them. Restore the taxonomy to get them back.',
                items,
              )}
        </p>
        <Decide
          isBusy={isBusy}
          onCancel={onClose}
          onDecide={() =>
            void send(async () => {
              await removeDefinition(kind, row);
              reloadWith('deleted', row.name);
            })
          }
        >
          {say('Delete')}
        </Decide>
      </div>
    </Modal>
  );
}

function EditDefinition({ kind, name }: { readonly kind: Kind; readonly name: string }) {
  const types = useQuery(allTypes);
  const taxonomies = useQuery(allTaxonomies);
  const error = types.error ?? taxonomies.error;
  const row = (kind === 'type' ? types.data : taxonomies.data)?.find((one) => one.name === name);
  const title =
    name === ''
      ? kind === 'type'
        ? say('Add post type')
        : say('Add taxonomy')
      : say('Edit “%s”', row?.plural ?? name);
  const isLoaded = types.data !== undefined && taxonomies.data !== undefined;
  return (
    <>
      <ScreenHead title={title} />
      <p className="one-links">
        <Link to={typesAddress}>{say('Content types')}</Link>
      </p>
      <Problem message={error?.message} />
      {!isLoaded && !error && <Skeleton />}
      {isLoaded && name !== '' && !row && <p>{say('There is no content type “%s”.', name)}</p>}
      {isLoaded && kind === 'type' && (name === '' || row) && (
        <TypeForm row={types.data.find((one) => one.name === name)} />
      )}
      {isLoaded && kind === 'taxonomy' && (name === '' || row) && (
        <TaxonomyForm row={taxonomies.data.find((one) => one.name === name)} types={types.data} />
      )}
    </>
  );
}
