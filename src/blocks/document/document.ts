/** HTML that passes through, or a block that the server renders. */
export type DocumentNode = string | BlockNode;

/** The name of nodes that stand in front of what was saved of a block that nobody knows, whose name they have: who may edit is told, readers are not. */
export const unknownBlock = 'broadsheet/unknown-block';

/** A dynamic block in a compiled document. */
export interface BlockNode {
  readonly name: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly children: readonly DocumentNode[];
  /** Place in the document (`0.2.1`): with the document's id it makes the block's id. */
  readonly place: string;
  /** Of a block that binds attributes, what its markup holds: values are put into it when it is rendered, and it is compiled then. */
  readonly saved?: string;
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
  /** Attachments that its HTML shows. */
  readonly media?: readonly number[];
}
