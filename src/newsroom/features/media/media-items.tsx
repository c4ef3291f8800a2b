import { Icon } from '@wordpress/components';
import { audio, image, page as fileIcon, video } from '@wordpress/icons';
import { memo, useState, useId } from 'react';
import type { KeyboardEvent, MouseEvent } from 'react';
import { Moment } from '../../app/moment.tsx';
import { plainText } from '../../app/rest-types.ts';
import { spokenBytes } from '../../app/spoken-bytes.ts';
import { fileName, mayEdit, posterOf } from './media-list.ts';
import type { MediaRow } from './media-list.ts';
import { say } from '../../words.ts';

/** Extent of a selection: only this item, this one as well, or all up to this one. */
export type Choice = 'one' | 'more' | 'range';

export interface ItemsProps {
  readonly rows: readonly MediaRow[];
  readonly chosen: ReadonlySet<number>;
  /** Id of the item in the tab order. */
  readonly current: number;
  readonly onChoose: (id: number, choice: Choice) => void;
  readonly onOpen: (id: number) => void;
  readonly onDrag: (id: number, data: DataTransfer) => void;
  readonly onKey: (event: KeyboardEvent) => void;
  readonly onFocus: (id: number) => void;
}

export const titleOf = (row: Pick<MediaRow, 'title' | 'source_url'>): string =>
  plainText(row.title.rendered) || fileName(row) || say('(no title)');

/** The smallest thumbnail that is sharp in the grid; a file type for other files and for pictures that fail to load. */
export function Thumb({ row }: { readonly row: MediaRow }) {
  const [missing, setMissing] = useState('');
  const { sizes } = row.media_details;
  const small = sizes?.['thumbnail_2x'] ?? sizes?.['medium'] ?? sizes?.['thumbnail'];
  const src = small?.source_url ?? row.source_url;
  if (row.media_type === 'image' && src !== missing) {
    return (
      <img
        src={src}
        alt=""
        loading="lazy"
        decoding="async"
        draggable={false}
        onError={() => setMissing(src)}
      />
    );
  }
  const kind = row.mime_type.split('/', 1)[0];
  const poster = posterOf(row, 'thumbnail_2x', 'medium', 'thumbnail');
  if (poster !== undefined) {
    return (
      <span className="media-film">
        <img src={poster} alt="" loading="lazy" decoding="async" draggable={false} />
        <Icon icon={video} size={28} />
      </span>
    );
  }
  return (
    <span className="media-kind">
      <Icon
        icon={kind === 'video' ? video : kind === 'audio' ? audio : kind === 'image' ? image : fileIcon}
        size={32}
      />
      <b>{(fileName(row).split('.').at(-1) ?? '').slice(0, 5)}</b>
    </span>
  );
}

interface ItemProps {
  readonly row: MediaRow;
  readonly isChosen: boolean;
  readonly isCurrent: boolean;
  readonly onChoose: ItemsProps['onChoose'];
  readonly onOpen: ItemsProps['onOpen'];
  readonly onFocus: ItemsProps['onFocus'];
  readonly onDrag: ItemsProps['onDrag'];
}

const choiceOf = ({ shiftKey }: { readonly shiftKey: boolean }): Choice => (shiftKey ? 'range' : 'more');

/** A modified click selects, a plain one opens. */
function clicked({ row, onChoose, onOpen }: ItemProps) {
  return (event: MouseEvent) => {
    if (event.shiftKey || event.ctrlKey || event.metaKey) {
      event.preventDefault();
      onChoose(row.id, choiceOf(event));
    } else onOpen(row.id);
  };
}

function Check({ row, isChosen, onChoose }: ItemProps) {
  return (
    <input
      type="checkbox"
      className="media-check"
      aria-label={say('Select %s', titleOf(row))}
      checked={isChosen}
      tabIndex={-1}
      onChange={() => undefined}
      onClick={(event) => onChoose(row.id, choiceOf(event))}
    />
  );
}

const Square = memo(function Square(props: ItemProps) {
  const { row, isChosen, isCurrent, onFocus, onDrag } = props;
  return (
    <li data-chosen={isChosen}>
      <button
        type="button"
        id={`media-${row.id}`}
        data-media={row.id}
        tabIndex={isCurrent ? 0 : -1}
        onClick={clicked(props)}
        onFocus={() => onFocus(row.id)}
        draggable={mayEdit(row) || isChosen}
        onDragStart={({ dataTransfer }) => onDrag(row.id, dataTransfer)}
      >
        <Thumb row={row} />
        <span className="media-name" dir="auto">
          {titleOf(row)}
        </span>
      </button>
      <Check {...props} />
    </li>
  );
});

export function MediaGrid({ rows, chosen, current, onKey, ...acts }: ItemsProps) {
  return (
    <ul className="media-squares" onKeyDown={onKey}>
      {rows.map((row) => (
        <Square
          key={row.id}
          row={row}
          isChosen={chosen.has(row.id)}
          isCurrent={row.id === current}
          {...acts}
        />
      ))}
    </ul>
  );
}

const Line = memo(function Line(props: ItemProps) {
  const { row, isChosen, isCurrent, onFocus, onDrag } = props;
  const { width = 0, height = 0, filesize = 0 } = row.media_details;
  return (
    <tr data-chosen={isChosen}>
      <td>
        <Check {...props} />
      </td>
      <th scope="row">
        <button
          type="button"
          id={`media-${row.id}`}
          data-media={row.id}
          tabIndex={isCurrent ? 0 : -1}
          onClick={clicked(props)}
          onFocus={() => onFocus(row.id)}
          draggable={mayEdit(row) || isChosen}
          onDragStart={({ dataTransfer }) => onDrag(row.id, dataTransfer)}
        >
          <Thumb row={row} />
          <span>
            <span className="media-name" dir="auto">
              {titleOf(row)}
            </span>
            <small dir="ltr">{fileName(row)}</small>
          </span>
        </button>
      </th>
      <td data-of="Author">{plainText(row['_embedded']?.author?.[0]?.name ?? '')}</td>
      <td data-of="Date">
        <Moment of={row.date} />
      </td>
      <td data-of="Size">
        {width > 0 && `${width} × ${height}`}
        {width > 0 && filesize > 0 && ', '}
        {filesize > 0 && spokenBytes(filesize)}
      </td>
      <td data-of="Alt text">
        {row.media_type === 'image' && (row.alt_text === '' ? <em>{say('None')}</em> : say('Yes'))}
      </td>
    </tr>
  );
});

export function MediaLines({ rows, chosen, current, onKey, ...acts }: ItemsProps) {
  return (
    <table className="media-lines" onKeyDown={onKey}>
      <thead>
        <tr>
          <td />
          {[say('File'), say('Author'), say('Date'), say('Size'), say('Alt text')].map((label) => (
            <th key={label} scope="col">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Line
            key={row.id}
            row={row}
            isChosen={chosen.has(row.id)}
            isCurrent={row.id === current}
            {...acts}
          />
        ))}
      </tbody>
    </table>
  );
}

/** A native select, so that lists of posts don't load another one. */
export function Select({
  label,
  value,
  options,
  onChange,
}: {
  readonly label: string;
  readonly value: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly onChange: (value: string) => void;
}) {
  const id = useId();
  return (
    <span className="media-select">
      <label className="hidden-text" htmlFor={id}>
        {label}
      </label>
      <select id={id} value={value} onChange={(event) => onChange(event.target.value)}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </span>
  );
}
