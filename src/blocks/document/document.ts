import type { Tag } from '../../kernel/db/invalidation.ts';
import { isRecord } from '../../lib/records.ts';
import type { ListReferences } from './lists/read-list.ts';

/** HTML that passes through, or a block that the server renders. */
export type DocumentNode = string | BlockNode;

/**
 * The name of nodes that stand in front of what was saved of a block that nobody knows, whose name they have: who may edit is told, readers are not. With
 * `lost` they name something else that readers don't get (`LostPart`).
 */
export const unknownBlock = 'broadsheet/unknown-block';

/**
 * The name of nodes around an HTML block whose scripts run in a frame; `key` of its attributes is `{post}/{key of the block}`. No markup can say it: names of
 * blocks hold no space.
 */
export const scriptFrame = 'script frame';

/** A dynamic block in a compiled document. */
export interface BlockNode {
  readonly name: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly children: readonly DocumentNode[];
  /** Place in the document (`0.2.1`): with the document's id it makes the block's id. */
  readonly place: string;
  /** Of a block that binds attributes, what its markup holds: values are put into it when it is rendered, and it is compiled then. */
  readonly saved?: string;
  /** Of a list in the place of a plugin's, what that names at its own site; until the text is rendered. */
  readonly references?: ListReferences;
}

/** One of the parts that a text is shown in, one at a time. */
export interface TextPart {
  /** '' for one without. */
  readonly title: string;
  /** The number of the smart list's item that it holds. */
  readonly item?: number;
}

/** Block markup made ready to render: static blocks are plain HTML, dynamic ones nodes. JSON-safe, kept in `post_render`. */
export interface CompiledDocument {
  readonly nodes: readonly DocumentNode[];
  /** Names of all blocks in it, static ones too: their CSS is sent. */
  readonly blocks: readonly string[];
  /** The parts that its text is shown in. Their nodes have a break (`partBreak`) between them. */
  readonly parts?: readonly TextPart[];
  /** Rules for its blocks on small screens and in states of the pointer (`core/state-styles.ts`). */
  readonly states?: readonly string[];
  /** Attachments that its HTML shows. */
  readonly media?: readonly number[];
  /** Tags of other rows whose words it shows; not stored. */
  readonly tags?: readonly Tag[];
}

/** Whether a value that was kept as JSON is a document: a row of `post_render` may be damaged, or brought by a restored backup. */
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

/** These nodes without the blocks of which `isLeftOut` says so, however deep they stand, and what is in them. */
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
