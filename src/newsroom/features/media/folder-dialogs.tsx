import { useQueryClient } from '@tanstack/react-query';
import type { Query } from '@tanstack/react-query';
import { Button, Modal, SelectControl, TextControl } from '@wordpress/components';
import { useState } from 'react';
import type { FormEvent } from 'react';
import { FormModal, useIsUnmounted } from '../../app/form-modal.tsx';
import { Problem } from '../../app/problem.tsx';
import { rest, RestError } from '../../app/rest.ts';
import type { FolderSent, NewFolderSent } from '../../app/rest-types.ts';
import { toast } from '../../app/toasts.tsx';
import { folderChoices, moveFiles, withInner } from './folders.ts';
import type { Folder } from './folders.ts';
import { isListOf } from './media-list.ts';
import type { MediaRow } from './media-list.ts';
import { say, sayCount } from '../../words.ts';

const path = '/broadsheet/v1/media-folders';

/** Maximum length that fits the tree. */
const maxNameLength = 100;

/** Runs a folder change, shows the result and keeps a refusal for the dialog. Closing the dialog does not cancel the request. */
function useDoing() {
  const queries = useQueryClient();
  const [fault, setFault] = useState('');
  const [isBusy, setBusy] = useState(false);
  const isClosed = useIsUnmounted();
  /** `isGone`: matches queries of something that no longer exists. */
  const run = async (work: () => Promise<string>, isGone: (query: Query) => boolean = () => false) => {
    if (isBusy) return;
    setBusy(true);
    setFault('');
    try {
      await queries.cancelQueries({ predicate: isGone });
      const message = await work();
      await queries.invalidateQueries({ queryKey: ['media'], predicate: (query) => !isGone(query) });
      toast(message);
    } catch (error) {
      if (!(error instanceof RestError)) throw error;
      if (isClosed()) toast(error.message);
      setFault(error.message);
      setBusy(false);
    }
  };
  return { fault, isBusy, isClosed, run };
}

export function FolderDialog({
  folder,
  within,
  folders,
  onDone,
}: {
  /** Undefined for a new folder. */
  readonly folder?: Folder | undefined;
  readonly within: number;
  readonly folders: readonly Folder[];
  /** Receives the folder, or undefined if cancelled. */
  readonly onDone: (made: Folder | undefined) => void;
}) {
  const [name, setName] = useState(folder?.name ?? '');
  const [parent, setParent] = useState(folder?.parent ?? within);
  const { fault, isBusy, isClosed, run } = useDoing();
  const closed = folder ? withInner(folders, folder.id) : new Set<number>();
  const choices = folderChoices(folders).filter(({ value }) => !closed.has(Number(value)));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === '') return;
    void run(async () => {
      const { body: made } = folder
        ? await rest<Folder, FolderSent>(`${path}/${folder.id}`, {
            method: 'POST',
            body: {
              ...(name === folder.name ? {} : { name }),
              ...(parent === folder.parent ? {} : { parent }),
              revision: folder.revision,
            },
          })
        : await rest<Folder, NewFolderSent>(path, { method: 'POST', body: { name, parent } });
      if (!isClosed()) onDone(made);
      return folder ? say('Folder “%s” updated.', made.name) : say('Folder “%s” created.', made.name);
    });
  };
  return (
    <FormModal
      title={folder ? say('Rename or move folder') : say('New folder')}
      size="small"
      isDirty={name !== (folder?.name ?? '') || parent !== (folder?.parent ?? within)}
      onRequestClose={() => onDone(undefined)}
    >
      <form className="form" onSubmit={submit}>
        <Problem message={fault} />
        <TextControl
          __next40pxDefaultSize
          label={say('Name')}
          help={say('Readers don’t see folders.')}
          dir="auto"
          value={name}
          maxLength={maxNameLength}
          onChange={setName}
        />
        {choices.length > 0 && (
          <SelectControl
            __next40pxDefaultSize
            label={say('Parent folder')}
            value={String(parent)}
            options={[{ value: '0', label: say('Media library') }, ...choices]}
            onChange={(value) => setParent(Number(value))}
          />
        )}
        <div className="form-end">
          <Button variant="tertiary" onClick={() => onDone(undefined)}>
            {say('Cancel')}
          </Button>
          <Button
            variant="primary"
            type="submit"
            isBusy={isBusy}
            disabled={name.trim() === '' || isBusy}
            accessibleWhenDisabled
          >
            {folder ? say('Save') : say('Create folder')}
          </Button>
        </div>
      </form>
    </FormModal>
  );
}

