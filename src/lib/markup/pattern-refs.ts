import { idOf } from '../whole.ts';
import { blockTokens } from './block-tokens.ts';
import { readJson } from './read-json.ts';
import { splice } from './splice.ts';
import { writeOpening } from './write-opening.ts';

/** Whether a text may hold a synced pattern; quick. */
export function mayHoldPatterns(markup: string): boolean {
  return markup.includes('wp:block') || markup.includes('wp:core/block');
}

/** The posts that the `core/block` blocks of a text name, each once, in order. */
export function patternRefs(markup: string): number[] {
  if (!mayHoldPatterns(markup)) return [];
  const refs = new Set<number>();
  for (const { kind, name, json } of blockTokens(markup)) {
    if (kind === 'close' || name !== 'core/block') continue;
    const ref = refOf(json);
    if (ref !== undefined) refs.add(ref);
  }
  return [...refs];
}

/** The id that an attribute `ref` says: a number, or its digits; undefined for anything else. */
export function toRef(given: unknown): number | undefined {
  return idOf(given);
}

/** A text whose `core/block` blocks name other posts: `moved` says which, by the ones that they name. */
export function renamePatterns(markup: string, moved: ReadonlyMap<number, number>): string {
  if (moved.size === 0 || !mayHoldPatterns(markup)) return markup;
  return renameInBlocks(markup, (name, attributes) => {
    const ref = name === 'core/block' ? moved.get(toRef(attributes.ref) ?? 0) : undefined;
    return ref === undefined ? undefined : { ...attributes, ref };
  });
}

/** A text with other attributes of those blocks of which `rename` gives some; blocks whose attributes are broken stay as they are. */
export function renameInBlocks(
  markup: string,
  rename: (
    name: string,
    attributes: Readonly<Record<string, unknown>>,
  ) => Readonly<Record<string, unknown>> | undefined,
): string {
  return splice(
    markup,
    blockTokens(markup).flatMap(({ kind, name, json, start, end }) => {
      const attributes = kind === 'close' || json === '' ? undefined : readJson(json);
      const renamed = attributes && rename(name, attributes);
      return renamed ? [{ start, end, text: writeOpening(name, renamed, kind === 'void') }] : [];
    }),
  );
}

function refOf(json: string): number | undefined {
  return toRef(readJson(json)?.ref);
}
