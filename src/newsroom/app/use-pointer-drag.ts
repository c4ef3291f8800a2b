import { useEffect, useRef } from 'react';
import type { PointerEvent as ReactPointerEvent } from 'react';

/** Pixels that the pointer moves before a press becomes a drag. */
const startDistance = 5;
/** Pixels at the window's edges that scroll while dragging, and pixels per frame. */
const edge = 72;
const scrollStep = 9;

interface Dragging {
  readonly onStart: () => void;
  /** Called for each movement and while the window scrolls; coordinates of the window. */
  readonly onMove: (pointer: { readonly x: number; readonly y: number }) => void;
  readonly onEnd: (isDropped: boolean) => void;
}

/** Starts drags with mouse, pen or finger from `pointerdown`. Escape cancels one; the window's edges scroll. */
export function usePointerDrag(): (event: ReactPointerEvent<HTMLElement>, dragging: Dragging) => void {
  const stop = useRef<(() => void) | undefined>(undefined);
  useEffect(() => () => stop.current?.(), []);
  return (event, { onStart, onMove, onEnd }) => {
    if (event.button !== 0 || stop.current) return;
    const handle = event.currentTarget;
    const { pointerId, clientX: startX, clientY: startY } = event;
    let pointer = { x: startX, y: startY };
    let isDragging = false;
    let frame = 0;
    const scroll = () => {
      const by = pointer.y < edge ? -scrollStep : pointer.y > innerHeight - edge ? scrollStep : 0;
      if (by !== 0) {
        window.scrollBy(0, by);
        onMove(pointer);
      }
      frame = requestAnimationFrame(scroll);
    };
    const move = ({ pointerId: id, clientX, clientY }: PointerEvent) => {
      if (id !== pointerId) return;
      pointer = { x: clientX, y: clientY };
      if (!isDragging) {
        if (Math.hypot(clientX - startX, clientY - startY) < startDistance) return;
        isDragging = true;
        // Not on press: a captured pointer would click the handle instead of a button inside it.
        handle.setPointerCapture(pointerId);
        onStart();
        frame = requestAnimationFrame(scroll);
      }
      onMove(pointer);
    };
    const finish = (isDropped: boolean) => {
      stop.current = undefined;
      cancelAnimationFrame(frame);
      window.removeEventListener('pointermove', move);
      window.removeEventListener('pointerup', up);
      window.removeEventListener('pointercancel', cancel);
      window.removeEventListener('keydown', keys, true);
      if (isDragging) onEnd(isDropped);
    };
    const up = ({ pointerId: id }: PointerEvent) => id === pointerId && finish(true);
    const cancel = ({ pointerId: id }: PointerEvent) => id === pointerId && finish(false);
    const keys = (pressed: KeyboardEvent) => {
      if (pressed.key !== 'Escape' || !isDragging) return;
      pressed.stopPropagation();
      finish(false);
    };
    stop.current = () => finish(false);
    window.addEventListener('pointermove', move);
    window.addEventListener('pointerup', up);
    window.addEventListener('pointercancel', cancel);
    window.addEventListener('keydown', keys, true);
  };
}
