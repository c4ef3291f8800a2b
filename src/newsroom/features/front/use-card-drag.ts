import { useState } from 'react';
import type { PointerEvent as ReactPointerEvent } from 'react';
import { usePointerDrag } from '../../app/use-pointer-drag.ts';
import type { FrontPost } from './front-data.ts';

export interface Target {
  readonly area: string;
  /** Among the cards of the area, from 0. */
  readonly place: number;
}

export interface Dragged {
  readonly post: FrontPost;
  readonly x: number;
  readonly y: number;
}

interface CardDrag {
  readonly dragged: Dragged | undefined;
  readonly target: Target | undefined;
  readonly begin: (event: ReactPointerEvent<HTMLElement>, post: FrontPost) => void;
}

/** The card below the pointer; between cards and below them the place after the last. */
function targetAt(x: number, y: number): Target | undefined {
  const element = document.elementFromPoint(x, y);
  const area = element?.closest<HTMLElement>('[data-area]');
  if (!area) return undefined;
  const card = element?.closest<HTMLElement>('[data-place]');
  const place = Number(card?.dataset['place'] ?? Number.MAX_SAFE_INTEGER);
  return { area: area.dataset['area'] ?? '', place };
}

/** Drags stories onto cards, whose place they take. With a finger only by handles, because cards scroll the page. */
export function useCardDrag(onDrop: (post: FrontPost, target: Target) => void): CardDrag {
  const [dragged, setDragged] = useState<Dragged>();
  const [target, setTarget] = useState<Target>();
  const drag = usePointerDrag();
  return {
    dragged,
    target,
    begin: (event, post) => {
      const pressed = event.target as HTMLElement;
      if (event.pointerType !== 'mouse' && !pressed.closest('[data-handle]')) return;
      if (pressed.closest('.desk-menu')) return;
      let over: Target | undefined;
      drag(event, {
        onStart: () => undefined,
        onMove: ({ x, y }) => {
          over = targetAt(x, y);
          setDragged({ post, x, y });
          setTarget((before) =>
            before?.area === over?.area && before?.place === over?.place ? before : over,
          );
        },
        onEnd: (isDropped) => {
          setDragged(undefined);
          setTarget(undefined);
          if (isDropped && over) onDrop(post, over);
        },
      });
    },
  };
}
