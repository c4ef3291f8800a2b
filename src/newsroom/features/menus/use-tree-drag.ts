import { useEffect, useRef, useState } from 'react';
import type { PointerEvent as ReactPointerEvent, RefObject } from 'react';
import { isMirrored } from '../../words.ts';
import { endOf, levelAt } from './menu-tree.ts';
import type { Placed } from './menu-tree.ts';

/** Pixels that the pointer moves before a press becomes a drag. */
const startDistance = 5;
/** Pixels of an indent, as in `menus.css`. */
const indent = 28;
const narrowIndent = 16;
/** Pixels at the window's edges that scroll while dragging, and pixels per frame. */
const edge = 72;
const scrollStep = 9;

export interface Drop {
  readonly key: string;
  /** Index among the rows that are not dragged. */
  readonly to: number;
  readonly depth: number;
  /** Of the drop line from the top of the list, in pixels. */
  readonly top: number;
}

interface TreeDrag {
  /** Undefined while nothing is dragged or it fits nowhere. */
  readonly drop: Drop | undefined;
  readonly draggedKey: string | undefined;
  readonly begin: (event: ReactPointerEvent<HTMLElement>, key: string) => void;
}

/** Drags rows of a tree with mouse, pen or finger: vertically to another place, horizontally to another level. */
export function useTreeDrag(
  list: RefObject<HTMLElement | null>,
  rows: readonly Placed[],
  maxLevels: number,
  onDrop: (drop: Drop) => void,
): TreeDrag {
  const [drop, setDrop] = useState<Drop>();
  const [draggedKey, setDraggedKey] = useState<string>();
  const stop = useRef<(() => void) | undefined>(undefined);
  useEffect(() => () => stop.current?.(), []);
  const begin = (event: ReactPointerEvent<HTMLElement>, key: string) => {
    if (event.button !== 0 || stop.current) return;
    const at = rows.findIndex((row) => row.key === key);
    const dragged = rows[at];
    const { current: root } = list;
    if (!dragged || !root) return;
    const handle = event.currentTarget;
    const { pointerId, clientX: startX, clientY: startY } = event;
    const end = endOf(rows, at);
    const others = [...rows.slice(0, at), ...rows.slice(end)];
    const rects = () => {
      const heads = new Map(
        [...root.querySelectorAll<HTMLElement>('[data-row]')].map((head) => [head.dataset['row'], head]),
      );
      return others.map((row) => heads.get(row.key)?.getBoundingClientRect());
    };
    const step = matchMedia('(max-width:782px)').matches ? narrowIndent : indent;
    let pointer = { x: startX, y: startY };
    let isDragging = false;
    let target: Drop | undefined;
    let frame = 0;
    const follow = () => {
      const places = rects();
      const to = places.filter((rect) => rect && rect.top + rect.height / 2 < pointer.y).length;
      const levels = Math.round(((pointer.x - startX) * (isMirrored ? -1 : 1)) / step);
      const depth = levelAt(rows, at, to, dragged.depth + levels, maxLevels);
      const line = places[to]?.top ?? places.at(-1)?.bottom ?? 0;
      target =
        depth === undefined ? undefined : { key, to, depth, top: line - root.getBoundingClientRect().top };
      setDrop(target);
    };
    const scroll = () => {
      const by = pointer.y < edge ? -scrollStep : pointer.y > innerHeight - edge ? scrollStep : 0;
      if (by !== 0) {
        window.scrollBy(0, by);
        follow();
      }
      frame = requestAnimationFrame(scroll);
    };
    const move = ({ pointerId: id, clientX, clientY }: PointerEvent) => {
      if (id !== pointerId) return;
      pointer = { x: clientX, y: clientY };
      if (!isDragging) {
        if (Math.hypot(clientX - startX, clientY - startY) < startDistance) return;
        isDragging = true;
        setDraggedKey(key);
        frame = requestAnimationFrame(scroll);
      }
      follow();
    };
    const finish = (isDropped: boolean) => {
      stop.current = undefined;
      cancelAnimationFrame(frame);
      handle.removeEventListener('pointermove', move);
      handle.removeEventListener('pointerup', up);
      handle.removeEventListener('pointercancel', cancel);
      window.removeEventListener('keydown', keys, true);
      setDrop(undefined);
      setDraggedKey(undefined);
      if (isDropped && isDragging && target) onDrop(target);
    };
    const up = () => finish(true);
    const cancel = () => finish(false);
    const keys = (pressed: KeyboardEvent) => {
      if (pressed.key !== 'Escape' || !isDragging) return;
      pressed.stopPropagation();
      finish(false);
    };
    stop.current = cancel;
    handle.setPointerCapture(pointerId);
    handle.addEventListener('pointermove', move);
    handle.addEventListener('pointerup', up);
    handle.addEventListener('pointercancel', cancel);
    window.addEventListener('keydown', keys, true);
  };
  return { drop, draggedKey, begin };
}
