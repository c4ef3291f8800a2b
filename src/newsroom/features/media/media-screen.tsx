import './media.css';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, CheckboxControl } from '@wordpress/components';
import { grid as gridIcon, list as listIcon } from '@wordpress/icons';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { may } from '../../app/boot.ts';
import { authors } from '../../app/choices.ts';
import { addressNow } from '../../app/use-list-view.ts';
import { ListSearch } from '../../app/list-parts.tsx';
import { Problem } from '../../app/problem.tsx';
import { RestError } from '../../app/rest.ts';
import { SavedViews, useListSettings } from '../../app/saved-views.tsx';
import { AccessDenied, ScreenHead, Skeleton } from '../../app/screen-head.tsx';
import { DeleteDialog } from './file-dialogs.tsx';
import { MoveDialog } from './folder-dialogs.tsx';
import { FolderPane } from './folder-pane.tsx';
import { dragType, foldersQuery } from './folders.ts';
import { MediaDetails } from './media-details.tsx';
import { MediaGrid, MediaLines, Select } from './media-items.tsx';
import {
  anyFolder,
  kinds,
  mayDelete,
  mayEdit,
  mediaMonths,
  monthName,
  orders,
  readMediaQuery,
  useMedia,
  writeMediaQuery,
} from './media-list.ts';
import type { MediaQuery, MediaRow } from './media-list.ts';
import { DropAnywhere, UploadTray, addUploads } from './uploads.tsx';
import { useChoosing } from './use-choosing.ts';
import { say, sayCount } from '../../words.ts';

/** `upload.php`: the media library. */
export function MediaScreen() {
  if (!may('upload_files'))
    return <AccessDenied>{say('The media library requires the capability “upload_files”.')}</AccessDenied>;
  return <Library />;
}

function useLibrary(query: MediaQuery) {
  const queries = useQueryClient();
  const list = useMedia(query);
  const { data, error } = list;
  const rows = useMemo(() => {
    const seen = new Set<number>();
    // New uploads shift later pages, so pages may overlap.
    return (data?.pages ?? []).flatMap(({ body }) => body).filter(({ id }) => !seen.has(id) && seen.add(id));
  }, [data]);
  const { data: known } = useQuery(foldersQuery);
  // Another user deleted the open folder.
  const isGone =
    query.folder > 0 && known !== undefined && !known.folders.some(({ id }) => id === query.folder);
  const isRefused = error !== null && query.folder > 0;
  useEffect(() => {
    if (isRefused) void queries.invalidateQueries(foldersQuery);
  }, [isRefused, queries]);
  // Other users deleted files: there are fewer pages than the first response said.
  const isBeyond =
    list.isFetchNextPageError && error instanceof RestError && error.code === 'rest_post_invalid_page_number';
  useEffect(() => {
    if (isBeyond) void queries.invalidateQueries({ queryKey: ['media', 'library'] });
  }, [isBeyond, queries]);
  const into = isGone ? 0 : Math.max(0, query.folder);
  return {
    list,
    rows,
    total: data?.pages.at(-1)?.total ?? 0,
    folders: known?.folders ?? [],
    isGone,
    upload: (files: Iterable<File>) =>
      addUploads(files, into, () => void queries.invalidateQueries({ queryKey: ['media'] })),
  };
}

/** Drags a file, or the whole selection if it belongs to it. */
function carry(id: number, chosen: ReadonlySet<number>, carried: DataTransfer): void {
  const ids = chosen.has(id) ? [...chosen] : [id];
  carried.setData(dragType, JSON.stringify(ids));
  carried.effectAllowed = 'move';
  if (ids.length > 1) showCount(ids.length, carried);
}

