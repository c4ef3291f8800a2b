import { isRecord } from '../../lib/is-record.ts';
import { toRef } from '../../lib/markup/pattern-refs.ts';

/** Values that a place where a pattern stands puts into its blocks: by the names that these blocks have, then by attribute. */
export type Overrides = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** A place where a pattern stands. */
export interface PatternBlock {
  /** The pattern: a post of type `wp_block`. */
  readonly ref: number;
  /** Undefined: it says none, and those of the pattern around it hold. */
  readonly overrides: Overrides | undefined;
}

/** Patterns within each other, at most, on pages and in what reads words: each level may be a query. */
export const deepestPatterns = 20;

/** The block whose markup names a pattern. */
export const patternBlockName = 'core/block';

/** Reads the attributes of a `core/block`, as today's editors write them and earlier ones did; undefined where they name no pattern. */
export function readPatternBlock({
  ref,
  content,
  overrides,
}: Readonly<Record<string, unknown>>): PatternBlock | undefined {
  const id = toRef(ref);
  if (id === undefined) return undefined;
  return {
    ref: id,
    overrides: isRecord(content)
      ? readOverrides(content)
      : isRecord(overrides)
        ? readOverrides(overrides)
        : undefined,
  };
}

/** The value that a block of a pattern gets for an attribute; undefined: it keeps its own. */
export function overrideOf(overrides: Overrides | undefined, blockName: string, attribute: string): unknown {
  const values = overrides && Object.hasOwn(overrides, blockName) ? overrides[blockName] : undefined;
  return values && Object.hasOwn(values, attribute) ? values[attribute] : undefined;
}

function readOverrides(given: Readonly<Record<string, unknown>>): Overrides {
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, values]) => {
      if (!isRecord(values)) return [];
      return [[name, isRecord(values.values) ? values.values : values]]; // WordPress 6.5 has them one level deeper
    }),
  );
}
