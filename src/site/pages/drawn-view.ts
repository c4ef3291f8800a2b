import type { IslandPrefixes } from '../../reader/islands/island-server.tsx';
import type { Act, NoteAct } from '../../reader/islands/acting.ts';
import type { Settings } from '../../modules/settings/settings.ts';
import { isRecord } from '../../lib/records.ts';
import { take } from '../../lib/noted-reads.ts';
import type { Noted } from '../../lib/noted-reads.ts';

/** The input of a view. */
interface ViewSource {
  readonly blockId: string;
  readonly settings: unknown;
  readonly data: unknown;
  readonly site: Settings;
}

/** The HTML of a view with its input. Header, menus and ticker are the same on nearly every page. */
export interface DrawnView extends ViewSource {
  readonly html: Noted<string>;
  /** Block id and prefix of each of its islands. */
  readonly islands: readonly { readonly id: string; readonly prefix: string }[];
  /** Behaviours that it requested. */
  readonly acts: readonly Act[];
}

/** The HTML of a view for another page, with that page's prefixes for its islands; undefined when its input has changed. */
export function drawnBefore(
  view: DrawnView | undefined,
  { blockId, settings, data, site }: ViewSource,
  islands: IslandPrefixes,
  note: NoteAct,
): string | undefined {
  if (view?.blockId !== blockId || view.settings !== settings || view.site !== site) return undefined;
  if (!isSame(view.data, data)) return undefined;
  view.acts.forEach(note);
  return view.islands.reduce((html, { id, prefix }) => html.replaceAll(prefix, islands(id)), take(view.html));
}

/** Whether both are the same value, or records with the same values. */
function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (!isRecord(one) || !isRecord(other)) return false;
  const names = Object.keys(other);
  return (
    names.length === Object.keys(one).length &&
    names.every((name) => Object.hasOwn(one, name) && Object.is(one[name], other[name]))
  );
}