function Library() {
  const [address, setAddress] = useSearchParams();
  const query = useMemo(() => readMediaQuery(address), [address]);
  const settings = useListSettings('media');
  const library = useLibrary(query);
  const { rows, folders } = library;
  const [isDeleting, setDeleting] = useState(false);
  const [isMoving, setMoving] = useState(false);
  const choosing = useChoosing(rows, () => setDeleting(true));
  const { picked } = choosing;
  const input = useRef<HTMLInputElement>(null);
  const upload = () => input.current?.click();
  // Starts from the current URL: the screen renders a filter with a delay, and another may be chosen before.
  const go = (changes: Partial<MediaQuery>) =>
    setAddress(writeMediaQuery({ ...readMediaQuery(addressNow()), item: 0, ...changes }));
  const openAt = rows.findIndex(({ id }) => id === query.item);
  return (
    <>
      <ScreenHead title={say('Media')}>
        <SavedViews path="/upload.php" query={writeMediaQuery({ ...query, item: 0 })} settings={settings} />
        <button type="button" className="head-new" onClick={upload}>
          {say('Upload files')}
        </button>
        <input
          ref={input}
          type="file"
          multiple
          hidden
          aria-label={say('Files to upload')}
          onChange={(event) => {
            library.upload([...(event.target.files ?? [])]);
            event.target.value = '';
          }}
        />
      </ScreenHead>
      <div className="media-body">
        <FolderPane
          folder={query.folder}
          rows={rows}
          onMoved={() => choosing.setAll([])}
          onOpen={(folder) => {
            choosing.setAll([]);
            go({ folder });
          }}
        />
        <div className="media-main">
          <Filters query={query} onChange={go} />
          <Files
            query={query}
            library={library}
            choosing={choosing}
            onChange={go}
            onUpload={upload}
            onMove={() => setMoving(true)}
            onDelete={() => setDeleting(true)}
          />
        </div>
      </div>
      <DropAnywhere message={say('Drop files to upload')} onFiles={library.upload} />
      <UploadTray />
      {query.item > 0 && (
        <MediaDetails
          key={query.item}
          id={query.item}
          before={rows[openAt - 1]?.id}
          after={openAt < 0 ? undefined : rows[openAt + 1]?.id}
          onGo={(item) => go({ item })}
          onClose={() => {
            go({ item: 0 });
            choosing.focus(rows[openAt]);
          }}
        />
      )}
      {isMoving && picked.length > 0 && (
        <MoveDialog
          rows={picked}
          folders={folders}
          onDone={(isMoved) => {
            setMoving(false);
            if (isMoved) choosing.setAll([]);
          }}
        />
      )}
      {isDeleting && picked.length > 0 && (
        <DeleteDialog
          rows={picked.filter(mayDelete)}
          refused={picked.filter((row) => !mayDelete(row)).length}
          onClose={(isDone) => {
            setDeleting(false);
            if (isDone) choosing.setAll([]);
          }}
        />
      )}
    </>
  );
}

interface FilesProps {
  readonly query: MediaQuery;
  readonly library: ReturnType<typeof useLibrary>;
  readonly choosing: ReturnType<typeof useChoosing>;
  readonly onChange: (changes: Partial<MediaQuery>) => void;
  readonly onUpload: () => void;
  readonly onMove: () => void;
  readonly onDelete: () => void;
}

function Files({ query, library, choosing, onChange, onUpload, onMove, onDelete }: FilesProps) {
  const { list, rows, total, folders, isGone } = library;
  const { data, error } = list;
  const items = {
    rows,
    chosen: choosing.chosen,
    current: choosing.current,
    onChoose: choosing.choose,
    onKey: choosing.press,
    onFocus: choosing.setFocused,
    onOpen: (item: number) => onChange({ item }),
    onDrag: (id: number, carried: DataTransfer) => carry(id, choosing.chosen, carried),
  };
  return (
    <>
      <Problem message={isGone ? undefined : error?.message} />
      {list.isPending && <Skeleton rows={12} />}
      {data && (
        <div className="media-count">
          <ChooseAll rows={rows} choosing={choosing} />
          {choosing.picked.length === 0 ? (
            <p>{sayCount('%d file|%d files', total, total.toLocaleString())}</p>
          ) : (
            <ChosenActions
              picked={choosing.picked}
              onMove={folders.length > 0 ? onMove : undefined}
              onDelete={onDelete}
              onClear={() => choosing.setAll([])}
            />
          )}
        </div>
      )}
      {rows.length === 0 && isGone && <DeletedFolder onLeave={() => onChange({ folder: anyFolder })} />}
      {rows.length === 0 && !isGone && data && (
        <NoFiles query={query} onChange={onChange} onUpload={onUpload} />
      )}
      <div aria-busy={list.isPlaceholderData} className="media-all">
        {rows.length > 0 && (query.mode === 'list' ? <MediaLines {...items} /> : <MediaGrid {...items} />)}
      </div>
      {list.hasNextPage && (
        <More
          isBusy={list.isFetchingNextPage}
          isWatching={!list.isFetching && error === null}
          onMore={() => void list.fetchNextPage()}
          left={total - rows.length}
        />
      )}
    </>
  );
}

function ChooseAll({
  rows,
  choosing: { picked, setAll },
}: {
  readonly rows: readonly MediaRow[];
  readonly choosing: ReturnType<typeof useChoosing>;
}) {
  if (rows.length === 0) return null;
  return (
    <CheckboxControl
      label={picked.length === 0 ? say('Select all') : sayCount('%d selected|%d selected', picked.length)}
      checked={picked.length === rows.length}
      indeterminate={picked.length > 0 && picked.length < rows.length}
      onChange={(isOn) => setAll(isOn ? rows.map(({ id }) => id) : [])}
    />
  );
}

/** `onMove`: undefined without folders. */
function ChosenActions({
  picked,
  onMove,
  onDelete,
  onClear,
}: {
  readonly picked: readonly MediaRow[];
  readonly onMove: (() => void) | undefined;
  readonly onDelete: () => void;
  readonly onClear: () => void;
}) {
  return (
    <>
      {onMove && picked.some(mayEdit) && (
        <Button size="compact" variant="secondary" onClick={onMove}>
          {say('Move to folder')}
        </Button>
      )}
      {picked.some(mayDelete) && (
        <Button size="compact" variant="secondary" isDestructive onClick={onDelete}>
          {say('Delete')}
        </Button>
      )}
      <Button size="compact" variant="tertiary" onClick={onClear}>
        {say('Deselect all')}
      </Button>
    </>
  );
}

