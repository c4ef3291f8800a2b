import type { BlockDefinition } from './block.ts';

/** JSON Schema of one attribute. */
export type AttributeSchema = Readonly<Record<string, unknown>>;

type Words = 'title' | 'description' | 'category' | 'keywords' | 'icon' | 'parent' | 'ancestor' | 'allowedBlocks' | 'supports' | 'example';

/** A block as programs ask for it: what it is, and what it takes. Those of WordPress say nothing to editors, who have forms for them. */
export interface BlockType {
  readonly name: string;
  readonly attributes: Readonly<Record<string, AttributeSchema>>;
  /** What ours say to editors. */
  readonly words: Readonly<Partial<Pick<BlockDefinition, Words>>>;
}
