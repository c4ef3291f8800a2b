import './media.css';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, CheckboxControl } from '@wordpress/components';
import { grid as gridIcon, list as listIcon } from '@wordpress/icons';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { may } from '../../app/boot.ts';
import { authors } from '../../app/choices.ts';
import { addressNow } from '../../app/list-address.ts';
import { useListSettings } from '../../app/list-settings.ts';
import { ListSearch } from '../../app/list-search.tsx';
import { RestError } from '../../app/rest.ts';
import { SavedViews } from '../../app/saved-views.tsx';
import { ScreenHead } from '../../app/screen-head.tsx';
import { Skeleton } from '../../app/skeleton.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { MoveDialog } from './folder-dialogs.tsx';
import { FolderPane } from './folder-pane.tsx';
import { dragType, foldersQuery } from './folders.ts';
import { MediaDetails } from './media-details.tsx';
import { MediaGrid, MediaLines } from './media-items.tsx';
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
import type { MediaQuery } from './media-list.ts';
import { Select } from './select.tsx';
import { DropAnywhere, UploadTray } from './upload-tray.tsx';
import { addUploads } from './uploads.ts';
import { useChoosing } from './use-choosing.ts';

/** `upload.php`: the files of the site. */
export function MediaScreen() {
  if (!may('upload_files'))
    return (
      <>
        <ScreenHead title="Nothing to see here" />
        <p>The library is for who has the right “upload_files”.</p>
      </>
    );
  return <Library />;
}

