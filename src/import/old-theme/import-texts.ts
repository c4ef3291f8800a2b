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

/** Increment when the translation changes: the next import then recreates the texts that were not edited here. */
export const textTranslatorVersion = 3;

const maxSourceLength = 4_000_000;
/** Characters held in memory until all references are imported. Texts beyond that are translated with those known at the time. */
const maxWaitingLength = 64_000_000;
const maxReported = 200;

/** Page templates of the old theme's composer, and the equivalent layouts. */
const oldTemplates: ReadonlyMap<string, Layout> = new Map([
  ['', 'bare'],
  ['default', 'bare'],
  ['page-pagebuilder-latest.php', 'bare'],
  ['page-pagebuilder-overlay.php', 'bare'],
  ['page-homepage-loop.php', 'bare'],
  ['page-pagebuilder-title.php', 'wide'],
]);
const withLatest: ReadonlySet<string> = new Set(['page-pagebuilder-latest.php', 'page-homepage-loop.php']);

/** Meta keys with page settings, one of which says that each article appears only once on the page. */
const onceSettings = ['td_page', 'td_homepage_loop', 'td_unique_articles'];
const showsOnce = ({ meta }: WxrItem) =>
  meta.some(
    ({ key, value }) =>
      onceSettings.includes(key) &&
      phpText(unserializeMap(value).get('td_unique_articles')).trim() === 'enabled',
  );

export interface TranslatedText {
  readonly item: WxrItem;
  readonly source: string;
  readonly nodes: readonly Shortcode[];
  readonly translation: Translation;
  readonly isOnce: boolean;
}

interface Waiting {
  readonly source: string;
  readonly nodes: readonly Shortcode[];
  readonly isOnce: boolean;
  readonly localId: number;
  /** Time of its last modification in ms, unless it was edited here. */
  readonly modifiedAt: number;
  readonly reported: Pick<ImportedText, 'kind' | 'id' | 'title'> | undefined;
}

/** Imports texts laid out with the old theme's composer: like templates, they become block documents. */
export class TextImport {
  readonly #run: ImportRun;
  readonly #sources: IdSources;
  #waiting: Waiting[] = [];
  #length = 0;

  constructor(run: ImportRun, sources: IdSources) {
    this.#run = run;
    this.#sources = sources;
  }

