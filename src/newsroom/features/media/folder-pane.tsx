import './folders.css';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, DropdownMenu, Icon, MenuGroup, MenuItem } from '@wordpress/components';
import { inbox, moreVertical, plus } from '@wordpress/icons';
import { useState } from 'react';
import type { DragEvent, ReactNode } from 'react';
import { may } from '../../app/boot.ts';
import type { MediaFolders } from '../../app/rest-types.ts';
import { useIsNarrow } from '../../app/use-media-query.ts';
import { DeleteFolderDialog, FolderDialog } from './folder-dialogs.tsx';
import { dragType, folderChoices, foldersQuery, moveFiles, treeOf } from './folders.ts';
import type { Folder } from './folders.ts';
import { anyFolder, mayEdit } from './media-list.ts';
import type { MediaRow } from './media-list.ts';
import { Select } from './media-items.tsx';
import { say } from '../../words.ts';

type Open =
  | { readonly dialog: 'edit'; readonly folder: Folder }
  | { readonly dialog: 'delete'; readonly folder: Folder }
  | { readonly dialog: 'new'; readonly within: number };

/** The folder tree, onto which files can be dragged; a select on phones. `rows`: the files on display. */
export function FolderPane({
  folder,
  rows,
  onOpen,
  onMoved,
}: {
  readonly folder: number;
  readonly rows: readonly MediaRow[];
  readonly onOpen: (folder: number) => void;
  readonly onMoved: () => void;
}) {
  const { data } = useQuery(foldersQuery);
  const isNarrow = useIsNarrow();
  const queries = useQueryClient();
  const [open, setOpen] = useState<Open>();
  const mayManage = may('manage_categories');
  if (!data || (data.folders.length === 0 && !mayManage)) return null;
  const { folders, all, none } = data;
  const current = folders.find(({ id }) => id === folder);
  const drop = (to: number, name: string, ids: readonly number[]) => {
    const moved = rows.filter(({ id }) => ids.includes(id));
    if (moved.some(mayEdit)) onMoved();
    void moveFiles(queries, moved, to, name);
  };
  const acts = (one: Folder) => <FolderMenu folder={one} onOpen={setOpen} />;
  const add = mayManage && (
    <Button
      icon={plus}
      size="small"
      label={say('New folder')}
      onClick={() => setOpen({ dialog: 'new', within: current?.id ?? 0 })}
    />
  );
  return (
    <div className="folders">
      {isNarrow ? (
        <div className="folders-short">
          <FolderSelect folder={folder} known={data} onOpen={onOpen} />
          {current && mayManage && acts(current)}
          {add}
        </div>
      ) : (
        <nav aria-label={say('Folders')}>
          <div className="folders-head">
            <h2>{say('Folders')}</h2>
            {add}
          </div>
          <ul>
            <Place
              label={say('All files')}
              count={all}
              isOpen={folder === anyFolder}
              onOpen={() => onOpen(anyFolder)}
            />
            <Place
              label={say('No folder')}
              count={none}
              isOpen={folder === 0}
              onOpen={() => onOpen(0)}
              onDrop={(ids) => drop(0, '', ids)}
            />
            {treeOf(folders).map((one) => (
              <Place
                key={one.id}
                label={one.name}
                count={one.count}
                depth={one.depth}
                isFolder
                isOpen={one.id === folder}
                onOpen={() => onOpen(one.id)}
                onDrop={(ids) => drop(one.id, one.name, ids)}
              >
                {mayManage && acts(one)}
              </Place>
            ))}
          </ul>
          {folders.length === 0 && <p>{say('Moving a file to a folder doesn’t change its URL.')}</p>}
        </nav>
      )}
      {open && (
        <OpenDialog
          open={open}
          folders={folders}
          onDone={() => setOpen(undefined)}
          onMade={(made) => onOpen(made.id)}
          onGoing={(deleted) => deleted.id === folder && onOpen(anyFolder)}
        />
      )}
    </div>
  );
}

const counted = (label: string, count: number) => say('%s (%s)', label, count.toLocaleString());

