interface Named {
  readonly name: string;
  readonly attributes: Readonly<Record<string, unknown>>;
}

/** Blocks of WordPress by the names that older versions gave them; old texts and templates have them yet. */
const formerNames: ReadonlyMap<string, string> = new Map([
  ['core/comments-query-loop', 'core/comments'],
  ['core/post-comment-author', 'core/comment-author-name'],
  ['core/post-comment-content', 'core/comment-content'],
  ['core/post-comment-date', 'core/comment-date'],
  ['core/cover-image', 'core/cover'],
  ['core/cover-text', 'core/paragraph'],
  ['core/text', 'core/paragraph'],
]);

const formerService = /^core\/social-link-([a-z\d-]{1,40})$/;

/** The name that a block has today. */
export function nameToday(name: string): string {
  return formerNames.get(name) ?? (formerService.test(name) ? 'core/social-link' : name);
}

/** A block under the name that it has today, with the attributes that say what its former name said. */
export function underNameToday<Block extends Named>(block: Block): Block {
  const name = nameToday(block.name);
  if (name === block.name) return block;
  const service = formerService.exec(block.name)?.[1];
  return {
    ...block,
    name,
    attributes: service === undefined ? block.attributes : { ...block.attributes, service },
  };
}
