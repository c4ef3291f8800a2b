import type { BlockDefinition } from './block.ts';

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
