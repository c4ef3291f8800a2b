import type { BlockDefinition } from '../blocks/block.ts';
import type { DocumentNode } from '../blocks/document/document.ts';
import { unknownParts } from '../blocks/document/unknown-parts.ts';
import { findBlock, isRendered } from '../blocks/registry.server.ts';
import { parseIds } from '../blocks/setting-types.ts';
import { createContent } from '../modules/content/content.ts';
import { countersOf } from '../modules/posts/list.ts';
import { findPost } from '../modules/posts/reader.ts';
import type { Post } from '../modules/posts/post.ts';
import { articleType } from '../modules/types/names.ts';
import type { Database } from '../kernel/db/open-database.ts';
import { idOf } from '../lib/whole.ts';
import { createDocumentStore } from '../site/pages/document-store.ts';
import type { DocumentStore } from '../site/pages/document-store.ts';

/** Blocks of WordPress that list posts. */
const coreLists: ReadonlySet<string> = new Set(['core/latest-posts', 'core/post-template']);
/** How deep synced patterns are followed. */
const maxPatternDepth = 3;

/** Whether readers of a page see a list with at least one article in it; undefined: the page isn't here. */
export async function showsArticles(database: Database, postId: number): Promise<boolean | undefined> {
  const post = await findPost(database.read, postId);
  if (!post) return undefined;
  const content = createContent(database, '');
  try {
    const documents = createDocumentStore(content, { warn: () => {}, error: () => {} });
    const lists = await listsOf(database, documents, post, 0);
    if (lists.length === 0) return false;
    const groups = lists.map(({ attributes }) =>
      parseIds(typeof attributes.category_id === 'string' ? attributes.category_id : ''),
    );
    const counters = groups.flatMap((ids) =>
      ids.length === 0 ? [{ type: articleType }] : ids.map((termId) => ({ type: articleType, termId })),
    );
    return (await countersOf(database.read, counters)).some((count) => count > 0);
  } finally {
    await content.close();
  }
}

type ListNode = Exclude<DocumentNode, string>;

/** The lists of a text, those in its synced patterns included. */
async function listsOf(
  database: Database,
  documents: DocumentStore,
  post: Post,
  depth: number,
): Promise<ListNode[]> {
  // Nothing is stored for a text that is unsaved: an import leaves no rendered copies.
  const { nodes } = await documents.post({ ...post, isUnsaved: true });
  const found = flat(nodes);
  const refs =
    depth < maxPatternDepth
      ? found.map(({ name, attributes }) => (name === 'core/block' ? idOf(attributes.ref) : undefined))
      : [];
  const patterns = await Promise.all(
    refs.map(async (ref) => (ref === undefined ? undefined : findPost(database.read, ref))),
  );
  const inside = await Promise.all(
    patterns.map(async (pattern) => (pattern ? listsOf(database, documents, pattern, depth + 1) : [])),
  );
  return [...found.filter(isList), ...inside.flat()];
}

const flat = (nodes: readonly DocumentNode[]): ListNode[] =>
  nodes.flatMap((node) => (typeof node === 'string' ? [] : [node, ...flat(node.children)]));

function isList({ name }: ListNode): boolean {
  const definition: Partial<BlockDefinition> | undefined = findBlock(name)?.definition;
  return coreLists.has(name) || definition?.category === 'listing';
}

/** Names of a few blocks and shortcodes of a text that show nothing here, for the report. */
export function unknownNames(content: string, max = 5): string[] {
  const { blocks, shortcodes } = unknownParts(content, (name) => isRendered(name, {}));
  return [...blocks.keys(), ...[...shortcodes.keys()].map((name) => `[${name}]`)]
    .slice(0, max)
    .map((name) => name.slice(0, 60));
}
