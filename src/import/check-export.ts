import { stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { LossCounter, maxNames, noContents } from '../modules/imports/export-check.ts';
import type { ExportContents } from '../modules/imports/export-check.ts';
import { postStatuses } from '../modules/posts/model.ts';
import { uploadTypes } from '../modules/media/model.ts';
import { fileType } from '../modules/types/names.ts';
import { startOf } from '../lib/cut-text.ts';
import { ImportError } from '../lib/errors.ts';
import { decodeEntities } from '../lib/plain-text.ts';
import { harmless } from '../lib/visible-name.ts';
import { listGuessed, planHere } from './acf/field-import.ts';
import { FieldGuesser } from './acf/guess-fields.ts';
import type { LookForUnknown } from './import-unknown.ts';
import { mediaOf, reasonToDrop } from './item-fields.ts';
import { pluginsOfTaxonomy } from './plugin-taxonomies.ts';
import { pathOf } from './uploads.ts';
import type { WxrEvent, WxrItem, WxrSite, WxrTerm } from './wxr-events.ts';
import { readWxr } from './wxr-reader.ts';

export interface CheckOptions {
  /** Folder with a copy of the old site's uploads; undefined if there isn't one. */
  readonly uploads: string | undefined;
  readonly lookForUnknown: LookForUnknown;
  readonly signal?: AbortSignal | undefined;
}

/** Bytes at the beginning of a file that are searched for the name of its generator. */
const headLength = 64 * 1024;
const maxNameLength = 100;
/** Distinct names that are counted per list: a hostile file may have a type per item. */
const maxCounted = 1000;

/** Reads an export and describes it, without importing anything. Never throws because of the file's content. */
export async function checkExport(
  source: AsyncIterable<Uint8Array>,
  options: CheckOptions,
): Promise<ExportContents> {
  const contents = new Contents(options);
  try {
    for await (const event of readWxr(contents.observeHead(source))) {
      options.signal?.throwIfAborted();
      await contents.take(event);
    }
    return contents.list();
  } catch (error) {
    if (error instanceof ImportError) return noContents(harmless(error.message));
    throw error;
  }
}

const isAddress = (url: string) => URL.canParse(url) && new URL(url).host !== '';

/** `https://wordpress.org/?v=6.8` and `WordPress/6.8` as a name. */
function programOf(generator: string): string {
  const [, version] = /^(?:https?:\/\/wordpress\.org\/\?v=|WordPress\/)([\w.-]{1,20})$/.exec(generator) ?? [];
  if (version !== undefined) return `WordPress ${version}`;
  return /^https?:\/\/wordpress\.com\/$/.test(generator) ? 'WordPress.com' : generator;
}

/** Taxonomies in which WordPress stores facts about templates. */
const internalTaxonomies: ReadonlySet<string> = new Set(['wp_theme', 'wp_template_part_area']);

/** A copy: part of a string would keep all of it in memory. */
const shortened = (text: string) =>
  text.length > maxNameLength ? Buffer.from(startOf(text, maxNameLength)).toString() : text;
const shown = (text: string) => harmless(shortened(text));

/** Counts by name; names beyond the limit are counted together. */
class Names {
  readonly #counts = new Map<string, number>();
  readonly #most: number;

  constructor(most = maxCounted) {
    this.#most = most;
  }

  add(stated: string, count = 1): void {
    const name = shortened(stated);
    const key = this.#counts.has(name) || this.#counts.size < this.#most ? name : '…';
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + count);
  }

  list(most = maxNames): { name: string; count: number }[] {
    return [...this.#counts]
      .map(([name, count]) => ({ name: shown(name), count }))
      .toSorted((a, b) => b.count - a.count)
      .slice(0, most);
  }

  get total(): number {
    return [...this.#counts.values()].reduce((sum, count) => sum + count, 0);
  }
}

class Contents {
  readonly #options: CheckOptions;
  readonly #losses = new LossCounter();
  readonly #types = new Map<string, Names>();
  readonly #taxonomies = new Names();
  readonly #languages = new Set<string>();
  readonly #plugins = new Set<string>();
  readonly #themes = new Set<string>();
  readonly #menus: string[] = [];
  readonly #authors = new Set<string>();
  readonly #creators = new Names();
  readonly #blocks = new Names();
  readonly #shortcodes = new Names();
  readonly #media = { total: 0, found: 0 };
  /** Files that a copy of the uploads would bring. */
  #copyable = 0;
  readonly #fields = new FieldGuesser();
  #site: WxrSite | undefined;
  #head = '';
  #authorCount = 0;
  #comments = 0;
  #incomplete = '';

  constructor(options: CheckOptions) {
    this.#options = options;
  }

  async *observeHead(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of source) {
      if (this.#head.length < headLength)
        this.#head += Buffer.from(chunk).toString('latin1').replaceAll('\0', '').slice(0, headLength);
      yield chunk;
    }
  }

  async take(event: WxrEvent): Promise<void> {
    this.#fields.observe(event);
    if (event.kind === 'site') this.#site = event.site;
    else if (event.kind === 'author') {
      this.#authorCount++;
      if (this.#authors.size < maxCounted) this.#authors.add(shown(event.author.login));
    } else if (event.kind === 'term') this.#takeTerm(event.term);
    else if (event.kind === 'item') await this.#takeItem(event.item);
    else if (event.kind === 'dropped')
      this.#losses.add('items', `left out: ${event.reason}`, shown(event.title || `line ${event.line}`));
    else if (event.kind === 'end' && !event.end.complete)
      this.#incomplete = harmless(`line ${event.end.line}: ${event.end.reason}`);
  }

  #takeTerm({ taxonomy, name, slug }: WxrTerm): void {
    if (taxonomy === 'nav_menu') {
      if (this.#menus.length < maxCounted) this.#menus.push(shown(decodeEntities(name || slug)));
    } else if (taxonomy === 'language') this.#language(slug || name);
    else if (!internalTaxonomies.has(taxonomy)) this.#taxonomies.add(taxonomy);
    if (taxonomy === 'wp_theme') this.#theme(name || slug);
    for (const plugin of pluginsOfTaxonomy(taxonomy)) this.#plugins.add(plugin);
  }

  #language(name: string): void {
    if (name !== '' && this.#languages.size < maxNames) this.#languages.add(shown(name));
  }

  #theme(name: string): void {
    if (name !== '' && this.#themes.size < maxNames) this.#themes.add(shown(name));
  }

  async #takeItem(item: WxrItem): Promise<void> {
    const type = shortened(item.type || '(none)');
    const names = this.#types.get(type) ?? (this.#types.size < maxCounted ? new Names(maxNames) : undefined);
    if (names) this.#types.set(type, names);
    names?.add(item.status || 'draft');
    this.#comments += item.comments.length;
    this.#noteMarks(item);
    const title = shown(decodeEntities(item.title) || `${type} ${item.id}`);
    const reason = reasonToDrop(item);
    if (reason !== undefined)
      return this.#losses.add('items', `“${shown(type)}” is left out: ${reason}`, title);
    if (item.creator !== '') this.#creators.add(item.creator);
    const isKnown = item.status === '' || postStatuses.some((status) => status === item.status);
    if (!isKnown)
      this.#losses.add('items', `the status “${shown(item.status)}” is unknown; they become drafts`, title);
    if (item.type === fileType) await this.#takeFile(item, title);
    else if (item.type !== 'nav_menu_item') {
      const { blocks, shortcodes } = this.#options.lookForUnknown(item.content);
      for (const [name, count] of blocks) this.#blocks.add(name, count);
      for (const [name, count] of shortcodes) this.#shortcodes.add(name, count);
    }
    const notes = item.comments.reduce((sum, { meta }) => sum + (meta.length > 0 ? 1 : 0), 0);
    if (notes > 0) this.#losses.add('content', 'data of plugins about comments (comment meta)', '', notes);
  }

  #noteMarks(item: WxrItem): void {
    for (const { key } of item.meta)
      for (const [mark, plugin] of pluginMeta) if (key.startsWith(mark)) this.#plugins.add(plugin);
    const ofType = pluginTypes.get(item.type);
    if (ofType !== undefined) this.#plugins.add(ofType);
    if (item.content !== '')
      for (const [mark, plugin] of pluginContent) if (item.content.includes(mark)) this.#plugins.add(plugin);
    for (const { domain, nicename, name } of item.terms) {
      if (domain === 'language') this.#language(nicename || name);
      if (domain === 'wp_theme') this.#theme(name || nicename);
    }
  }

  async #takeFile(item: WxrItem, title: string): Promise<void> {
    this.#media.total++;
    const media = mediaOf(item);
    const path = pathOf(media);
    const ending = extname(path ?? '')
      .slice(1)
      .toLowerCase();
    if (path === undefined)
      return this.#losses.add('media', 'files without an address in wp-content/uploads', title);
    if (!Object.hasOwn(uploadTypes, ending))
      return this.#losses.add('media', `files that end in “.${shown(ending)}” are not imported`, title);
    this.#copyable++;
    const { uploads } = this.#options;
    if (uploads === undefined) return;
    const places = [path, media.attachedFile];
    // ZIPs are unpacked with composed accents.
    for (const place of new Set([...places, ...places.map((one) => one.normalize('NFC'))])) {
      const isInside = place !== '' && !place.split('/').some((part) => part === '..' || part === '');
      const file = isInside ? await stat(join(uploads, place)).catch(() => undefined) : undefined;
      if (!file?.isFile()) continue;
      this.#media.found++;
      return;
    }
    this.#losses.add(
      'media',
      'files that are not in your copy of the uploads; they stay at the old site',
      path,
    );
  }

  list(): ExportContents {
    this.#noteUnknown('blocks of plugins that show nothing', this.#blocks);
    this.#noteUnknown('shortcodes that are not known; only their content is shown', this.#shortcodes);
    if (this.#options.uploads === undefined && this.#copyable > 0)
      this.#losses.add(
        'media',
        'files that stay at the old site until you add a copy of its uploads',
        '',
        this.#copyable,
      );
    const foreign = this.#creators
      .list(maxCounted)
      .filter(({ name }) => this.#authorCount > 0 && !this.#authors.has(name));
    for (const { name, count } of foreign)
      this.#losses.add('accounts', 'items of authors whom the file does not describe', name, count);
    if (this.#authorCount > 0)
      this.#losses.add('accounts', 'passwords: authors get an account without one', '', this.#authorCount);
    const site = this.#site;
    const language = site?.language ?? '';
    const [, generator = ''] = /<generator>([^<]{0,200})<\/generator>/i.exec(this.#head) ?? [];
    const [, note = ''] = /generator="([^"]{0,200})"/i.exec(this.#head) ?? [];
    const { exportedAt } = site ?? {};
    return {
      ...noContents(''),
      incomplete: this.#incomplete,
      site: {
        title: shown(decodeEntities(site?.title ?? '')),
        url: isAddress(site?.url ?? '') ? shown(site?.url ?? '') : '',
        generator: shown(programOf(generator || note)),
        wxr_version: shown(site?.version ?? ''),
        exported: exportedAt === undefined ? '' : new Date(exportedAt).toISOString(),
      },
      types: [...this.#types]
        .map(([name, statuses]) => ({ name: shown(name), count: statuses.total, statuses: statuses.list() }))
        .toSorted((a, b) => b.count - a.count)
        .slice(0, 100),
      authors: this.#authorCount,
      taxonomies: this.#taxonomies.list(100),
      comments: this.#comments,
      menus: this.#menus.slice(0, maxNames),
      languages: [...new Set([...(language === '' ? [] : [shown(language)]), ...this.#languages])],
      plugins: [...this.#plugins].toSorted(),
      themes: [...this.#themes],
      media: this.#media,
      losses: this.#losses.list(),
      fields: listGuessed(planHere(this.#fields)),
    };
  }

  #noteUnknown(reason: string, names: Names): void {
    for (const { name, count } of names.list(maxNames)) this.#losses.add('content', reason, name, count);
  }
}

/** Prefixes of meta keys, by which plugins and page builders are recognized. */
const pluginMeta: readonly (readonly [string, string])[] = [
  ['_yoast_wpseo_', 'Yoast SEO'],
  ['rank_math_', 'Rank Math SEO'],
  ['_aioseo', 'All in One SEO'],
  ['_elementor_', 'Elementor'],
  ['_et_pb_', 'Divi'],
  ['_fusion', 'Avada'],
  ['_wpb_', 'WPBakery Page Builder'],
  ['panels_data', 'SiteOrigin Page Builder'],
  ['_fl_builder', 'Beaver Builder'],
  ['_wc_', 'WooCommerce'],
  ['_jetpack_', 'Jetpack'],
  ['_publicize_', 'Jetpack'],
  ['_wpml_', 'WPML'],
  ['_icl_', 'WPML'],
  ['_pll_', 'Polylang'],
  ['_newspack', 'Newspack'],
  ['td_post_theme_settings', 'tagDiv Composer'],
  ['tdc_', 'tagDiv Composer'],
];
const pluginTypes: ReadonlyMap<string, string> = new Map([
  ['product', 'WooCommerce'],
  ['shop_order', 'WooCommerce'],
  ['wpcf7_contact_form', 'Contact Form 7'],
  ['wpforms', 'WPForms'],
  ['acf-field-group', 'Advanced Custom Fields'],
  ['elementor_library', 'Elementor'],
  ['et_pb_layout', 'Divi'],
  ['fusion_element', 'Avada'],
  ['templatera', 'WPBakery Page Builder'],
  ['tdb_templates', 'tagDiv Cloud Library'],
  ['tribe_events', 'The Events Calendar'],
  ['tablepress_table', 'TablePress'],
  ['feedback', 'Jetpack'],
  ['guest-author', 'Co-Authors Plus'],
]);
const pluginContent: readonly (readonly [string, string])[] = [
  ['[et_pb_', 'Divi'],
  ['[vc_row', 'WPBakery Page Builder'],
  ['[fusion_', 'Avada'],
  ['[tdc_', 'tagDiv Composer'],
  ['[contact-form-7', 'Contact Form 7'],
  ['[gravityform', 'Gravity Forms'],
  ['[ninja_form', 'Ninja Forms'],
  ['[wpforms', 'WPForms'],
  ['[rev_slider', 'Slider Revolution'],
  ['<!-- wp:jetpack/', 'Jetpack'],
  ['<!-- wp:woocommerce/', 'WooCommerce'],
  ['<!-- wp:acf/', 'Advanced Custom Fields'],
  ['<!-- wp:yoast', 'Yoast SEO'],
];
