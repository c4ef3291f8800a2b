import type { TemplateType } from '../../modules/templates/model.ts';
import { writeClosing, writeOpening } from '../../lib/markup/block-markup.ts';

export interface LaidOutColumn {
  readonly blocks: readonly LaidOutBlock[];
  readonly width: number;
  readonly isSticky: boolean;
}

/** Main content of a page; a narrow column next to it is a sidebar. */
const mains = ['broadsheet/post-content', 'broadsheet/archive-loop'];
const isMain = (blocks: readonly LaidOutBlock[]) => mains.some((name) => holds(blocks, name));

/** Placeholder for content on top of a full-screen picture. */
const overPicture = 'old-theme/over-picture';
/** Blocks that a full-screen header can contain. */
const onPlate: ReadonlySet<string> = new Set(
  ['breadcrumbs', 'post-title', 'post-meta', 'share'].map((name) => `broadsheet/${name}`),
);

/** Page headings don't fit into a narrow column, so they move above their row. */
const headings: ReadonlySet<string> = new Set(['broadsheet/search-results', 'broadsheet/archive-title']);

const sticky = { 'sticky-enabled-on': 'site' } as const;

export function layOutRow(
  columns: readonly LaidOutColumn[],
  { isInner, isOver }: { readonly isInner: boolean; readonly isOver: boolean },
): readonly LaidOutBlock[] {
  const [first, second] = columns;
  if (isOver)
    return [
      made(
        overPicture,
        {},
        columns.flatMap(({ blocks }) => blocks),
      ),
    ];
  if (!first || !second) return first?.blocks ?? [];
  const head = columns.find(
    ({ blocks, width }) => width <= 4 && blocks.every(({ name }) => headings.has(name)),
  );
  if (head)
    return [
      ...head.blocks,
      ...layOutRow(
        columns.filter((column) => column !== head),
        { isInner, isOver },
      ),
    ];
  if (!isInner && columns.length === 2 && first.width >= 7 && isMain(first.blocks)) {
    return [
      made('broadsheet/row', { layout: 'sidebar' }, [
        made(
          'broadsheet/column',
          { className: 'column-main', ...(first.isSticky ? sticky : {}) },
          inLines(first.blocks),
        ),
        made(
          'broadsheet/column',
          { className: 'column-sidebar', gap: 40, ...(second.isSticky ? sticky : {}) },
          inLines(second.blocks),
        ),
      ]),
    ];
  }
  const onTablets = columns.length === 2 ? undefined : columns.length === 3 ? 4 : 6;
  return [
    made(
      'broadsheet/row',
      {},
      columns.map(({ blocks, width, isSticky }) => {
        const tablet = onTablets ?? (width <= 3 ? 4 : width >= 9 ? 8 : width);
        return made(
          'broadsheet/column',
          { desktop: width, tablet, ...(isSticky ? sticky : {}) },
          inLines(blocks),
        );
      }),
    ),
  ];
}

/** Puts a byline and the sharing bar right after it on one line. */
function inLines(blocks: readonly LaidOutBlock[]): LaidOutBlock[] {
  const lines: LaidOutBlock[] = [];
  for (const block of blocks) {
    const last = lines.at(-1);
    const isLine = block.name === 'broadsheet/share' && last?.name === 'broadsheet/post-meta';
    if (isLine) lines.pop();
    lines.push(isLine ? made('broadsheet/row', { layout: 'inline' }, [last, block]) : block);
  }
  return lines;
}

const ofOneText: ReadonlySet<TemplateType> = new Set(['single', 'page', 'cpt', 'attachment', 'woo_product']);
/** Blocks that span the full width in an article with one column. */
const wide: ReadonlySet<string> = new Set([
  'broadsheet/row',
  'broadsheet/full-screen-header',
  'broadsheet/post-list',
  'broadsheet/big-grid',
  'broadsheet/slide',
  'broadsheet/related-posts',
  'broadsheet/ticker',
  'broadsheet/voices',
]);
const isWide = ({ name, attributes }: LaidOutBlock) => wide.has(name) && attributes.layout !== 'inline';

/** Blocks that end every article; the site's settings decide whether they show. */
const atEnd = ['broadsheet/autoload', 'broadsheet/reading-progress', 'broadsheet/more-articles'].map((name) =>
  made(name),
);

/** Arranges a page's rows in Broadsheet's order: a full-screen picture first, and an article without a sidebar in one column. */
export function layOutPage(blocks: readonly LaidOutBlock[], type: TemplateType): readonly LaidOutBlock[] {
  const page = inLines(overPictures(blocks, type));
  if (!ofOneText.has(type) || page.length === 0) return page;
  const isAlone = page.some(({ name }) => name === 'broadsheet/post-content');
  const columns = isAlone
    ? inOneColumn(
        page,
        type === 'page' ? { className: 'column-read', gap: 28 } : { className: 'column-read column-alone' },
      )
    : page;
  return type === 'single' || type === 'cpt' ? [...columns, ...atEnd] : columns;
}

