import type { Tag } from '../../kernel/db/invalidation.ts';
import { isRecord } from '../../lib/records.ts';
import type { ListReferences } from './lists/read-list.ts';

export type DocumentNode = string | BlockNode;

/**
 * Name of nodes before the saved HTML of an unknown block, whose name they hold: editors see a notice, readers don't.
 * With `lost` they name another part that readers don't get (`LostPart`).
 */
export const unknownBlock = 'broadsheet/unknown-block';

/**
 * Name of nodes around an HTML block whose scripts run in a frame; its attribute `key` is `{post}/{key of the block}`.
 * Markup can't contain it, since block names have no spaces.
 */
export const scriptFrame = 'script frame';

export interface BlockNode {
  readonly name: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly children: readonly DocumentNode[];
  /** Position in the document (`0.2.1`); forms the block's id together with the document's. */
  readonly place: string;
  /** Markup of a block with bound attributes, compiled with their values on each render. */
  readonly saved?: string;
  /** Of a list that replaces a plugin's: references to the original site, until the text is rendered. */
  readonly references?: ListReferences;
}

export interface TextPart {
  /** '' for a part without title. */
  readonly title: string;
  readonly item?: number;
}

/** Compiled block markup: static blocks are HTML, dynamic ones nodes. JSON-safe, stored in `post_render`. */
export interface CompiledDocument {
  readonly nodes: readonly DocumentNode[];
  /** Names of all blocks, including static ones, whose CSS the page needs. */
  readonly blocks: readonly string[];
  /** Parts of a paginated text. Their nodes are separated by `partBreak`. */
  readonly parts?: readonly TextPart[];
  /** Rules for its blocks on small screens and in pointer states (`core/state-styles.ts`). */
  readonly states?: readonly string[];
  readonly media?: readonly number[];
  /** Tags of other rows whose content it shows; not stored. */
  readonly tags?: readonly Tag[];
}

/** Whether a stored value is a valid document: a row of `post_render` may be damaged or come from a restored backup. */
export function isCompiledDocument(value: unknown): value is CompiledDocument {
  return (
    isRecord(value) &&
    isListOf(value['nodes'], isNode) &&
    isListOf(value['blocks'], isText) &&
    (value['parts'] === undefined || isListOf(value['parts'], isPart)) &&
    (value['states'] === undefined || isListOf(value['states'], isText)) &&
    (value['media'] === undefined || isListOf(value['media'], isNumber))
  );
}

const isText = (value: unknown): value is string => typeof value === 'string';
const isNumber = (value: unknown): value is number => typeof value === 'number';

function isListOf<One>(value: unknown, isOne: (one: unknown) => one is One): value is readonly One[] {
  return Array.isArray(value) && value.every(isOne);
}

function isNode(value: unknown): value is DocumentNode {
  return (
    isText(value) ||
    (isRecord(value) &&
      isText(value['name']) &&
      isText(value['place']) &&
      isRecord(value['attributes']) &&
      isListOf(value['children'], isNode) &&
      (value['saved'] === undefined || isText(value['saved'])))
  );
}

function isPart(value: unknown): value is TextPart {
  return (
    isRecord(value) && isText(value['title']) && (value['item'] === undefined || isNumber(value['item']))
  );
}

/** Removes the blocks for which `isLeftOut` is true, with their content, at any depth. */
export function withoutBlocks(
  nodes: readonly DocumentNode[],
  isLeftOut: (name: string) => boolean,
): DocumentNode[] {
  return nodes
    .filter((node) => typeof node === 'string' || !isLeftOut(node.name))
    .map((node) =>
      typeof node === 'string' || node.children.length === 0
        ? node
        : { ...node, children: withoutBlocks(node.children, isLeftOut) },
    );
}