function DeletedFolder({ onLeave }: { readonly onLeave: () => void }) {
  return (
    <p className="empty media-empty">
      {say('This folder no longer exists. Its files are in the media library.')}{' '}
      <Button variant="link" onClick={onLeave}>
        {say('All files')}
      </Button>
    </p>
  );
}

function NoFiles({
  query: { search, kind, month, author, folder },
  onChange,
  onUpload,
}: Pick<FilesProps, 'query' | 'onChange' | 'onUpload'>) {
  const isNarrowed = search !== '' || kind.value !== '' || month !== '' || author > 0;
  return (
    <div className="empty media-empty">
      <p>
        {isNarrowed
          ? say('No files found.')
          : folder > 0
            ? say('This folder is empty. Drop files here, or drag files from the library onto it.')
            : folder === 0
              ? say('All files are in folders.')
              : say('The media library is empty. Drop files anywhere on this page, or paste an image.')}
      </p>
      {isNarrowed ? (
        <Button
          variant="secondary"
          onClick={() => onChange({ search: '', kind: kinds[0], month: '', author: 0 })}
        >
          {say('Reset')}
        </Button>
      ) : (
        <Button variant="primary" onClick={onUpload}>
          {say('Upload files')}
        </Button>
      )}
    </div>
  );
}

function showCount(count: number, data: DataTransfer): void {
  const badge = Object.assign(document.createElement('div'), {
    className: 'drag-count',
    textContent: sayCount('%d file|%d files', count),
  });
  document.body.append(badge);
  data.setDragImage(badge, -12, -12);
  window.setTimeout(() => badge.remove());
}

function Filters({
  query,
  onChange,
}: {
  readonly query: MediaQuery;
  readonly onChange: (changes: Partial<MediaQuery>) => void;
}) {
  const { data: known = [] } = useQuery(mediaMonths);
  const { data: people = [] } = useQuery(authors);
  const all = query.month === '' || known.includes(query.month) ? known : [query.month, ...known];
  return (
    <div className="media-filters" role="search">
      <ListSearch
        label={say('Search media')}
        placeholder={say('Search by title')}
        value={query.search}
        onSearch={(search) => onChange({ search })}
      />
      <Select
        label={say('Show')}
        value={query.kind.value}
        options={kinds.map(({ value, label }) => ({ value, label }))}
        onChange={(value) => onChange({ kind: kinds.find((kind) => kind.value === value) ?? kinds[0] })}
      />
      <Select
        label={say('Month')}
        value={query.month}
        onChange={(month) => onChange({ month })}
        options={[
          { value: '', label: say('All dates') },
          ...all.map((month) => ({ value: month, label: monthName(month) })),
        ]}
      />
      <Select
        label={say('Author')}
        value={String(query.author)}
        onChange={(author) => onChange({ author: Number(author) })}
        options={[
          { value: '0', label: say('All users') },
          ...people.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
      />
      <Select
        label={say('Order')}
        value={query.order}
        options={orders.map(({ value, label }) => ({ value, label }))}
        onChange={(order) =>
          onChange({ order: orders.find(({ value }) => value === order)?.value ?? 'date-desc' })
        }
      />
      <div className="media-modes" role="group" aria-label={say('View')}>
        <Button
          icon={gridIcon}
          label={say('Grid view')}
          isPressed={query.mode === 'grid'}
          onClick={() => onChange({ mode: 'grid' })}
        />
        <Button
          icon={listIcon}
          label={say('List view')}
          isPressed={query.mode === 'list'}
          onClick={() => onChange({ mode: 'list' })}
        />
      </div>
    </div>
  );
}

/** Loads the next page when it scrolls near, if `isWatching` (a refused request would be repeated forever); keyboard users press it. */
function More({
  isBusy,
  isWatching,
  left,
  onMore,
}: {
  readonly isBusy: boolean;
  readonly isWatching: boolean;
  readonly left: number;
  readonly onMore: () => void;
}) {
  const end = useRef<HTMLDivElement>(null);
  const more = useRef(onMore);
  useEffect(() => {
    more.current = onMore;
  });
  useEffect(() => {
    const watcher = new IntersectionObserver(
      (seen) => {
        if (seen.some(({ isIntersecting }) => isIntersecting)) more.current();
      },
      { rootMargin: '600px' },
    );
    if (end.current && isWatching) watcher.observe(end.current);
    return () => watcher.disconnect();
  }, [isWatching]);
  return (
    <div className="media-more" ref={end}>
      <Button variant="secondary" isBusy={isBusy} onClick={onMore}>
        {say('Show more (%s)', left.toLocaleString())}
      </Button>
    </div>
  );
}
