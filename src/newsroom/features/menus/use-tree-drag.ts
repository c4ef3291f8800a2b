import { useState } from 'react';
import type { PointerEvent as ReactPointerEvent, RefObject } from 'react';
import { usePointerDrag } from '../../app/use-pointer-drag.ts';
import { isMirrored } from '../../words.ts';
import { endOf, levelAt } from './menu-tree.ts';
import type { Placed } from './menu-tree.ts';

/** Pixels of an indent, as in `menus.css`. */
const indent = 28;
const narrowIndent = 16;

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
  const drag = usePointerDrag();
  const begin = (event: ReactPointerEvent<HTMLElement>, key: string) => {
    const at = rows.findIndex((row) => row.key === key);
    const dragged = rows[at];
    const { current: root } = list;
    if (!dragged || !root) return;
    const { clientX: startX } = event;
    const end = endOf(rows, at);
    const others = [...rows.slice(0, at), ...rows.slice(end)];
    const rects = () => {
      const heads = new Map(
        [...root.querySelectorAll<HTMLElement>('[data-row]')].map((head) => [head.dataset['row'], head]),
      );
      return others.map((row) => heads.get(row.key)?.getBoundingClientRect());
    };
    const step = matchMedia('(max-width:782px)').matches ? narrowIndent : indent;
    let target: Drop | undefined;
    drag(event, {
      onStart: () => setDraggedKey(key),
      onMove: ({ x, y }) => {
        const places = rects();
        const to = places.filter((rect) => rect && rect.top + rect.height / 2 < y).length;
        const levels = Math.round(((x - startX) * (isMirrored ? -1 : 1)) / step);
        const depth = levelAt(rows, at, to, dragged.depth + levels, maxLevels);
        const line = places[to]?.top ?? places.at(-1)?.bottom ?? 0;
        target =
          depth === undefined ? undefined : { key, to, depth, top: line - root.getBoundingClientRect().top };
        setDrop(target);
      },
      onEnd: (isDropped) => {
        setDrop(undefined);
        setDraggedKey(undefined);
        if (isDropped && target) onDrop(target);
      },
    });
  };
  return { drop, draggedKey, begin };
}