export function DeleteFolderDialog({
  folder,
  folders,
  onGoing,
  onDone,
}: {
  readonly folder: Folder;
  readonly folders: readonly Folder[];
  /** Called before deletion, so that the screen leaves the folder first. */
  readonly onGoing: () => void;
  readonly onDone: () => void;
}) {
  const { fault, isBusy, isClosed, run } = useDoing();
  const inner = folders.filter(({ parent }) => parent === folder.id).length;
  const outer = folders.find(({ id }) => id === folder.parent)?.name;
  const remove = () =>
    void run(async () => {
      onGoing();
      await rest(`${path}/${folder.id}?revision=${folder.revision}`, { method: 'DELETE' });
      if (!isClosed()) onDone();
      return say('Folder “%s” deleted. Its files are in the media library.', folder.name);
    }, isListOf(folder.id)); // the screen may not have left it yet
  return (
    <Modal title={say('Delete the folder “%s”?', folder.name)} size="small" onRequestClose={onDone}>
      <div className="ask">
        <Problem message={fault} />
        <p>
          {folder.count === 0
            ? say('The folder is empty.')
            : sayCount(
                'The file in it stays in the media library, without a folder. Its URL doesn’t change.|The %d files in it stay in the media library, without a folder. Their URLs don’t change.',
                folder.count,
                folder.count.toLocaleString(),
              )}
          {inner > 0 &&
            ` ${
              outer === undefined
                ? sayCount(
                    'Its subfolder moves to the media library.|Its %d subfolders move to the media library.',
                    inner,
                  )
                : sayCount(
                    'Its subfolder moves to “%2$s”.|Its %1$d subfolders move to “%2$s”.',
                    inner,
                    inner,
                    outer,
                  )
            }`}
        </p>
        <div className="ask-end">
          <Button variant="tertiary" onClick={onDone}>
            {say('Cancel')}
          </Button>
          <Button
            variant="primary"
            isDestructive
            isBusy={isBusy}
            disabled={isBusy}
            accessibleWhenDisabled
            onClick={remove}
          >
            {say('Delete folder')}
          </Button>
        </div>
      </div>
    </Modal>
  );
}

export function MoveDialog({
  rows,
  folders,
  onDone,
}: {
  readonly rows: readonly MediaRow[];
  readonly folders: readonly Folder[];
  readonly onDone: (isMoved: boolean) => void;
}) {
  const queries = useQueryClient();
  const [folder, setFolder] = useState(0);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onDone(true);
    void moveFiles(queries, rows, folder, folders.find(({ id }) => id === folder)?.name ?? '');
  };
  return (
    <Modal
      title={sayCount('Move the file|Move %d files', rows.length)}
      size="small"
      focusOnMount="firstContentElement"
      onRequestClose={() => onDone(false)}
    >
      <form className="form" onSubmit={submit}>
        <SelectControl
          __next40pxDefaultSize
          label={say('Folder')}
          help={say('URLs don’t change.')}
          value={String(folder)}
          options={[{ value: '0', label: say('No folder') }, ...folderChoices(folders)]}
          onChange={(value) => setFolder(Number(value))}
        />
        <div className="form-end">
          <Button variant="tertiary" onClick={() => onDone(false)}>
            {say('Cancel')}
          </Button>
          <Button variant="primary" type="submit">
            {say('Move')}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