function FolderSelect({
  folder,
  known: { folders, all, none },
  onOpen,
}: {
  readonly folder: number;
  readonly known: MediaFolders;
  readonly onOpen: (folder: number) => void;
}) {
  return (
    <Select
      label={say('Folder')}
      value={String(folder)}
      onChange={(value) => onOpen(Number(value))}
      options={[
        { value: String(anyFolder), label: counted(say('All folders'), all) },
        { value: '0', label: counted(say('No folder'), none) },
        ...folderChoices(folders, ({ name, count }) => counted(name, count)),
      ]}
    />
  );
}

function FolderMenu({ folder, onOpen }: { readonly folder: Folder; readonly onOpen: (open: Open) => void }) {
  const choices: readonly { readonly label: string; readonly open: Open }[] = [
    { label: say('Rename or move…'), open: { dialog: 'edit', folder } },
    { label: say('New subfolder…'), open: { dialog: 'new', within: folder.id } },
    { label: say('Delete…'), open: { dialog: 'delete', folder } },
  ];
  return (
    <DropdownMenu
      icon={moreVertical}
      label={say('Folder “%s”', folder.name)}
      toggleProps={{ size: 'small' }}
      popoverProps={{ placement: 'bottom-end' }}
    >
      {({ onClose }) => (
        <MenuGroup>
          {choices.map(({ label, open }) => (
            <MenuItem
              key={label}
              isDestructive={open.dialog === 'delete'}
              onClick={() => {
                onClose();
                onOpen(open);
              }}
            >
              {label}
            </MenuItem>
          ))}
        </MenuGroup>
      )}
    </DropdownMenu>
  );
}

function OpenDialog({
  open,
  folders,
  onDone,
  onMade,
  onGoing,
}: {
  readonly open: Open;
  readonly folders: readonly Folder[];
  readonly onDone: () => void;
  readonly onMade: (made: Folder) => void;
  readonly onGoing: (folder: Folder) => void;
}) {
  if (open.dialog === 'edit')
    return <FolderDialog folder={open.folder} within={0} folders={folders} onDone={onDone} />;
  if (open.dialog === 'delete')
    return (
      <DeleteFolderDialog
        folder={open.folder}
        folders={folders}
        onDone={onDone}
        onGoing={() => onGoing(open.folder)}
      />
    );
  return (
    <FolderDialog
      within={open.within}
      folders={folders}
      onDone={(made) => {
        onDone();
        if (made) onMade(made);
      }}
    />
  );
}

const folderIcon = (
  <svg viewBox="0 0 24 24">
    <path d="M4 6.5h5.6l2 2H20v9.3H4zm1.5 1.5v8.3h13V10H11L9 8z" />
  </svg>
);

const holdsOurs = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes(dragType);

function Place({
  label,
  count,
  depth = 0,
  isOpen,
  isFolder = false,
  onOpen,
  onDrop,
  children,
}: {
  readonly label: string;
  readonly count: number;
  readonly depth?: number;
  readonly isOpen: boolean;
  readonly isFolder?: boolean;
  readonly onOpen: () => void;
  readonly onDrop?: (ids: readonly number[]) => void;
  readonly children?: ReactNode;
}) {
  const [isOver, setOver] = useState(false);
  const over = (event: DragEvent) => {
    if (!onDrop || !holdsOurs(event)) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'move';
    setOver(true);
  };
  const drop = (event: DragEvent) => {
    setOver(false);
    if (!onDrop || !holdsOurs(event)) return;
    event.preventDefault();
    const ids: unknown = JSON.parse(event.dataTransfer.getData(dragType) || '[]');
    if (Array.isArray(ids)) onDrop(ids.filter((id) => typeof id === 'number'));
  };
  return (
    <li
      data-over={isOver}
      onDragEnter={over}
      onDragOver={over}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <button
        type="button"
        aria-current={isOpen ? 'true' : undefined}
        style={{ paddingInlineStart: `${10 + depth * 16}px` }}
        onClick={onOpen}
      >
        <Icon icon={isFolder ? folderIcon : inbox} size={20} />
        <span dir="auto">{label}</span>
        <small>{count.toLocaleString()}</small>
      </button>
      {children}
    </li>
  );
}
