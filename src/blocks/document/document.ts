/** HTML that passes through, or a block that the server renders. */
export type DocumentNode = string | BlockNode;

/** A dynamic block in a compiled document. */
export interface BlockNode {
  readonly name: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly children: readonly DocumentNode[];
  /** Place in the document (`0.2.1`): with the document's id it makes the block's id. */
  readonly place: string;
}

/** Block markup made ready to render: static blocks are plain HTML, dynamic ones nodes. JSON-safe, kept in `post_render`. */
export interface CompiledDocument {
  readonly nodes: readonly DocumentNode[];
  /** Names of all blocks in it, static ones too: their CSS is sent. */
  readonly blocks: readonly string[];
  /** Behaviours that its HTML asks for (`lightbox`, `lazy-image` …). */
  readonly behaviours: readonly string[];
  /** Titles of the parts that its text is shown in, one at a time; '' for one without. Their nodes have a break (`partBreak`) between them. */
  readonly parts?: readonly string[];
  /** Attachments that its HTML shows. */
  readonly media?: readonly number[];
}
