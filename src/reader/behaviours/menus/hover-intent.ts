import { panelOf } from './open-items.ts';
import type { OpenItems } from './open-items.ts';

/** Milliseconds until another item takes over while the mouse may still be on its way to what is open. */
const switchDelay = 400;
/** Degrees from the straight way to the open panel: below, the mouse heads for it. */
const threshold = 85;
/** The direction is taken from every so many moves. */
const sampleMoves = 5;

interface Vector {
  readonly x: number;
  readonly y: number;
}

/** The angle between two directions, in degrees. */
function angleBetween(a: Vector, b: Vector): number {
  const cosine = (a.x * b.x + a.y * b.y) / (Math.hypot(a.x, a.y) * Math.hypot(b.x, b.y));
  return (Math.acos(Math.min(1, Math.max(-1, cosine))) * 180) / Math.PI;
}

/** Where the panel of an open item is, seen from the item: below it, or at its side. */
function wayToPanel(item: Element): Vector {
  if (item.parentElement?.matches('.menu')) return { x: 0, y: 1 };
  const panel = panelOf(item)?.getBoundingClientRect().left ?? 0;
  return { x: panel < item.getBoundingClientRect().left ? -1 : 1, y: 0 };
}

/** Opens items under the mouse. Nothing open: at once; else when the mouse does not head for what is open, or after 400 ms on the other item. */
export function watchMouse(nav: HTMLElement, items: OpenItems): void {
  let hovered: HTMLElement | undefined;
  let timer = 0;
  let moves = 0;
  let from: Vector | undefined;
  let direction: Vector | undefined;

  const isMouse = ({ pointerType }: PointerEvent) => pointerType === 'mouse';
  const rival = () =>
    items.list().find((open) => hovered && !open.contains(hovered) && !hovered.contains(open));
  const headsFor = (open: Element) => !direction || angleBetween(direction, wayToPanel(open)) < threshold;
  const act = () => {
    clearTimeout(timer);
    timer = 0;
    if (hovered) items.open(hovered);
  };
  const wait = (then: () => void) => {
    clearTimeout(timer);
    timer = window.setTimeout(then, switchDelay);
  };

  nav.addEventListener(
    'pointermove',
    (event) => {
      if (!isMouse(event)) return;
      const here = { x: event.clientX, y: event.clientY };
      from ??= here;
      if (++moves % sampleMoves) return;
      if (here.x !== from.x || here.y !== from.y) direction = { x: here.x - from.x, y: here.y - from.y };
      from = here;
      const open = timer && rival();
      if (open && !headsFor(open)) act();
    },
    { passive: true },
  );
  nav.addEventListener('pointerover', (event) => {
    if (!isMouse(event)) return;
    const item = (event.target as Element).closest<HTMLElement>('.menu-item');
    if (!item) return;
    clearTimeout(timer);
    timer = 0;
    hovered = item;
    const open = rival();
    if (open && headsFor(open)) wait(act);
    else act();
  });
  nav.addEventListener('pointerleave', (event) => {
    if (!isMouse(event)) return;
    hovered = from = direction = undefined;
    wait(() => items.close());
  });
}
