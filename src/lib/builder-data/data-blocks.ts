import { parseShortcodeAttributes } from '../shortcodes/attributes.ts';
import { isRecord } from '../is-record.ts';
import { blockTokens } from '../markup/block-tokens.ts';
import type { BlockToken } from '../markup/block-tokens.ts';
import { readAttribute } from '../markup/html-tokens.ts';
import { readJson } from '../markup/read-json.ts';
import { splice } from '../markup/splice.ts';
import type { Edit } from '../markup/splice.ts';
import { decodeEntities } from '../plain-text.ts';
import { fieldsOfBlock, mayHoldAcfBlocks, withAcfBlocks } from './acf-blocks.ts';
import { lacksWords } from './compare-words.ts';
import { mayHoldDiviBlocks, withDiviBlocks } from './divi-blocks.ts';
import { isShownModule } from './divi-modules.ts';
import { mayHoldGlobalParts } from './global-parts.ts';
import { writeParts } from './parts.ts';
import type { DataSources } from './parts.ts';
import { isPanelsListName } from './site-origin-widgets.ts';
import { panelsBlock, panelsParts, panelsShortcode, panelsWidgetOf } from './site-origin.ts';

const mayHoldLayouts = (content: string): boolean => content.includes(`<!-- wp:${panelsBlock} `);
const mayHoldWidgets = (content: string): boolean => content.includes(panelsShortcode);

/** Whether a text may hold blocks or shortcodes whose words are in their attributes; quick. */
export const mayHoldDataBlocks = (content: string): boolean =>
  mayHoldAcfBlocks(content) ||
  mayHoldLayouts(content) ||
  mayHoldWidgets(content) ||
  mayHoldDiviBlocks(content) ||
  mayHoldGlobalParts(content);

/** Whether readers see what a block's attributes say; forms, menus and other parts of the old theme show nothing. */
export const isShownDataBlock = ({ name, json }: Pick<BlockToken, 'name' | 'json'>): boolean =>
  name.startsWith('acf/') ? fieldsOfBlock(json).length > 0 : name === panelsBlock || isShownModule(name);

/** A text with the words, pictures and links of such blocks in their places. */
export function withDataBlocks(content: string, sources: DataSources): string {
  let text = withAcfBlocks(content, sources);
  if (mayHoldLayouts(text)) text = withLayouts(text, sources);
  if (mayHoldDiviBlocks(text)) text = withDiviBlocks(text, sources);
  return mayHoldWidgets(text) ? withWidgets(text, sources) : text;
}

/** Layout blocks of SiteOrigin show their data, unless the HTML that they saved has all words of it. */
function withLayouts(content: string, sources: DataSources): string {
  const tokens = blockTokens(content);
  const edits: Edit[] = [];
  let done = 0;
  for (const [index, { kind, name, json, start, end }] of tokens.entries()) {
    if (name !== panelsBlock || kind === 'close' || start < done) continue;
    const close =
      kind === 'open' ? tokens.slice(index + 1).find((token) => token.name === panelsBlock) : undefined;
    const isClosed = close?.kind === 'close';
    const saved = isClosed ? content.slice(end, close.start) : '';
    const parts = panelsParts(readJson(json)?.panelsData, sources);
    const isSaved = parts.length === 0 || (saved.trim() !== '' && !lacksWords(parts, saved));
    done = isClosed ? close.end : end;
    edits.push({ start, end: done, text: isSaved ? saved : writeParts(parts, sources) });
  }
  return splice(content, edits);
}

/** `[siteorigin_widget class="…"]<input type="hidden" value="{…}" />[/siteorigin_widget]`, as copies of layouts hold widgets. */
const widgetShortcode =
  /\[siteorigin_widget (class="[^"\][<>]{1,200}")\]\s{0,9}(<input\b[^<>]*>)\s{0,9}\[\/siteorigin_widget\]/g;

/** Widgets show their settings; those that are named for lists of posts stay, since rendering replaces them. */
function withWidgets(content: string, sources: DataSources): string {
  return content.replaceAll(widgetShortcode, (shortcode, attributes: string, input: string) => {
    const name = parseShortcodeAttributes(attributes).named.class ?? '';
    const given = readJson(decodeEntities(readAttribute(input, 'value') ?? ''));
    const settings = isRecord(given?.instance) ? given.instance : given;
    if (!settings || isPanelsListName(name)) return shortcode;
    const markup = writeParts(panelsWidgetOf(name, settings, sources), sources);
    return markup === '' ? '' : `\n\n${markup}\n\n`;
  });
}
