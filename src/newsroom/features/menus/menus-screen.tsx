import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, CheckboxControl, SelectControl, TextControl } from '@wordpress/components';
import { useId, useState } from 'react';
import type { FormEvent } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { may } from '../../app/boot.ts';
import { CancelButton, SubmitButton } from '../../app/form-modal.tsx';
import { latePart } from '../../app/late.tsx';
import { Problem } from '../../app/problem.tsx';
import type { ListedMenu, MenuTree } from '../../app/rest-types.ts';
import { AccessDenied, ScreenHead, Skeleton } from '../../app/screen-head.tsx';
import { menusAddress } from '../../app/screens.ts';
import { useIsNarrow } from '../../app/use-media-query.ts';
import { useUnsaved } from '../../app/unsaved.tsx';
import { say, sayCount } from '../../words.ts';
import { AddItems } from './add-items.tsx';
import { allMenus, maxRows, menuLocations, menuTree, nameOf } from './menu-data.ts';
import { maxName } from './sent-items.ts';
import type { MenuDraft, Row } from './menu-data.ts';
import { DeleteMenu, MenuConflict, NewMenu } from './menu-dialogs.tsx';
import { MenuRows } from './menu-rows.tsx';
import { useMenuDraft } from './use-menu-draft.ts';
import type { Editing } from './use-menu-draft.ts';
import './menus.css';

const MenuPreview = latePart(async () => (await import('./menu-preview.tsx')).MenuPreview);

/** `nav-menus.php`: the site's menus; `menu` is the id of the current one, 0 a new one. */
export function MenusScreen() {
  if (!may('edit_theme_options'))
    return <AccessDenied>{say('Editing menus requires the capability “edit_theme_options”.')}</AccessDenied>;
  return <Menus />;
}

const addressOf = (id: number) => `${menusAddress}?menu=${id}`;

function Menus() {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const { data: menus, error } = useQuery(allMenus);
  const asked = Number(/^\d{1,15}$/.exec(query.get('menu') ?? '')?.[0] ?? -1);
  const first = menus?.find(({ locations }) => locations?.includes('primary')) ?? menus?.[0];
  const id = asked > 0 ? asked : (first?.id ?? 0);
  const choose = (menu: number) => void navigate(addressOf(menu));
  return (
    <>
      <ScreenHead title={say('Menus')}>
        <div className="menus-actions">
          {menus && menus.length > 0 && <MenuChoice menus={menus} current={id} onChoose={choose} />}
          <Button __next40pxDefaultSize variant="secondary" onClick={() => choose(0)}>
            {say('New menu')}
          </Button>
        </div>
      </ScreenHead>
      <Problem message={error?.message} />
      {!menus && !error && <Skeleton />}
      {menus?.length === 0 && (
        <div className="nothing">
          <p>{say('There are no menus yet. Without one, the header lists the largest categories.')}</p>
          <Button __next40pxDefaultSize variant="primary" onClick={() => choose(0)}>
            {say('Create menu')}
          </Button>
        </div>
      )}
      {menus && id > 0 && (
        <OneMenu key={id} id={id} onLeave={(to) => void navigate(to ? addressOf(to) : menusAddress)} />
      )}
      {asked === 0 && (
        <NewMenu
          onDone={choose}
          onClose={() => void navigate(first ? addressOf(first.id ?? 0) : menusAddress, { replace: true })}
        />
      )}
    </>
  );
}

function MenuChoice({
  menus,
  current,
  onChoose,
}: {
  readonly menus: readonly ListedMenu[];
  readonly current: number;
  readonly onChoose: (id: number) => void;
}) {
  const isKnown = menus.some(({ id }) => id === current);
  return (
    <SelectControl
      __next40pxDefaultSize
      __nextHasNoMarginBottom
      label={say('Menu')}
      hideLabelFromVision
      value={isKnown ? String(current) : ''}
      options={[
        ...(isKnown ? [] : [{ value: '', label: say('Select a menu'), disabled: true }]),
        ...menus.map(({ id, name }) => ({ value: String(id), label: name ?? '' })),
      ]}
      onChange={(id) => onChoose(Number(id))}
    />
  );
}

function OneMenu({ id, onLeave }: { readonly id: number; readonly onLeave: (to?: number) => void }) {
  const { data, error } = useQuery(menuTree(id));
  if (error && !data) return <Problem message={error.message} />;
  if (!data) return <Skeleton />;
  return <MenuEditor menu={data} onLeave={onLeave} />;
}

