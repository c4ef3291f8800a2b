import type { DocumentNode } from './document.ts';

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
