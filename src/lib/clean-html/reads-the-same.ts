import { eachHtmlToken } from '../markup/html-tokens.ts';
import { parseText } from './parse.ts';
import type { TreeNode } from './tree.ts';
import { eachNode } from './write.ts';

/** Elements in which browsers of different age find different tags. */
const readDifferently: ReadonlySet<string> = new Set(['math', 'select', 'svg']);

/**
 * Whether a text says what its cleaned form says, in a way that every parser reads alike: each of its tags is an element of both, with the same attributes in
 * the same place, and no tag, comment or raw text holds a `<`. Comments without markup don't count.
 */
export function readsTheSame(html: string, cleaned: string): boolean {
  if (html === cleaned) return true;
  if (!isPlain(html)) return false;
  const { root, isWhole } = parseText(html);
  const said = isWhole ? outline(root) : undefined;
  return said !== undefined && said === outline(parseText(cleaned).root);
}

function isPlain(html: string): boolean {
  let plain = true;
  eachHtmlToken(html, ({ kind, start, end }) => {
    if (!plain || kind === 'text') return;
    const inside = html.slice(kind === 'raw' ? start : start + 1, end);
    plain = !inside.includes('<') && (kind !== 'comment' || !inside.slice(0, -1).includes('>'));
  });
  return plain;
}

/** What a text says, node by node; undefined where browsers differ about it. */
function outline(root: TreeNode): string | undefined {
  const lines: string[] = [];
  const depths = new Map<TreeNode | undefined, number>([[root, 0]]);
  let isSure = true;
  let textOf: TreeNode | undefined; // whose text the last line is
  eachNode(root, (node) => {
    const { kind, name, value, attributes } = node;
    if (kind === 'comment') return;
    const depth = (depths.get(node.parent) ?? 0) + 1;
    if (kind === 'text') {
      const text = value.replaceAll('\n', '\n ');
      lines.push(textOf && textOf === node.parent ? text : `\n${depth} ${text}`);
      textOf = node.parent;
    } else {
      depths.set(node, depth);
      lines.push(
        `\n${depth} <${name}${attributes.map((attribute) => ` ${attribute.name}=${JSON.stringify(attribute.value)}`).join('')}>`,
      );
      isSure &&= !readDifferently.has(name);
      textOf = undefined;
    }
  });
  return isSure ? lines.join('') : undefined;
}
