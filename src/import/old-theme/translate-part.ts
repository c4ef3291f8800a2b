import { isRecord } from '../../lib/records.ts';
import { encodedObject } from './composer-values.ts';
import { layOutPage, made } from './lay-out.ts';
import type { LaidOutBlock } from './lay-out.ts';
import { readShortcodes } from './shortcode-tree.ts';
import type { Shortcode } from './shortcode-tree.ts';
import { Translator } from './translate-template.ts';
import type { TranslatedLine, TranslateOptions, Translation } from './translate-template.ts';

const menu = 'broadsheet/nav-menu';
const logo = 'broadsheet/site-title';

/** Longest header that is read; composers encode one twice. */
const maxHeaderLength = 2_000_000;

/** A header's content for wide screens and for phones. Composers store JSON, usually in base64; old ones stored plain shortcodes. */
export function headerZones(source: string): { readonly desktop: string; readonly mobile: string } {
  const bare = source.trim();
  const packed =
    bare.length > maxHeaderLength
      ? undefined
      : bare.startsWith('{')
        ? readObject(bare)
        : bare.startsWith('ey')
          ? readPacked(bare)
          : undefined;
  const zone = (name: string) => (typeof packed?.[name] === 'string' ? packed[name] : '');
  return packed
    ? { desktop: zone('tdc_header_desktop'), mobile: zone('tdc_header_mobile') }
    : { desktop: source, mobile: '' };
}

function readObject(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const read: unknown = JSON.parse(text);
    return isRecord(read) ? read : undefined;
  } catch {
    return undefined;
  }
}

function readPacked(text: string): Readonly<Record<string, unknown>> | undefined {
  return (
    encodedObject(text) ??
    (/^[\w+/=\s]+$/.test(text) ? readObject(Buffer.from(text, 'base64').toString('utf8')) : undefined)
  );
}

/**
 * Translates a header: the logo's row becomes the masthead, with the phone menu before and the tools after it; the main
 * menu becomes a bar. The phone header is not translated, since the same header adapts to phones by CSS.
 */
export function translateHeader(source: string, options: TranslateOptions): Translation {
  const { desktop, mobile } = headerZones(source);
  const main = readShortcodes(desktop === '' ? mobile : desktop);
  const phones = desktop === '' ? undefined : readShortcodes(mobile);
  const translator = new Translator(main.nodes, options);
  const rows = rowsIn(main.nodes).map((row) => flattened(translator.inside([row], 12, 0)));
  const lines: TranslatedLine[] = [...translator.lines];
  const unknown = [...translator.unknown()];
  const notes = [...main.faults, ...translator.notes];
  if (phones && phones.nodes.length > 0) {
    const seen = new Translator(phones.nodes, { ...options, isMobile: true });
    const blocks = flattened(seen.inside(phones.nodes, 12, 1));
    lines.push(
      { depth: 0, was: 'tdc_header_mobile', is: 'the same header, with a separate mobile version' },
      ...seen.lines,
    );
    unknown.push(...seen.unknown());
    if (
      blocks.some(({ name }) => name === 'broadsheet/header-search') &&
      !rows.flat().some(({ name }) => name === 'broadsheet/header-search')
    ) {
      rows.find((row) => row.some(({ name }) => name === logo))?.push(made('broadsheet/header-search'));
    }
  }
  const blocks = layOutHeader(rows.filter((row) => row.length > 0));
  return {
    blocks: blocks.length === 0 ? [] : [made('broadsheet/header', {}, blocks)],
    lines,
    unknown,
    notes,
  };
}

export function translateFooter(source: string, options: TranslateOptions): Translation {
  const tree = readShortcodes(source);
  const translator = new Translator(tree.nodes, options);
  const blocks = layOutPage(translator.inside(tree.nodes, 12, 0), 'footer').map(onFoot);
  return {
    blocks: blocks.length === 0 ? [] : [made('broadsheet/footer', {}, blocks)],
    lines: translator.lines,
    unknown: translator.unknown(),
    notes: [...tree.faults, ...translator.notes],
  };
}

/** In a footer, a menu bar becomes a line of links, and rows of columns get the footer's style. */
function onFoot(block: LaidOutBlock): LaidOutBlock {
  const isBar = block.name === menu && block.attributes.style === 'bar';
  const attributes = isBar
    ? { ...block.attributes, location: 'footer', style: 'line', label: 'translation_menu_about' }
    : block.name === 'broadsheet/row' && block.attributes.layout === undefined
      ? { className: 'footer-columns', ...block.attributes }
      : block.attributes;
  return { ...block, attributes, children: block.children.map(onFoot) };
}

function rowsIn(nodes: readonly Shortcode[]): readonly Shortcode[] {
  return nodes.flatMap((node) =>
    node.name === 'tdc_zone' || node.name === 'vc_section' ? rowsIn(node.children) : [node],
  );
}

const isRow = ({ name }: LaidOutBlock) =>
  name === 'broadsheet/row' || name === 'broadsheet/column' || name.startsWith('old-theme/');

function flattened(blocks: readonly LaidOutBlock[]): LaidOutBlock[] {
  return blocks.flatMap((block) => (isRow(block) ? flattened(block.children) : [block]));
}

function layOutHeader(rows: readonly (readonly LaidOutBlock[])[]): LaidOutBlock[] {
  const withLogo = rows.findIndex((row) => row.some(({ name }) => name === logo));
  const bars = rows.flatMap((row, index) => (row.some(({ name }) => name === menu) ? [index] : []));
  // Of several menus, the one in the logo's row or below it is the main menu; those above it become lines.
  const main = bars.find((index) => index >= withLogo) ?? bars.at(-1) ?? -1;
  return rows.flatMap((row, index) => {
    const [first, ...further] = row.filter(({ name }) => name === menu);
    const bar = index === main && first ? [asBar(first)] : [];
    const small = (index === main ? further : [first, ...further])
      .filter((one) => one !== undefined)
      .map(asLine);
    const others = row.filter(({ name }) => name !== menu && name !== 'broadsheet/mobile-menu');
    if (index === withLogo) return [masthead(others, small), ...bar];
    const inline = [...small, ...others];
    return [...(inline.length === 0 ? [] : [made('broadsheet/row', { layout: 'inline' }, inline)]), ...bar];
  });
}

const asBar = (block: LaidOutBlock): LaidOutBlock =>
  made(menu, { ...block.attributes, location: 'primary', style: 'bar', label: 'translation_menu_main' });
const asLine = (block: LaidOutBlock): LaidOutBlock =>
  made(menu, { ...block.attributes, location: 'top', style: 'line', depth: 1, fallback: false });

function masthead(blocks: readonly LaidOutBlock[], menus: readonly LaidOutBlock[]): LaidOutBlock {
  const name = blocks.find((block) => block.name === logo) ?? made(logo);
  const tools = [...menus, ...blocks.filter((block) => block !== name && block.name !== 'broadsheet/ad')];
  return made('broadsheet/row', { layout: 'inline', className: 'masthead' }, [
    made('broadsheet/mobile-menu'),
    name,
    ...(tools.length === 0
      ? []
      : [made('broadsheet/row', { layout: 'inline', className: 'masthead-tools' }, tools)]),
    ...blocks.filter((block) => block.name === 'broadsheet/ad'),
  ]);
}
