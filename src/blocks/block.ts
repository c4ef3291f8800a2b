import type { ReactNode } from 'react';
import type { z } from 'zod';

/** Categories of the inserter (design, section 5: families). */
export type BlockCategory =
  | 'layout'
  | 'listing'
  | 'single'
  | 'archive'
  | 'header'
  | 'footer'
  | 'media'
  | 'marketing'
  | 'shop';

export type BlockName = `${string}/${string}`;

/** Content of the inserter's preview, rendered for the edited page. */
export interface BlockExample<Settings = unknown> {
  readonly attributes?: Partial<Settings>;
  readonly innerBlocks?: readonly InnerExample[];
  /** Width of the preview's window in pixels; default 1200. */
  readonly viewportWidth?: number;
}

export interface InnerExample {
  readonly name: BlockName;
  readonly attributes?: Readonly<Record<string, unknown>>;
  readonly innerBlocks?: readonly InnerExample[];
}

export interface RenderedBlock<Settings = unknown> {
  readonly name: BlockName;
  /** Parses attributes; every setting has a default, so `{}` is always valid. */
  readonly settings: z.ZodType<Settings>;
  /** Counts incompatible changes of the settings; markup of an older version goes through `migrate`. */
  readonly version: number;
  readonly migrate?: (
    attributes: Readonly<Record<string, unknown>>,
    fromVersion: number,
  ) => Record<string, unknown>;
  /** The block's `block_type` values in `td_ajax_block`, with the settings that each implies. */
  readonly wireNames?: Readonly<Record<string, Partial<Settings>>>;
  /** Further styles of its view: names of other blocks, and of style sheets of lists and cards (`src/theme/lists/`). */
  readonly stylesOf?: readonly string[] | ((settings: Settings) => readonly string[]);
  /** One per page (`supports.multiple` of WordPress): an article appended to another omits it. */
  readonly onceAPage?: boolean;
  /** Whether the block has inner blocks: rendered once for its view, or (`loader`) by its loader as often as needed (`renderInner`). */
  readonly container?: boolean | 'loader';
  /**
   * The block or its inner blocks show posts that "No duplicates" lists below leave out. Those lists wait until it
   * calls `noteShown`, `showOnce`, `showLast` or `cards`, or has loaded.
   */
  readonly showsPosts?: boolean | ((settings: Settings) => boolean);
  /** Whether the server renders a block with these attributes, rather than its saved HTML; undefined: always. */
  readonly isDynamic?: (attributes: Readonly<Record<string, unknown>>) => boolean;
}

/** Safe to import in the browser and on the server. Editor strings have the names that WordPress gives them. */
export interface BlockDefinition<Settings = unknown> extends RenderedBlock<Settings> {
  readonly title: string;
  /** A sentence or two: what the block shows, and when it shows nothing. */
  readonly description: string;
  readonly category: BlockCategory;
  readonly keywords: readonly string[];
  /** SVG path data in a 24 × 24 box. */
  readonly icon: string;
  /** Blocks that may directly contain it; undefined: any. */
  readonly parent?: readonly BlockName[];
  /** Blocks that may contain it at any depth; undefined: any. */
  readonly ancestor?: readonly BlockName[];
  /** Blocks that it may directly contain; undefined: all. */
  readonly allowedBlocks?: readonly BlockName[];
  /** `inserter: false`: only templates contain it, editors can't insert it. */
  readonly supports?: { readonly inserter: false };
  /** Required for every block in the inserter. */
  readonly example?: BlockExample<Settings>;
}

export function defineBlock<Schema extends z.ZodType>(
  definition: Omit<BlockDefinition<z.output<Schema>>, 'settings'> & { settings: Schema },
): BlockDefinition<z.output<Schema>> {
  return definition as BlockDefinition<z.output<Schema>>;
}

/** Names of all styles that a block with these settings needs, its own first. */
export function stylesFor(
  { name, stylesOf = [] }: Pick<RenderedBlock, 'name' | 'stylesOf'>,
  settings: unknown,
): readonly string[] {
  return [name, ...(typeof stylesOf === 'function' ? stylesOf(settings) : stylesOf)];
}

/** The `block_type` of a block with these settings: the one whose implied settings they contain. Throws if there is no match. */
export function wireNameOf(
  { name, wireNames = {} }: Pick<RenderedBlock, 'name' | 'wireNames'>,
  settings: Readonly<Record<string, unknown>> = {},
): string {
  for (const [wireName, own] of Object.entries(wireNames))
    if (Object.entries(own).every(([key, value]) => settings[key] === value)) return wireName;
  throw new Error(
    `${name} declares no wire name for ${JSON.stringify(settings)}; add it to wireNames in its block.ts.`,
  );
}

export interface ViewProps<Settings, Data = undefined> {
  readonly settings: Settings;
  readonly data: Data;
  /** Unique id of the block on its page: a hash of its document and position. For element ids and `td_block_id`. */
  readonly blockId: string;
  /** Rendered inner blocks; containers only. */
  readonly children?: ReactNode;
}

/** JSON Schema of an attribute with the inspector's metadata (`setting-types.ts`), which WordPress' attributes lack. */
export interface AttributeSchema {
  readonly title?: string;
  readonly help?: string;
  readonly group?: string;
  readonly control?: string;
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly options?: readonly { readonly value: string; readonly label: string }[];
  readonly multiple?: boolean;
  readonly taxonomy?: string;
  readonly postType?: string;
  readonly by?: 'slug';
  readonly [word: string]: unknown;
}

type Words =
  | 'title'
  | 'description'
  | 'category'
  | 'keywords'
  | 'icon'
  | 'parent'
  | 'ancestor'
  | 'allowedBlocks'
  | 'supports'
  | 'example'
  | 'container';

export interface BlockType {
  readonly name: string;
  readonly attributes: Readonly<Record<string, AttributeSchema>>;
  /** False: the block's saved HTML is used. */
  readonly isRendered: boolean;
  readonly words: Readonly<Partial<Pick<BlockDefinition, Words>>>;
  readonly declared?: DeclaredBlock;
}

export interface DeclaredBlock {
  readonly name: string;
  readonly apiVersion: number;
  readonly title: string;
  readonly description?: string;
  readonly category?: string;
  readonly icon?: string;
  readonly keywords?: readonly string[];
  readonly textdomain?: string;
  readonly attributes?: Readonly<Record<string, AttributeSchema>>;
  readonly supports?: Readonly<Record<string, unknown>>;
  readonly selectors?: Readonly<Record<string, unknown>>;
  readonly styles?: readonly Readonly<Record<string, unknown>>[];
  readonly example?: Readonly<Record<string, unknown>>;
  readonly providesContext?: Readonly<Record<string, string>>;
  readonly usesContext?: readonly string[];
  readonly parent?: readonly string[];
  readonly ancestor?: readonly string[];
  readonly allowedBlocks?: readonly string[];
}
