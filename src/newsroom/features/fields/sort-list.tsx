import { Button, Icon } from '@wordpress/components';
import { arrowDown, arrowUp, dragHandle } from '@wordpress/icons';
import { useLayoutEffect, useRef, useState } from 'react';
import type { KeyboardEvent, PointerEvent, ReactNode } from 'react';
import { usePointerDrag } from '../../app/use-pointer-drag.ts';
import { say } from '../../words.ts';

/** Moves an entry to another index. */
export function moved<Item>(items: readonly Item[], from: number, to: number): readonly Item[] {
  const item = items[from];
  return item === undefined ? items : items.toSpliced(from, 1).toSpliced(to, 0, item);
}

/** Handlers that move an entry by mouse, finger and keyboard. */
export interface Moves {
  readonly handle: ReactNode;
  readonly buttons: ReactNode;
}

interface SortListProps {
  /** Names the list for screen readers. */
  readonly label: string;
  /** One per entry; stays with it when it is moved. */
  readonly keys: readonly string[];
  readonly nameOf: (at: number) => string;
  readonly onMove: (from: number, to: number) => void;
  readonly renderItem: (at: number, moves: Moves) => ReactNode;
  readonly className?: string;
}

interface Drag {
  readonly from: number;
  readonly to: number;
  /** Of the drop line from the top of the list, in pixels. */
  readonly top: number;
}

/** A list that is sorted by dragging, by buttons, and by Alt with the arrow keys. */
export function SortList({ label, keys, nameOf, onMove, renderItem, className = '' }: SortListProps) {
  const list = useRef<HTMLOListElement>(null);
  const focus = useRef<string>(undefined);
  const [message, setMessage] = useState('');
  const [drag, setDrag] = useState<Drag>();
  const start = usePointerDrag();
  useLayoutEffect(() => {
    const place = focus.current;
    if (place === undefined) return;
    focus.current = undefined;
    list.current?.querySelector<HTMLElement>(place)?.focus();
  });
  const move = (from: number, to: number, control: string) => {
    if (to < 0 || to >= keys.length) {
      setMessage(say('It can’t be moved further in that direction.'));
      return;
    }
    const key = CSS.escape(keys[from] ?? '');
    focus.current = `:scope>[data-key="${key}"] [data-control=${control}]`;
    onMove(from, to);
    setMessage(say('%1$s: position %2$d of %3$d.', nameOf(from), to + 1, keys.length));
  };
  const grab = (event: PointerEvent<HTMLElement>, from: number) => {
    const { current: root } = list;
    if (!root) return;
    let target: Drag | undefined;
    start(event, {
      onStart: () => setDrag({ from, to: from, top: -10 }),
      onMove: ({ y }) => {
        const rects = [...root.children].map((row) => row.getBoundingClientRect());
        const others = rects.filter((_, at) => at !== from);
        const to = others.filter((rect) => rect.top + rect.height / 2 < y).length;
        const line = others[to]?.top ?? others.at(-1)?.bottom ?? 0;
        target = { from, to, top: line - root.getBoundingClientRect().top };
        setDrag(target);
      },
      onEnd: (isDropped) => {
        setDrag(undefined);
        if (isDropped && target && target.to !== from) move(from, target.to, 'handle');
      },
    });
  };
  const keysOf = (at: number) => (event: KeyboardEvent<HTMLElement>) => {
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
    if (by === 0 || !event.altKey || event.ctrlKey || event.metaKey) return;
    // A list inside a row moves its own entries.
    event.stopPropagation();
    event.preventDefault();
    const control = (event.target as HTMLElement).closest<HTMLElement>('[data-control]')?.dataset['control'];
    move(at, at + by, control ?? 'handle');
  };
  return (
    <div className={`sort-list ${className}`}>
      {/* The role is lost with `list-style: none` in Safari. */}
      <ol ref={list} role="list" aria-label={label}>
        {keys.map((key, at) => (
          // Keys of the buttons inside.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
          <li key={key} data-key={key} data-dragged={drag?.from === at} onKeyDown={keysOf(at)}>
            {renderItem(at, {
              handle: (
                <span
                  className="sort-handle"
                  title={say('Drag to move')}
                  onPointerDown={(event) => grab(event, at)}
                >
                  <Icon icon={dragHandle} size={24} />
                </span>
              ),
              buttons: (
                <MoveButtons
                  name={nameOf(at)}
                  isFirst={at === 0}
                  isLast={at === keys.length - 1}
                  onMove={(by, control) => move(at, at + by, control)}
                />
              ),
            })}
          </li>
        ))}
      </ol>
      {drag && <div className="sort-drop" aria-hidden="true" style={{ insetBlockStart: drag.top }} />}
      <p className="hidden-text" role="status">
        {message}
      </p>
    </div>
  );
}

interface MovesProps {
  readonly name: string;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly onMove: (by: number, control: string) => void;
}

function MoveButtons({ name, isFirst, isLast, onMove }: MovesProps) {
  return (
    <span className="sort-moves" role="group" aria-label={say('Move “%s”', name)}>
      <Button
        size="compact"
        icon={arrowUp}
        label={say('Move up')}
        data-control="up"
        disabled={isFirst}
        accessibleWhenDisabled
        onClick={() => onMove(-1, 'up')}
      />
      <Button
        size="compact"
        icon={arrowDown}
        label={say('Move down')}
        data-control="down"
        disabled={isLast}
        accessibleWhenDisabled
        onClick={() => onMove(1, 'down')}
      />
    </span>
  );
}

interface Shown<Item> {
  readonly items: readonly Item[];
  readonly order: { readonly add: (at: number) => string };
  readonly set: (items: readonly Item[]) => void;
}

/** “Undo” of a removal: puts the entry back among those that the list shows by then, if it is still shown. */
export function usePutBack<Item>(shown: Shown<Item>): (at: number, item: Item) => () => void {
  const latest = useRef<Shown<Item>>(undefined);
  useLayoutEffect(() => {
    latest.current = shown;
    return () => {
      latest.current = undefined;
    };
  });
  return (at, item) => () => {
    const now = latest.current;
    now?.order.add(at);
    now?.set(now.items.toSpliced(at, 0, item));
  };
}

let lastKey = 0;
const makeKey = (): string => `row-${(lastKey += 1)}`;

/** Keys of entries without ids: they stay with their entries when these are moved, added or removed by `change`. */
export function useKeys(count: number) {
  const [keys, setKeys] = useState<readonly string[]>(() => Array.from({ length: count }, makeKey));
  let shown = keys;
  if (keys.length !== count) {
    // Another version of the list was loaded.
    shown = Array.from({ length: count }, (_, at) => keys[at] ?? makeKey());
    setKeys(shown);
  }
  return {
    keys: shown,
    move: (from: number, to: number) => setKeys(moved(shown, from, to)),
    remove: (at: number) => setKeys(shown.toSpliced(at, 1)),
    /** Returns the new key. */
    add: (at = shown.length): string => {
      const key = makeKey();
      setKeys(shown.toSpliced(at, 0, key));
      return key;
    },
  };
}
