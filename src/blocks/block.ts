import type { ReactNode } from 'react';
import type { z } from 'zod';

/** Shelves of the inserter (design, section 5: families). */
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

/** `broadsheet/post-list`, as in the block comment. */
export type BlockName = `${string}/${string}`;

/** What the inserter previews a block by, on the page that is edited. */
export interface BlockExample<Settings = unknown> {
  readonly attributes?: Partial<Settings>;
  readonly innerBlocks?: readonly InnerExample[];
  /** Width of the window that it is drawn in, in pixels; else 1200. */
  readonly viewportWidth?: number;
}

/** A block inside an example. */
export interface InnerExample {
  readonly name: BlockName;
  readonly attributes?: Readonly<Record<string, unknown>>;
  readonly innerBlocks?: readonly InnerExample[];
}

/** What rendering a block needs to know of it. */
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
  /** `block_type` values under which `td_ajax_block` knows it, with the settings that each stands for. */
  readonly wireNames?: Readonly<Record<string, Partial<Settings>>>;
  /** What its view needs beside its own styles: names of other blocks, and of style sheets of lists and cards (`src/theme/lists/`). */
  readonly stylesOf?: readonly string[] | ((settings: Settings) => readonly string[]);
  /** Has its place once on a page (`supports.multiple` of WordPress): an article that is put below another comes without it. */
  readonly onceAPage?: boolean;
  /** Whether other blocks go inside: rendered once and handed to its view, or (`loader`) by its loader, as often as it likes (`renderInner`). */
  readonly container?: boolean | 'loader';
  /**
   * Shows posts, itself or by the blocks inside of it, that lists with "No duplicates" below leave out. Those wait
   * until it has named them (`noteShown`, `showOnce`), calls `showLast` or `cards`, or has loaded.
   */
  readonly showsPosts?: boolean | ((settings: Settings) => boolean);
  /** Blocks of this name with other attributes are HTML as it was saved; undefined: the server renders all of them. */
  readonly isDynamic?: (attributes: Readonly<Record<string, unknown>>) => boolean;
}

/** What a block is, wherever it runs: safe to import in the browser and on the server. What editors read has the names that WordPress gives it. */
export interface BlockDefinition<Settings = unknown> extends RenderedBlock<Settings> {
  readonly title: string;
  /** A plain sentence or two: what it shows, and where it shows nothing. */
  readonly description: string;
  readonly category: BlockCategory;
  /** Further words under which the inserter finds it. */
  readonly keywords: readonly string[];
  /** SVG path data in a 24 × 24 box. */
  readonly icon: string;
  /** Blocks right inside of which it may stand; undefined: anywhere. */
  readonly parent?: readonly BlockName[];
  /** Blocks somewhere inside of which it may stand; undefined: anywhere. */
  readonly ancestor?: readonly BlockName[];
  /** Blocks that may stand right inside of it, which is a container; undefined: all. */
  readonly allowedBlocks?: readonly BlockName[];
  /** `inserter: false`: the house puts it where it belongs, nobody inserts it. */
  readonly supports?: { readonly inserter: false };
  /** Every block that the inserter offers has one. */
  readonly example?: BlockExample<Settings>;
}

/** Declares a block; the settings' type follows from the schema. */
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

/** The `block_type` that stands for a block with these settings: the one whose own settings they hold. Throws where there is none. */
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

/** What a view gets. */
export interface ViewProps<Settings, Data = undefined> {
  readonly settings: Settings;
  readonly data: Data;
  /** Id of this very block on this page: a hash of its document and place. Use it for element ids and `td_block_id`. */
  readonly blockId: string;
  /** Inner blocks, rendered; only for containers. */
  readonly children?: ReactNode;
}

/** JSON Schema of one attribute, with what the inspector says of it (`setting-types.ts`): of those of WordPress nothing. */
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
  /** Further words of JSON Schema. */
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

/** A block as programs ask for it: its description, its attributes, and whether the server renders it. */
export interface BlockType {
  readonly name: string;
  readonly attributes: Readonly<Record<string, AttributeSchema>>;
  /** False: the block is HTML as it was saved. */
  readonly isRendered: boolean;
  /** Strings of our own blocks for editors. */
  readonly words: Readonly<Partial<Pick<BlockDefinition, Words>>>;
  /** The declaration of a block of WordPress. */
  readonly declared?: DeclaredBlock;
}

/** A block as WordPress' block.json declares it. */
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