function MenuEditor({ menu, onLeave }: { readonly menu: MenuTree; readonly onLeave: (to?: number) => void }) {
  const queries = useQueryClient();
  const editing = useMenuDraft(menu);
  const { draft, changeRows } = editing;
  const settle = useUnsaved(editing.isDirty);
  const isNarrow = useIsNarrow();
  const [openKey, setOpenKey] = useState<string>();
  const [isPreviewOpen, setPreviewOpen] = useState(false);
  const [isDeleting, setDeleting] = useState(false);
  const [message, setMessage] = useState('');
  const theirs = editing.fault?.status === 409 ? (editing.fault.theirs as MenuTree | null) : null;
  const add = (row: Row) => {
    changeRows((rows) => [...rows, row]);
    setMessage(say('“%s” added to the end of the menu.', nameOf(row)));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void editing.save(queries);
  };
  const addItems = <AddItems isFull={draft.rows.length >= maxRows} onAdd={add} />;
  return (
    <div className="menus">
      {isNarrow ? (
        <details className="menu-add-fold">
          <summary>{say('Add items')}</summary>
          {addItems}
        </details>
      ) : (
        addItems
      )}
      <form className="menu-main" onSubmit={submit} noValidate>
        {isPreviewOpen && (
          <MenuPreview
            draft={draft}
            openAt={draft.rows.findIndex(({ key }) => key === openKey)}
            onClose={() => setPreviewOpen(false)}
          />
        )}
        <MenuFacts
          menu={menu}
          editing={editing}
          isPreviewOpen={isPreviewOpen}
          onPreview={() => setPreviewOpen(!isPreviewOpen)}
          onDelete={() => setDeleting(true)}
        />
        <Items
          editing={editing}
          openKey={openKey}
          onOpen={setOpenKey}
          announce={setMessage}
          onPreview={() => setPreviewOpen(true)}
        />
        <p className="hidden-text" role="status">
          {message}
        </p>
        {!theirs && <Problem message={editing.fault && saidOf(editing)} />}
        {editing.isDirty && (
          <div className="form-end menu-save">
            <p>{say('Unsaved changes')}</p>
            <CancelButton isDirty onCancel={editing.discard} />
            <SubmitButton isBusy={editing.isBusy}>{say('Save menu')}</SubmitButton>
          </div>
        )}
      </form>
      {theirs && (
        <MenuConflict
          mine={draft}
          theirs={theirs}
          isBusy={editing.isBusy}
          onTheirs={() => editing.adopt(theirs)}
          onMine={() => void editing.save(queries, theirs)}
          onClose={editing.forgive}
        />
      )}
      {isDeleting && (
        <DeleteMenu
          menu={editing.stored}
          onClose={() => setDeleting(false)}
          onDone={(restored) => {
            settle();
            setDeleting(false);
            onLeave(restored);
          }}
        />
      )}
    </div>
  );
}

function Items({
  editing: { draft, faults, changeRows },
  openKey,
  onOpen,
  announce,
  onPreview,
}: {
  readonly editing: Editing;
  readonly openKey: string | undefined;
  readonly onOpen: (key: string | undefined) => void;
  readonly announce: (message: string) => void;
  readonly onPreview: () => void;
}) {
  if (draft.rows.length === 0)
    return <p className="menu-empty">{say('This menu has no items yet. Add the first one.')}</p>;
  return (
    <>
      <p className="menu-hint">
        {say('Drag items to arrange them, or use Alt with the arrow keys.')}{' '}
        {sayCount('%d item.|%d items.', draft.rows.length)}
      </p>
      <MenuRows
        rows={draft.rows}
        faults={faults}
        openKey={openKey}
        onOpen={onOpen}
        onChange={changeRows}
        announce={announce}
        onPreview={() => {
          onPreview();
          requestAnimationFrame(() =>
            document.querySelector('.menu-preview')?.scrollIntoView({ block: 'nearest' }),
          );
        }}
      />
    </>
  );
}

const saidOf = ({ fault, faults }: Editing): string =>
  Object.keys(faults).length > 0 ? say('Some items can’t be saved.') : (fault?.message ?? '');

function MenuFacts({
  menu,
  editing: { draft, change },
  isPreviewOpen,
  onPreview,
  onDelete,
}: {
  readonly menu: MenuTree;
  readonly editing: Editing;
  readonly isPreviewOpen: boolean;
  readonly onPreview: () => void;
  readonly onDelete: () => void;
}) {
  return (
    <div className="menu-facts">
      <div className="menu-facts-name">
        <TextControl
          __next40pxDefaultSize
          __nextHasNoMarginBottom
          label={say('Menu name')}
          value={draft.name}
          maxLength={maxName}
          dir="auto"
          onChange={(name) => change({ name })}
        />
        <Button __next40pxDefaultSize variant="secondary" aria-pressed={isPreviewOpen} onClick={onPreview}>
          {isPreviewOpen ? say('Hide preview') : say('Preview')}
        </Button>
        <Button __next40pxDefaultSize variant="tertiary" isDestructive onClick={onDelete}>
          {say('Delete menu')}
        </Button>
      </div>
      <Locations menuId={menu.id} draft={draft} onChange={(locations) => change({ locations })} />
    </div>
  );
}

function Locations({
  menuId,
  draft,
  onChange,
}: {
  readonly menuId: number;
  readonly draft: MenuDraft;
  readonly onChange: (locations: MenuDraft['locations']) => void;
}) {
  const id = useId();
  const { data: locations } = useQuery(menuLocations);
  const { data: menus } = useQuery(allMenus);
  return (
    <fieldset className="menu-locations" aria-labelledby={id}>
      <legend id={id}>{say('Locations')}</legend>
      {locations?.map(({ name, description, menu }) => {
        const other = menu === menuId ? undefined : menus?.find((one) => one.id === menu)?.name;
        const location = name as MenuDraft['locations'][number];
        const isHere = draft.locations.includes(location);
        return (
          <CheckboxControl
            key={location}
            __nextHasNoMarginBottom
            label={locationTitle(description ?? '')}
            {...(other === undefined
              ? {}
              : { help: isHere ? say('Replaces “%s”', other) : say('Now “%s”', other) })}
            checked={isHere}
            onChange={(isChosen) =>
              onChange(
                isChosen
                  ? [...draft.locations, location]
                  : draft.locations.filter((chosen) => chosen !== location),
              )
            }
          />
        );
      })}
    </fieldset>
  );
}

/** The server's English titles in the user's language. */
function locationTitle(title: string): string {
  switch (title) {
    case 'Main menu':
      return say('Main menu');
    case 'Top menu':
      return say('Top menu');
    case 'Footer menu':
      return say('Footer menu');
    case 'Mobile menu':
      return say('Mobile menu');
    default:
      return title;
  }
}