export const layOutText = (blocks: readonly LaidOutBlock[]): readonly LaidOutBlock[] =>
  inLines(overPictures(blocks, 'page')).map(inGroups);

/** Groups text and pictures in a column, so that they are spaced like the paragraphs of one text. */
function inGroups(block: LaidOutBlock): LaidOutBlock {
  if (block.name !== 'broadsheet/column') return { ...block, children: block.children.map(inGroups) };
  const children: LaidOutBlock[] = [];
  let run: LaidOutBlock[] = [];
  const end = () => {
    if (run.length > 0)
      children.push(saved('group', `<div class="wp-block-group">${writeBlocks(run)}</div>`));
    run = [];
  };
  for (const child of block.children) {
    const isText = child.name === '' || (child.name.startsWith('core/') && child.name !== shortcodeBlock);
    if (child.html !== undefined && isText) {
      run.push(child);
      continue;
    }
    end();
    children.push(inGroups(child));
  }
  end();
  return { ...block, children };
}

/** A picture behind the heading becomes a full-screen header at the start of a page; elsewhere both appear one below the other. */
function overPictures(blocks: readonly LaidOutBlock[], type: TemplateType): LaidOutBlock[] {
  const isHead = (block: LaidOutBlock | undefined) =>
    block?.name === 'broadsheet/post-featured-image' && block.attributes.room === 'page';
  const flat = blocks.flatMap((block, index) => {
    if (block.name !== overPicture) return [block];
    return (type === 'single' || type === 'cpt') && index === 1 && isHead(blocks[0])
      ? [plate(block.children)]
      : block.children;
  });
  const [head, next, ...others] = flat;
  if (!head || next?.name !== 'broadsheet/full-screen-header') return flat.map(within);
  const left = blocks[1]?.children.filter(({ name }) => !onPlate.has(name)) ?? [];
  return [next, ...left, ...others].map(within);
}

const plate = (blocks: readonly LaidOutBlock[]) =>
  made(
    'broadsheet/full-screen-header',
    {},
    blocks.filter(({ name }) => onPlate.has(name)),
  );

/** Resolves the placeholders inside of rows, where no full-screen header is possible. */
function within(block: LaidOutBlock): LaidOutBlock {
  if (block.children.length === 0 || block.name === 'broadsheet/full-screen-header') return block;
  const children = block.children.flatMap((child) => (child.name === overPicture ? child.children : [child]));
  return { ...block, children: inLines(children.map(within)) };
}

function inOneColumn(
  blocks: readonly LaidOutBlock[],
  column: Readonly<Record<string, unknown>>,
): LaidOutBlock[] {
  const page: LaidOutBlock[] = [];
  let run: LaidOutBlock[] = [];
  const end = () => {
    if (run.length > 0) page.push(made('broadsheet/column', column, run));
    run = [];
  };
  for (const block of blocks) {
    if (!isWide(block)) {
      run.push(block);
      continue;
    }
    end();
    page.push(block);
  }
  end();
  return page;
}

export interface LaidOutBlock {
  /** Empty when `html` is written unchanged. */
  readonly name: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly children: readonly LaidOutBlock[];
  /** Saved HTML of a WordPress block; undefined for a block rendered by the server. */
  readonly html?: string;
}

export const shortcodeBlock = 'core/shortcode';

export function made(
  name: string,
  attributes: Readonly<Record<string, unknown>> = {},
  children: readonly LaidOutBlock[] = [],
): LaidOutBlock {
  return { name, attributes, children };
}

export function saved(
  name: string,
  html: string,
  attributes: Readonly<Record<string, unknown>> = {},
): LaidOutBlock {
  return { name: `core/${name}`, attributes, children: [], html };
}

export function writeBlocks(blocks: readonly LaidOutBlock[]): string {
  return blocks.map(writeBlock).join('\n');
}

function writeBlock({ name, attributes, children, html }: LaidOutBlock): string {
  if (name === '') return html ?? '';
  const inside = html ?? writeBlocks(children);
  return inside === ''
    ? writeOpening(name, attributes, true)
    : `${writeOpening(name, attributes, false)}\n${inside}\n${writeClosing(name)}`;
}

function holds(blocks: readonly LaidOutBlock[], name: string): boolean {
  return blocks.some((block) => block.name === name || holds(block.children, name));
}
