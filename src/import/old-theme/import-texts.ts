import { updatePost } from '../../modules/posts/writer.ts';
import { fileType, pageType } from '../../modules/types/names.ts';
import type { Layout } from '../../modules/templates/own-template.ts';
import { templateKey } from '../../modules/templates/own-template.ts';
import { mayHoldPatterns, mayNameIds, mayNameAuthors } from '../../lib/markup/block-refs.ts';
import { phpText, unserializeMap } from '../../lib/php-serialize.ts';
import type { ImportRun } from '../run.ts';
import { findImportedPost, findTexts } from '../rows.ts';
import type { WxrItem } from '../wxr-events.ts';
import type { ImportedText } from './describe-templates.ts';
import { findForeignIds, collectIds } from './find-ids.ts';
import type { IdSources } from './find-ids.ts';
import { sourceOf } from './import-templates.ts';
import type { Shortcode } from './shortcode-tree.ts';
import type { Translation } from './translate-template.ts';
import { scanShortcodes } from '../../lib/shortcodes/scan.ts';
import type { PhpMap } from '../../lib/php-serialize.ts';
import { counterparts } from './counterparts.ts';
import type { ForeignIds } from './composer-values.ts';
import { layOutText, writeBlocks } from './lay-out.ts';
import { isStructure, readShortcodes } from './shortcode-tree.ts';
import { Translator } from './translate-template.ts';

/** Raise it when texts become others: what nobody edited here is then made anew by the next import. */
export const textTranslatorVersion = 3;

/** Longest text that is made into blocks. */
const longestSource = 4_000_000;
/** How much waits in memory, in characters, until all that it names is here; what comes behind is made of what is here when it comes. */
const longestWaiting = 64_000_000;
/** Texts whose elements are told one by one. */
const mostTold = 200;

/** Templates of pages that the old theme's composer brought, and what lays out such a page here. */
const oldTemplates: ReadonlyMap<string, Layout> = new Map([
  ['', 'bare'],
  ['default', 'bare'],
  ['page-pagebuilder-latest.php', 'bare'],
  ['page-pagebuilder-overlay.php', 'bare'],
  ['page-homepage-loop.php', 'bare'],
  ['page-pagebuilder-title.php', 'wide'],
]);
/** Those that show the newest articles below the text. */
const withLatest: ReadonlySet<string> = new Set(['page-pagebuilder-latest.php', 'page-homepage-loop.php']);

/** Settings of a page, each in the meta of its template or of all, one of which says that each article is to show once on it. */
const onceSettings = ['td_page', 'td_homepage_loop', 'td_unique_articles'];
const showsOnce = ({ meta }: WxrItem) =>
  meta.some(
    ({ key, value }) =>
      onceSettings.includes(key) &&
      phpText(unserializeMap(value).get('td_unique_articles')).trim() === 'enabled',
  );

/** A post whose text the composer laid out, as it is stored here. */
export interface MadeText {
  readonly item: WxrItem;
  readonly source: string;
  readonly nodes: readonly Shortcode[];
  readonly translation: Translation;
  /** It shows each article once. */
  readonly isOnce: boolean;
}

interface Waiting {
  readonly source: string;
  readonly nodes: readonly Shortcode[];
  readonly isOnce: boolean;
  readonly localId: number;
  /** When it was changed last, in milliseconds, if nobody edited it here. */
  readonly modifiedAt: number;
  readonly told: Pick<ImportedText, 'kind' | 'id' | 'title'> | undefined;
}

/** Texts that the old theme's composer laid out: they become documents of blocks, as its templates do. */
export class TextImport {
  readonly #run: ImportRun;
  readonly #sources: IdSources;
  #waiting: Waiting[] = [];
  #length = 0;

  constructor(run: ImportRun, sources: IdSources) {
    this.#run = run;
    this.#sources = sources;
  }