  /** Translates an item, resolving the references known by now. Undefined for an ordinary text. */
  async make(item: WxrItem): Promise<TranslatedText | undefined> {
    if (item.type === fileType) return undefined;
    const template = item.meta.find(({ key }) => key === templateKey)?.value.trim() ?? '';
    const isPage = item.type === pageType;
    const hasLatest = isPage && withLatest.has(template);
    const source = sourceOf(item);
    if (source.length > maxSourceLength || namesBlocks(source)) return undefined;
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

  /** Registers a written text, whose references may be imported or change later. */
  note(
    { item, source, nodes, translation, isOnce }: TranslatedText,
    kind: string,
    localId: number,
    modifiedAt: number,
  ): void {
    const reported = { kind, id: item.id, title: item.title };
    if (!this.#await({ source, nodes, isOnce, localId, modifiedAt, reported }))
      this.#report(reported, localId, translation);
  }

  /** Registers a text of an unfinished run, whose references may have been imported since then. */
  noteAgain({ source, nodes, isOnce }: TranslatedText, localId: number, modifiedAt: number): void {
    this.#await({ source, nodes, isOnce, localId, modifiedAt, reported: undefined });
  }

  #await(text: Waiting): boolean {
    if (this.#length + text.source.length > maxWaitingLength) return false;
    this.#length += text.source.length;
    this.#waiting.push(text);
    return true;
  }

  async resolve(): Promise<void> {
    const waiting = this.#waiting;
    [this.#waiting, this.#length] = [[], 0];
    const { database, batches, report } = this.#run;
    for (const { source, nodes, isOnce, localId, modifiedAt, reported } of waiting) {
      const translation = await this.#translate(source, nodes, isOnce);
      const content = writeBlocks(translation.blocks);
      if (reported) this.#report(reported, localId, translation);
      const [stored] = await findTexts(database.read, [localId]);
      if (!stored || stored.content === content) continue;
      await batches.add({
        work: async (tx) => {
          // The text may have been edited since.
          if ((await findImportedPost(tx.db, localId))?.modified_at === modifiedAt)
            await updatePost(tx, localId, { content, modifiedAt });
        },
        failed: (reason) =>
          report.notes.push({
            kind: `item ${stored.type}`,
            id: String(localId),
            title: stored.title,
            message: `IDs in its lists could not be updated: ${reason}`,
          }),
      });
    }
  }

  async #translate(source: string, nodes: readonly Shortcode[], isOnce: boolean): Promise<Translation> {
    const named = { posts: new Set<string>(), pictures: new Set<string>() };
    collectIds(source, named);
    return translateText(nodes, await findForeignIds(this.#run, this.#sources, named), { isOnce });
  }

  #report(
    reported: Pick<ImportedText, 'kind' | 'id' | 'title'>,
    localId: number,
    { lines, unknown, notes }: Translation,
  ): void {
    const { builtTexts } = this.#run.report;
    builtTexts.push({
      ...reported,
      localId,
      lines: builtTexts.length < maxReported ? lines : [],
      unknown,
      notes,
    });
  }
}

/** Whether blocks in a text refer to ids. These are replaced in place, which is impossible in a translated text. */
const namesBlocks = (source: string) =>
  mayHoldPatterns(source) || mayNameAuthors(source) || mayNameIds(source);

const composerName = /^(?:vc|td[bcms]?|wpb)_/;
const mayHold = /\[(?:vc|td[bcms]?|wpb)_/i;

const isName = (name: string) =>
  isStructure(name) || Object.hasOwn(counterparts, name) || composerName.test(name);

/**
 * Parses a composer text. Undefined if it only has text, pictures, films and shortcodes in sequence, or too many
 * elements: it then stays a text (`write-out.ts`). With `isBuilt` it is always parsed.
 */
export function readBuiltText(
  source: string,
  { isBuilt }: { readonly isBuilt: boolean },
): readonly Shortcode[] | undefined {
  if (!isBuilt && !mayHold.test(source)) return undefined;
  // Brackets in code, in tags or escaped are no shortcodes.
  const starts = new Set(
    scanShortcodes(source)
      .filter(({ kind }) => kind === 'drop')
      .map(({ start }) => start),
  );
  const { nodes, faults } = readShortcodes(source, (name, at) => starts.has(at) && isName(name));
  if (faults.length > 0) return undefined;
  return isBuilt || nodes.some(laysOut) ? nodes : undefined;
}

/** Whether an element needs blocks: a list or another block of Broadsheet, or columns side by side. */
function laysOut({ name, children }: Shortcode): boolean {
  const counterpart = Object.hasOwn(counterparts, name) ? counterparts[name] : undefined;
  if (counterpart && !('text' in counterpart) && !('without' in counterpart) && !('missing' in counterpart))
    return true;
  const isRow = name === 'vc_row' || name === 'vc_row_inner';
  return (
    (isRow && children.filter((child) => child.children.length > 0).length > 1) || children.some(laysOut)
  );
}

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
/** Settings of the list below a page with the same names as its element's attributes. */
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

/** The list of newest articles that the old theme's page templates show below the text, from the page's settings. */
export function latestList(settings: PhpMap): Shortcode {
  const textOf = (name: string) => phpText(settings.get(name)).trim();
  const title =
    textOf('list_custom_title_show') === 'hide_title'
      ? ''
      : textOf('list_custom_title') || 'translation_latest';
  const attributes = {
    limit: '10',
    image_floated: 'float_left',
    modules_on_row: '50%',
    ajax_pagination: 'numbered',
    custom_title: title,
    ...Object.fromEntries(sameNames.flatMap((name) => (textOf(name) === '' ? [] : [[name, textOf(name)]]))),
  };
  return { name: latestName, attributes, children: [], text: '', tag: '[td_homepage_loop]' };
}
