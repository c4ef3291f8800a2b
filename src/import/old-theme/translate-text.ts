import { scanShortcodes } from '../../lib/shortcodes/scan.ts';
import { phpText } from '../../lib/php-serialize.ts';
import type { PhpMap } from '../../lib/php-serialize.ts';
import { counterparts } from './counterparts.ts';
import type { ForeignIds } from './foreign-ids.ts';
import { layOutText } from './lay-out.ts';
import { isStructure, readShortcodes } from './shortcode-tree.ts';
import type { Shortcode } from './shortcode-tree.ts';
import { Translator } from './translate-template.ts';
import type { Translation } from './translate-template.ts';

/** Beginnings of names of the composer's elements. */
const composerName = /^(?:vc|td[bcms]?|wpb)_/;
const mayHold = /\[(?:vc|td[bcms]?|wpb)_/i;

const isName = (name: string) =>
  isStructure(name) || Object.hasOwn(counterparts, name) || composerName.test(name);

/**
 * A post's text as the composer made it; undefined for one that says nothing but words, pictures and films one below the other, with whatever shortcodes: such
 * a text stays a text (`write-out.ts`), and so does one of more elements than are read. `isBuilt`: whatever it holds.
 */
export function readBuiltText(
  source: string,
  { isBuilt }: { readonly isBuilt: boolean },
): readonly Shortcode[] | undefined {
  if (!isBuilt && !mayHold.test(source)) return undefined;
  // What stands in code or escaped, or in a tag, is none.
  const starts = new Set(
    scanShortcodes(source)
      .filter(({ kind }) => kind === 'drop')
      .map(({ start }) => start),
  );
  const { nodes, faults } = readShortcodes(source, (name, at) => starts.has(at) && isName(name));
  if (faults.length > 0) return undefined;
  return isBuilt || nodes.some(laysOut) ? nodes : undefined;
}

/** Whether it shows more than a text says: a list or another block of ours, or columns beside each other. */
function laysOut({ name, children }: Shortcode): boolean {
  const counterpart = Object.hasOwn(counterparts, name) ? counterparts[name] : undefined;
  if (counterpart && !('text' in counterpart) && !('without' in counterpart) && !('missing' in counterpart))
    return true;
  const isRow = name === 'vc_row' || name === 'vc_row_inner';
  return (
    (isRow && children.filter((child) => child.children.length > 0).length > 1) || children.some(laysOut)
  );
}

/** What such a text is here; `isOnce`: it shows each article once. */
export function translateText(
  nodes: readonly Shortcode[],
  ids: ForeignIds,
  { isOnce = false } = {},
): Translation {
  const translator = new Translator(nodes, { type: 'page', isMobile: false, ids, isText: true, isOnce });
  const blocks = layOutText(translator.inside(nodes, 12, 0));
  return { blocks, lines: translator.lines, unknown: translator.unknown(), notes: [...translator.notes] };
}

const latestName = 'td_homepage_loop';
/** Settings of the list below a page that its element has under the same names. */
const sameNames = [
  'limit',
  'offset',
  'sort',
  'category_id',
  'category_ids',
  'tag_slug',
  'autors_id',
  'installed_post_types',
];

/** The list of the newest articles that templates of pages of the old theme show below the text, by the settings that the page has for it. */
export function latestList(settings: PhpMap): Shortcode {
  const said = (name: string) => phpText(settings.get(name)).trim();
  const title =
    said('list_custom_title_show') === 'hide_title' ? '' : said('list_custom_title') || 'translation_latest';
  const attributes = {
    limit: '10',
    image_floated: 'float_left',
    modules_on_row: '50%',
    ajax_pagination: 'numbered',
    custom_title: title,
    ...Object.fromEntries(sameNames.flatMap((name) => (said(name) === '' ? [] : [[name, said(name)]]))),
  };
  return { name: latestName, attributes, children: [], text: '', tag: '[td_homepage_loop]' };
}