function Library() {
  const [address, setAddress] = useSearchParams();
  const query = useMemo(() => readMediaQuery(address), [address]);
  const queries = useQueryClient();
  const settings = useListSettings('media');
  const list = useMedia(query);
  const { data, isPending, isPlaceholderData, error, hasNextPage, fetchNextPage, isFetchingNextPage } = list;
  const rows = useMemo(() => {
    const seen = new Set<number>();
    // What came meanwhile moves the others on: a page may begin with what the one before ended with.
    return (data?.pages ?? []).flatMap(({ body }) => body).filter(({ id }) => !seen.has(id) && seen.add(id));
  }, [data]);
  const [isDeleting, setDeleting] = useState(false);
  const choosing = useChoosing(rows, () => setDeleting(true));
  const picked = rows.filter(({ id }) => choosing.chosen.has(id));
  const input = useRef<HTMLInputElement>(null);
  // Of the address as it is: the screen shows a filter a moment after it was chosen, and another one may be chosen before.
  const go = (changes: Partial<MediaQuery>) =>
    setAddress(writeMediaQuery({ ...readMediaQuery(addressNow()), item: 0, ...changes }));
  const total = data?.pages.at(-1)?.total ?? 0;
  const isNarrowed = query.search !== '' || query.kind.value !== '' || query.month !== '' || query.author > 0;
  const { data: known } = useQuery(foldersQuery);
  // Somebody else deleted the folder that is open.
  const isGone =
    query.folder > 0 && known !== undefined && !known.folders.some(({ id }) => id === query.folder);
  const isRefused = error !== null && query.folder > 0;
  useEffect(() => {
    if (isRefused) void queries.invalidateQueries(foldersQuery);
  }, [isRefused, queries]);
  // Others deleted files meanwhile: there are fewer pages than the first one said.
  const isBeyond =
    list.isFetchNextPageError && error instanceof RestError && error.code === 'rest_post_invalid_page_number';
  useEffect(() => {
    if (isBeyond) void queries.invalidateQueries({ queryKey: ['media', 'library'] });
  }, [isBeyond, queries]);
  const into = isGone ? 0 : Math.max(0, query.folder);
  const upload = (files: Iterable<File>) =>
    addUploads(files, into, () => void queries.invalidateQueries({ queryKey: ['media'] }));
  const [isMoving, setMoving] = useState(false);
  const drag = (id: number, carried: DataTransfer) => {
    const ids = choosing.chosen.has(id) ? [...choosing.chosen] : [id];
    carried.setData(dragType, JSON.stringify(ids));
    carried.effectAllowed = 'move';
    if (ids.length > 1) showCount(ids.length, carried);
  };
  const items = {
    rows,
    chosen: choosing.chosen,
    current: choosing.current,
    onChoose: choosing.choose,
    onKey: choosing.press,
    onFocus: choosing.setFocused,
    onOpen: (item: number) => go({ item }),
    onDrag: drag,
  };
  const openAt = rows.findIndex(({ id }) => id === query.item);
  return (
    <>
      <ScreenHead title="Media">
        <SavedViews path="/upload.php" query={writeMediaQuery({ ...query, item: 0 })} settings={settings} />
        <button type="button" className="head-new" onClick={() => input.current?.click()}>
          Upload files
        </button>
        <input
          ref={input}
          type="file"
          multiple
          hidden
          aria-label="Files to upload"
          onChange={(event) => {
            upload([...(event.target.files ?? [])]);
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
          {error && !isGone && (
            <p className="problem" role="alert">
              {error.message}
            </p>
          )}
          {isPending && <Skeleton rows={12} />}
          {data && (
            <div className="media-count">
              {rows.length > 0 && (
                <CheckboxControl
                  label={picked.length === 0 ? 'Choose all shown' : `${picked.length} chosen`}
                  checked={picked.length === rows.length}
                  indeterminate={picked.length > 0 && picked.length < rows.length}
                  onChange={(isOn) => choosing.setAll(isOn ? rows.map(({ id }) => id) : [])}
                />
              )}
              {picked.length === 0 ? (
                <p>{total === 1 ? 'One file' : `${total.toLocaleString()} files`}</p>
              ) : (
                <>
                  {(known?.folders.length ?? 0) > 0 && picked.some(mayEdit) && (
                    <Button size="compact" variant="secondary" onClick={() => setMoving(true)}>
                      Move to folder
                    </Button>
                  )}
                  {picked.some(mayDelete) && (
                    <Button
                      size="compact"
                      variant="secondary"
                      isDestructive
                      onClick={() => setDeleting(true)}
                    >
                      Delete
                    </Button>
                  )}
                  <Button size="compact" variant="tertiary" onClick={() => choosing.setAll([])}>
                    Choose none
                  </Button>
                </>
              )}
            </div>
          )}
          {isGone && rows.length === 0 && (
            <p className="empty media-empty">
              This folder is not there any more; what was in it is in the library.{' '}
              <Button variant="link" onClick={() => go({ folder: anyFolder })}>
                All files
              </Button>
            </p>
          )}
          {data && rows.length === 0 && !isGone && (
            <div className="empty media-empty">
              <p>
                {isNarrowed
                  ? 'No file is like that.'
                  : query.folder > 0
                    ? 'Nothing is in this folder. Drop files here, or drag some of the library onto it.'
                    : query.folder === 0
                      ? 'Every file has its folder.'
                      : 'The library is empty. Drop files anywhere on this page, or paste a picture.'}
              </p>
              {isNarrowed ? (
                <Button
                  variant="secondary"
                  onClick={() => go({ search: '', kind: kinds[0], month: '', author: 0 })}
                >
                  Reset
                </Button>
              ) : (
                <Button variant="primary" onClick={() => input.current?.click()}>
                  Upload files
                </Button>
              )}
            </div>
          )}
          <div aria-busy={isPlaceholderData} className="media-all">
            {rows.length > 0 &&
              (query.mode === 'list' ? <MediaLines {...items} /> : <MediaGrid {...items} />)}
          </div>
          {hasNextPage && (
            <More
              isBusy={isFetchingNextPage}
              isWatching={!list.isFetching && error === null}
              onMore={() => void fetchNextPage()}
              left={total - rows.length}
            />
          )}
        </div>
      </div>
      <DropAnywhere said="Drop files to put them into the library" onFiles={upload} />
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
      {isMoving && known && picked.length > 0 && (
        <MoveDialog
          rows={picked}
          folders={known.folders}
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

/** What is seen at the pointer while several files are dragged: how many. */
function showCount(count: number, data: DataTransfer): void {
  const badge = Object.assign(document.createElement('div'), {
    className: 'drag-count',
    textContent: `${count} files`,
  });
  document.body.append(badge);
  data.setDragImage(badge, -12, -12);
  window.setTimeout(() => badge.remove()); // the browser has its picture by then
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
        label="Search the library"
        placeholder="Search by title"
        value={query.search}
        onSearch={(search) => onChange({ search })}
      />
      <Select
        label="Show"
        value={query.kind.value}
        options={kinds.map(({ value, label }) => ({ value, label }))}
        onChange={(value) => onChange({ kind: kinds.find((kind) => kind.value === value) ?? kinds[0] })}
      />
      <Select
        label="Month"
        value={query.month}
        onChange={(month) => onChange({ month })}
        options={[
          { value: '', label: 'All months' },
          ...all.map((month) => ({ value: month, label: monthName(month) })),
        ]}
      />
      <Select
        label="Author"
        value={String(query.author)}
        onChange={(author) => onChange({ author: Number(author) })}
        options={[
          { value: '0', label: 'Everybody’s' },
          ...people.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
      />
      <Select
        label="Order"
        value={query.order}
        options={orders.map(({ value, label }) => ({ value, label }))}
        onChange={(order) =>
          onChange({ order: orders.find(({ value }) => value === order)?.value ?? 'date-desc' })
        }
      />
      <div className="media-modes" role="group" aria-label="Shown as">
        <Button
          icon={gridIcon}
          label="Squares"
          isPressed={query.mode === 'grid'}
          onClick={() => onChange({ mode: 'grid' })}
        />
        <Button
          icon={listIcon}
          label="Lines"
          isPressed={query.mode === 'list'}
          onClick={() => onChange({ mode: 'list' })}
        />
      </div>
    </div>
  );
}

/** Asks for more as soon as it comes near, where `isWatching`: what was refused would be asked for ever. Who goes by keys presses it. */
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
        Show more ({left.toLocaleString()})
      </Button>
    </div>
  );
}
