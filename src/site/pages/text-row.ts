import { sidebarHeight, textHeight } from './estimate-heights.ts';
import type { LoadedBlock, LoadedNode } from './load-blocks.ts';

/** How a row shows a text next to a sidebar. */
export interface TextRow {
  /** Height reserved for the sidebar, in pixels. Below it, wide content spans the whole row. */
  readonly track: number;
  /** Whether the text continues below the sidebar; otherwise the row has two columns down to its end. */
  readonly isFree: boolean;
}

/** Pixels by which a main column must be longer than its sidebar before the row gives up its two columns. */
const minBelow = 400;
/** Safety factor for titles that need one more line than estimated. */
const slack = 1.06;

/** Undefined for rows without a post's content next to a sidebar. `parts`: the HTML of the row's children. */
export function textRowOf(
  { block, settings, children }: LoadedBlock,
  parts: readonly string[],
): TextRow | undefined {
  if (block.definition.name !== 'broadsheet/row' || (settings as { layout?: string }).layout !== 'sidebar')
    return undefined;
  const sidebar = children.findIndex(isSidebar);
  const main = children.findIndex((child) => !isSidebar(child) && holdsContent(child));
  if (sidebar < 0 || main < 0) return undefined;
  const track = Math.ceil((sidebarHeight(parts[sidebar] ?? '') * slack) / 20) * 20;
  return {
    track,
    isFree: !sticksThroughout(children[sidebar]) && textHeight(parts[main] ?? '') > track + minBelow,
  };
}

/** Marks the first tag of a row's HTML. */
export function withTextRow(html: string, { track, isFree }: TextRow): string {
  return html.replace(
    /^<div class="([^"]*)"(?: style="([^"]*)")?/,
    (_tag, names: string, style: string | undefined) =>
      `<div class="${names} text-row${isFree ? ' is-free' : ''}" style="${style === undefined ? '' : `${style};`}--track:${track}px"`,
  );
}

const columnSettings = (node: LoadedNode | undefined) =>
  typeof node === 'object' && node.block.definition.name === 'broadsheet/column'
    ? (node.settings as Record<string, unknown>)
    : undefined;

const isSidebar = (node: LoadedNode) =>
  String(columnSettings(node)?.className ?? '')
    .split(' ')
    .includes('column-sidebar');

const contents: ReadonlySet<string> = new Set(['broadsheet/post-content', 'core/post-content']);
const holdsContent = (node: LoadedNode): boolean =>
  typeof node === 'object' && (contents.has(node.block.definition.name) || node.children.some(holdsContent));

/** A column that names the screens it sticks on stays in view down to the end of its row. */
function sticksThroughout(node: LoadedNode | undefined): boolean {
  const screens = String(columnSettings(node)?.['sticky-enabled-on'] ?? '');
  return screens !== '' && screens !== 'site';
}