  /** What an item is here whose text the composer laid out, with what is known by now of the things that it names; undefined: it is an ordinary text. */
  async make(item: WxrItem): Promise<MadeText | undefined> {
    if (item.type === fileType) return undefined;
    const template = item.meta.find(({ key }) => key === templateKey)?.value.trim() ?? '';
    const isPage = item.type === pageType;
    const hasLatest = isPage && withLatest.has(template);
    const source = sourceOf(item);
    if (source.length > longestSource || namesBlocks(source)) return undefined;
    const read = readBuiltText(source, { isBuilt: hasLatest || source !== item.content });
    if (!read) return undefined;
    const settings = item.meta.find(({ key }) => key === 'td_homepage_loop')?.value ?? '';
    const nodes = hasLatest ? [...read, latestList(unserializeMap(settings))] : read;
    const isOnce = isPage && showsOnce(item);
    const translation = await this.#translate(source, nodes, isOnce);
    if (translation.blocks.length === 0) return undefined;
    const layout = isPage ? oldTemplates.get(template) : undefined;
    const meta =
      layout === undefined
        ? item.meta
        : [...item.meta.filter(({ key }) => key !== templateKey), { key: templateKey, value: layout }];
    return {
      item: { ...item, content: writeBlocks(translation.blocks), meta },
      source,
      nodes,
      translation,
      isOnce,
    };
  }

  /** Hears of one that was written: what it names may come, or become another, behind it. */
  note(
    { item, source, nodes, translation, isOnce }: MadeText,
    kind: string,
    localId: number,
    modifiedAt: number,
  ): void {
    const told = { kind, id: item.id, title: item.title };
    if (!this.#await({ source, nodes, isOnce, localId, modifiedAt, told }))
      this.#tell(told, localId, translation);
  }

  /** Hears of one that a run took in which did not come to its end: what it names has come since. */
  noteAgain({ source, nodes, isOnce }: MadeText, localId: number, modifiedAt: number): void {
    this.#await({ source, nodes, isOnce, localId, modifiedAt, told: undefined });
  }

  #await(text: Waiting): boolean {
    if (this.#length + text.source.length > longestWaiting) return false;
    this.#length += text.source.length;
    this.#waiting.push(text);
    return true;
  }

  /** After the last item: what texts name is here then, or never comes. */
  async resolve(): Promise<void> {
    const waiting = this.#waiting;
    [this.#waiting, this.#length] = [[], 0];
    const { database, batches, report } = this.#run;
    for (const { source, nodes, isOnce, localId, modifiedAt, told } of waiting) {
      const translation = await this.#translate(source, nodes, isOnce);
      const content = writeBlocks(translation.blocks);
      if (told) this.#tell(told, localId, translation);
      const [here] = await findTexts(database.read, [localId]);
      if (!here || here.content === content) continue;
      await batches.add({
        work: async (tx) => {
          // Somebody may have saved it meanwhile.
          if ((await findImportedPost(tx.db, localId))?.modified_at === modifiedAt)
            await updatePost(tx, localId, { content, modifiedAt });
        },
        failed: (reason) =>
          report.notes.push({
            kind: `item ${here.type}`,
            id: String(localId),
            title: here.title,
            message: `what its lists name by id could not be named anew: ${reason}`,
          }),
      });
    }
  }

  async #translate(source: string, nodes: readonly Shortcode[], isOnce: boolean): Promise<Translation> {
    const named = { posts: new Set<string>(), pictures: new Set<string>() };
    collectIds(source, named);
    return translateText(nodes, await findForeignIds(this.#run, this.#sources, named), { isOnce });
  }

  #tell(
    told: Pick<ImportedText, 'kind' | 'id' | 'title'>,
    localId: number,
    { lines, unknown, notes }: Translation,
  ): void {
    const { builtTexts } = this.#run.report;
    builtTexts.push({ ...told, localId, lines: builtTexts.length < mostTold ? lines : [], unknown, notes });
  }
}

/** Whether blocks of a text name things by id: those are named anew where they stand, which a text that is made into others has no place for. */
const namesBlocks = (source: string) =>
  mayHoldPatterns(source) || mayNameAuthors(source) || mayNameIds(source);

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
