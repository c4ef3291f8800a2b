import { useEffect, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import type { Choice } from './media-items.tsx';
import type { MediaRow } from './media-list.ts';

/** Selection in an ordered list by mouse and keyboard: Space selects, Shift extends, arrows move, Ctrl+A selects all, Escape clears. */
export function useChoosing(rows: readonly MediaRow[], onDelete: () => void) {
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const [anchor, setAnchor] = useState(0);
  const [focused, setFocused] = useState(0);
  const current = rows.some(({ id }) => id === focused) ? focused : (rows[0]?.id ?? 0);
  const indexOf = (id: number) => rows.findIndex((row) => row.id === id);

  const choose = (id: number, choice: Choice) => {
    if (choice === 'range' && indexOf(anchor) >= 0) {
      const [from, to] = [indexOf(anchor), indexOf(id)].toSorted((a, b) => a - b);
      setChosen(new Set([...chosen, ...rows.slice(from, (to ?? 0) + 1).map((row) => row.id)]));
      return;
    }
    const next = new Set(choice === 'one' ? [] : chosen);
    if (chosen.has(id) && choice !== 'one') next.delete(id);
    else next.add(id);
    setChosen(next);
    setAnchor(id);
  };
  const focus = (row: MediaRow | undefined) => {
    if (!row) return;
    setFocused(row.id);
    document.querySelector<HTMLElement>(`#media-${row.id}`)?.focus();
  };
  // When the focused item is removed, focus moves to the next one, else the last one, or to the button of the empty
  // state.
  const shown = useRef(rows);
  useEffect(() => {
    const before = shown.current;
    shown.current = rows;
    const at = before.findIndex(({ id }) => id === focused);
    const ids = new Set(rows.map(({ id }) => id));
    if (at < 0 || ids.has(focused)) return;
    const next = before.slice(at).find(({ id }) => ids.has(id)) ?? rows.at(-1);
    if (next) setFocused(next.id);
    if (document.activeElement !== document.body) return;
    document
      .querySelector<HTMLElement>(next ? `#media-${next.id}` : '.media-empty button')
      ?.focus({ preventScroll: true });
  }, [rows, focused]);
  /** Items per row in the current layout. */
  const across = (list: Element) => {
    const items = [...list.querySelectorAll<HTMLElement>('[data-media]')];
    const top = items[0]?.getBoundingClientRect().top;
    return Math.max(
      1,
      items.findIndex((item) => item.getBoundingClientRect().top !== top),
    );
  };
  const press = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, shiftKey, currentTarget } = event;
    const at = indexOf(current);
    const isRtl = getComputedStyle(currentTarget).direction === 'rtl';
    const ahead = isRtl ? 'ArrowLeft' : 'ArrowRight';
    const behind = isRtl ? 'ArrowRight' : 'ArrowLeft';
    const isGrid = currentTarget.tagName === 'UL';
    const steps: Readonly<Record<string, number>> = {
      ...(isGrid ? { [ahead]: 1, [behind]: -1 } : {}),
      ArrowDown: isGrid ? across(currentTarget) : 1,
      ArrowUp: isGrid ? -across(currentTarget) : -1,
      Home: -at,
      End: rows.length - 1 - at,
    };
    if (key === ' ') choose(current, shiftKey ? 'range' : 'more');
    else if ((ctrlKey || metaKey) && key.toLowerCase() === 'a') setChosen(new Set(rows.map(({ id }) => id)));
    else if (ctrlKey || metaKey || event.altKey) return;
    else if (key === 'Escape' && chosen.size > 0) setChosen(new Set());
    else if (key === 'Delete') {
      if (chosen.size === 0) choose(current, 'one');
      onDelete();
    } else if (steps[key] !== undefined) {
      const next = rows[at + steps[key]];
      if (shiftKey && next) {
        if (indexOf(anchor) < 0) setAnchor(current);
        const start = indexOf(anchor) < 0 ? at : indexOf(anchor);
        const [from, to] = [start, indexOf(next.id)].toSorted((a, b) => a - b);
        setChosen(new Set(rows.slice(from, (to ?? 0) + 1).map((row) => row.id)));
      }
      focus(next);
    } else return;
    event.preventDefault();
  };
  return {
    chosen,
    picked: rows.filter(({ id }) => chosen.has(id)),
    current,
    choose,
    press,
    setFocused,
    focus,
    setAll: (ids: readonly number[]) => setChosen(new Set(ids)),
  };
}
