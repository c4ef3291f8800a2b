import type { Settings } from '../../modules/settings/settings.ts';
import { isRecord } from '../../lib/is-record.ts';
import type { IslandPrefixes } from '../../reader/islands/island-server.tsx';
import { take } from '../../lib/noted-reads.ts';
import type { Noted } from '../../lib/noted-reads.ts';
import type { Act, NoteAct } from '../../reader/islands/acting.ts';

/** An island of a view: the block that it names as its own, and the prefix that it got. */
interface DrawnIsland {
  readonly id: string;
  readonly prefix: string;
}

/** What a view was drawn from, beside its block's settings, and what it gave. */
interface DrawnView {
  readonly blockId: string;
  readonly data: unknown;
  readonly site: Settings;
  readonly html: Noted<string>;
  readonly islands: readonly DrawnIsland[];
  /** Browser code that it asked for. */
  readonly acts: readonly Act[];
}

/**
 * The newest HTML of each block of a document that is kept, by its settings, which are one object as long as the document is: header, menus, ticker and rows
 * look the same on nearly every page. One for each: a block that many texts hold has another id in each of them, and they are without number.
 */
const viewBySettings = new WeakMap<object, DrawnView>();

/**
 * The HTML that this block had on another page, with this page's prefixes for its islands, which hears again what it asked for; undefined when anything that it
 * was drawn from is another now.
 */
export function drawnBefore(
  settings: unknown,
  blockId: string,
  data: unknown,
  site: Settings,
  islands: IslandPrefixes,
  note: NoteAct,
): string | undefined {
  const found = isObject(settings) ? viewBySettings.get(settings) : undefined;
  if (!found || found.blockId !== blockId || found.site !== site || !isSame(found.data, data))
    return undefined;
  for (const act of found.acts) note(act);
  return found.islands.reduce(
    (html, { id, prefix }) => withPrefix(html, prefix, islands(id)),
    take(found.html),
  );
}

export function keepDrawn(settings: unknown, view: DrawnView): void {
  if (!isObject(settings)) return;
  const known = viewBySettings.get(settings);
  // One object for all of a block's views: the last page's, dead but not yet collected, would keep that page's HTML.
  if (known) Object.assign(known, view);
  else viewBySettings.set(settings, view);
}

function withPrefix(html: string, from: string, to: string): string {
  return from === to ? html : html.replaceAll(from, to);
}

/** Whether data are the same object, or hold the same objects and values by the same names: views are functions of them. */
function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (!isRecord(one) || !isRecord(other)) return false;
  const names = Object.keys(other);
  return (
    names.length === Object.keys(one).length &&
    names.every((name) => Object.hasOwn(one, name) && Object.is(one[name], other[name]))
  );
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
