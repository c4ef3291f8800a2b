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

type Words = 'title' | 'description' | 'category' | 'keywords' | 'icon' | 'parent' | 'ancestor' | 'allowedBlocks' | 'supports' | 'example' | 'container';

/** A block as programs ask for it: what it is, and what it takes. Those of WordPress say nothing to editors, who have forms for them. */
export interface BlockType {
  readonly name: string;
  readonly attributes: Readonly<Record<string, AttributeSchema>>;
  /** What ours say to editors. */
  readonly words: Readonly<Partial<Pick<BlockDefinition, Words>>>;
}
