import { darkAtFirst, formerAddresses } from '../modules/settings/site-facts.ts';
import { defaultSettings } from '../modules/settings/settings.ts';
import type { Settings } from '../modules/settings/settings.ts';
import { saveSettings, isSet, readSettings } from '../modules/settings/store.ts';
import { fingerprint } from '../modules/imports/ledger.ts';
import { fileType, pageType, articleType } from '../modules/types/names.ts';
import { FormerSites, ownFiles } from '../lib/former-sites.ts';
import type { LookChoice } from '../lib/look/look-choice.ts';
import { languageTagOf } from '../lib/language-tags.ts';
import { decodeEntities } from '../lib/plain-text.ts';
import { foreignLook } from './foreign-look.ts';
import type { ForeignLook } from './foreign-look.ts';
import type { References } from './references.ts';
import type { ImportRun } from './run.ts';
import type { WxrItem, WxrSite } from './wxr-events.ts';
import { cleanCss } from '../lib/clean-css/clean-css.ts';
import type { ReportEntry } from './report.ts';
import type { BlockDefinition } from '../blocks/block.ts';
import type { DocumentNode } from '../blocks/document/document.ts';
import { unknownParts } from '../blocks/document/unknown-parts.ts';
import { findBlock, isRendered } from '../blocks/registry.server.ts';
import { parseIds } from '../blocks/setting-types.ts';
import { createContent } from '../modules/content/content.ts';
import { countersOf } from '../modules/posts/list.ts';
import { findPost } from '../modules/posts/reader.ts';
import type { Post } from '../modules/posts/model.ts';
import type { Database } from '../kernel/db/open-database.ts';
import { idOf } from '../lib/numbers.ts';
import { createDocumentStore } from '../site/pages/document-store.ts';
import type { DocumentStore } from '../site/pages/document-store.ts';

/** Type in which WordPress stores Additional CSS, one item per classic theme. Block themes store it in their global styles. */
const cssType = 'custom_css';
/** Longest stylesheet accepted; the limit of the setting `additional_css`. */
const maxCssLength = 100_000;

/** The exporter's URLs become paths; the import does not know this site's address. */
const anySite = 'http://localhost';

interface Sheet {
  readonly item: Pick<WxrItem, 'id' | 'title' | 'type'>;
  readonly date: string;
  readonly css: string;
}

/** Custom CSS of an exported site; of each theme, the version modified last. */
class ForeignStyles {
  readonly #sheets = new Map<string, Sheet>();

  observe(item: WxrItem): void {
    if (item.type === cssType && item.status === 'publish')
      this.#note(item, item.content.trim(), item.modifiedGmt || item.dateGmt);
  }

  observeTheme(item: WxrItem, css: string, date: string): void {
    this.#note(item, css, date);
  }

  #note({ id, title, type }: WxrItem, css: string, date: string): void {
    const before = this.#sheets.get(type);
    if (css !== '' && (!before || date >= before.date))
      this.#sheets.set(type, { item: { id, title, type }, date, css });
  }

  taken(exporters: readonly string[]): { readonly css: string; readonly notes: readonly ReportEntry[] } {
    const notes: ReportEntry[] = [];
    const note = ({ type, ...item }: Sheet['item'], message: string) =>
      notes.push({ kind: `item ${type}`, ...item, message });
    const taken: string[] = [];
    for (const { item, css } of this.#sheets.values()) {
      if (taken.join('').length + css.length > maxCssLength) {
        note(
          item,
          `its styles are longer than ${maxCssLength.toLocaleString('en')} characters and were not imported`,
        );
        continue;
      }
      const { css: clean, left } = cleanCss(css, ownFiles(anySite, exporters));
      if (clean !== '') taken.push(clean);
      if (left.length > 0) note(item, `some of its styles were not imported: ${left.join(', ')}`);
    }
    return { css: taken.join('\n'), notes };
  }
}

/** WordPress' contexts of cropped pictures, and the settings here that correspond to them. */
const pictureSettings = { 'custom-logo': 'site_logo', 'site-icon': 'site_icon' } as const;
type PictureContext = keyof typeof pictureSettings;
const isPictureContext = (text: string): text is PictureContext => Object.hasOwn(pictureSettings, text);

/** Type in which WordPress' site editor stores the styles of block themes. */
const stylesType = 'wp_global_styles';

type Wishes = Partial<Record<keyof Settings, string | number>>;

/** Imports site settings from an export, explicit or inferred: once per exporter, and only those not set here. */
export class SettingsImport {
  readonly #run: ImportRun;
  readonly #references: References;
  readonly #pictures = new Map<PictureContext, { readonly id: string; readonly date: string }>();
  readonly #styles = new ForeignStyles();
  #site = new FormerSites([]);
  /** The page whose link is the site's URL, i.e. its front page. */
  #front: Pick<WxrItem, 'id' | 'title' | 'content'> | undefined;
  #face:
    | { readonly item: Pick<WxrItem, 'id' | 'title'>; readonly date: string; readonly look: ForeignLook }
    | undefined;

  constructor(run: ImportRun, references: References) {
    this.#run = run;
    this.#references = references;
  }

  async begin(site: WxrSite): Promise<void> {
    this.#site = new FormerSites(site.url === '' ? [] : [site.url]);
    const language = languageTagOf(site.language);
    await this.#run.clock.learn(this.#run.database.read, language);
    await this.#take({
      blogname: decodeEntities(site.title).trim(),
      blogdescription: decodeEntities(site.description).trim(),
      site_language: language ?? '',
    });
  }

  observe(item: WxrItem): void {
    if (item.type === stylesType && item.status === 'publish') this.#observeStyles(item);
    this.#styles.observe(item);
    if (
      item.type === pageType &&
      item.status === 'publish' &&
      /^\/?$/.test(this.#site.restOf(item.link) ?? '-')
    ) {
      this.#front ??= { id: item.id, title: item.title, content: item.content };
    }
    if (item.type !== fileType || item.status === 'trash') return;
    const context = item.meta.find(({ key }) => key === '_wp_attachment_context')?.value.trim() ?? '';
    // Sites that changed their logo have several; the latest counts.
    if (!isPictureContext(context) || item.dateGmt < (this.#pictures.get(context)?.date ?? '')) return;
    this.#pictures.set(context, { id: item.id, date: item.dateGmt });
  }

  /** A site has global styles of each theme it used; the ones modified last count, unless they are empty. */
  #observeStyles(item: WxrItem): void {
    const date = item.modifiedGmt || item.dateGmt;
    const look = foreignLook(item.content);
    const before = this.#face;
    const rank = ({ choice, left }: ForeignLook) =>
      Object.keys(choice).length > 0 ? 2 : left.length > 0 ? 1 : 0;
    const isNext =
      !before || (rank(look) === rank(before.look) ? date >= before.date : rank(look) > rank(before.look));
    this.#styles.observeTheme(item, look.css, date);
    if (isNext) this.#face = { item: { id: item.id, title: item.title }, date, look };
  }

  async finish(): Promise<void> {
    const wishes: Wishes = { timezone_string: this.#run.clock.indicatedZone() ?? '' };
    for (const [context, { id }] of this.#pictures) {
      const localId = await this.#references.find(this.#run.database.read, id, fileType);
      if (localId !== undefined) wishes[pictureSettings[context]] = localId;
    }
    const { css, notes } = this.#styles.taken(
      formerAddresses((await readSettings(this.#run.database.read)).settings),
    );
    this.#run.report.notes.push(...notes);
    await this.#take({ ...wishes, additional_css: css, trending_title: await this.#trendingTitle() });
    await this.#takeLook();
    await this.#takeFront();
  }

  /** Title of the trending widget, which shows random articles when all are old. Empty without imported articles, or if its order was set here. */
  async #trendingTitle(): Promise<string> {
    const {
      database: { read },
      report,
    } = this.#run;
    const imported = report.counts['item post']?.imported ?? 0;
    return imported === 0 || (await isSet(read, 'trending_sort')) ? '' : 'From the archive';
  }

  /**
   * Makes the page at the exporter's root URL the front page, unless that setting was changed here. If the page shows
   * no articles here, the built-in front page stays and a later import checks again.
   */
  async #takeFront(): Promise<void> {
    const { ledger, batches, database, report } = this.#run;
    const key = ledgerKey('page_on_front');
    const localId =
      this.#front === undefined
        ? undefined
        : await this.#references.find(database.read, this.#front.id, pageType);
    if (localId === undefined || (await ledger.findOne(database.read, 'site', key))) return;
    const note = (message: string) =>
      report.notes.push({ kind: 'site', id: 'page_on_front', title: this.#front?.title ?? '', message });
    const isChosen = async () =>
      (await isSet(database.read, 'show_on_front')) || isSet(database.read, 'page_on_front');
    if (!(await isChosen()) && (await showsArticles(database, localId)) === false) {
      note(
        `the built-in front page remains, because this page shows no articles here${whyNone(this.#front?.content ?? '')}; to use it anyway, run ` +
          `settings set page_on_front ${localId}, then settings set show_on_front page`,
      );
      return;
    }
    const front = { show_on_front: 'page', page_on_front: localId } as const;
    let isTaken = false;
    await batches.add({
      work: async (tx) => {
        isTaken = !(await isSet(tx.db, 'show_on_front')) && !(await isSet(tx.db, 'page_on_front'));
        if (isTaken) await saveSettings(tx, front);
        await ledger.record(tx, 'site', key, { localId: 0, hash: fingerprint(localId) });
      },
      done: () => {
        if (isTaken) Object.assign(report.settings, front);
      },
      failed: note,
    });
    await batches.flush();
  }

  /** Derives the look from the old theme's styles, once per exporter, unless a look was chosen here. */
  async #takeLook(): Promise<void> {
    if (!this.#face) return;
    const { ledger, batches, database, report } = this.#run;
    const {
      item,
      look: { choice, isDark, left },
    } = this.#face;
    const note = (message: string) =>
      report.notes.push({
        kind: `item ${stylesType}`,
        id: item.id,
        title: item.title,
        message: [message, ...(left.length > 0 ? [`not imported: ${left.join(', ')}`] : [])].join('; '),
      });
    if (Object.keys(choice).length === 0) {
      if (left.length > 0) note('they contain no colour or font that the look can use');
      return;
    }
    const key = ledgerKey('look');
    if ((await ledger.find(database.read, 'site', [key])).has(key)) return;
    let taken: LookChoice | undefined;
    await batches.add({
      work: async (tx) => {
        taken = undefined;
        if (!(await isSet(tx.db, 'look'))) {
          // A theme colour that was set here stays the accent.
          taken = (await isSet(tx.db, 'theme_color')) ? withoutAccent(choice) : choice;
          const scheme = isDark && !(await isSet(tx.db, 'default_color_scheme')) ? darkAtFirst : {};
          await saveSettings(tx, { look: taken, ...scheme });
        }
        await ledger.record(tx, 'site', key, { localId: 0, hash: fingerprint(choice) });
      },
      done: () => {
        if (!taken) return note('a look was already chosen here and is unchanged');
        report.settings.look = describeLook(taken).join(', ');
        note(`imported into the look: ${report.settings.look}`);
      },
      failed: note,
    });
    await batches.flush();
  }

  async #take(all: Wishes): Promise<void> {
    const { ledger, batches, database, report } = this.#run;
    const wishes = Object.entries(all).filter(([, value]) => value !== '');
    const known = await ledger.find(
      database.read,
      'site',
      wishes.map(([key]) => ledgerKey(key)),
    );
    for (const [key, value] of wishes) {
      if (known.has(ledgerKey(key))) continue;
      let changed: string[] = [];
      await batches.add({
        work: async (tx) => {
          changed = [];
          const isOpen = !(await isSet(tx.db, key)) && defaultSettings[key as keyof Settings] !== value;
          if (isOpen) changed = await saveSettings(tx, { [key]: value, ...beside(key) });
          await ledger.record(tx, 'site', ledgerKey(key), { localId: 0, hash: fingerprint(value) });
        },
        done: () => {
          if (changed.length > 0)
            report.settings[key] = key === 'additional_css' ? `${String(value).length} characters` : value;
        },
        failed: (message) => report.notes.push({ kind: 'site', id: key, title: String(value), message }),
      });
    }
    await batches.flush();
  }
}

/** Lists the unknown blocks and shortcodes that may have been the page's lists. */
function whyNone(content: string): string {
  const names = unknownNames(content);
  return names.length === 0 ? '' : ` (unknown: ${names.join(', ')})`;
}

/** Settings stored along with another one. Another theme's CSS must not make the buttons unreadable. */
const beside = (key: string): Partial<Settings> =>
  key === 'additional_css' ? { additional_css_excludes_buttons: true } : {};

const ledgerKey = (setting: string) => `setting:${setting}`;

function withoutAccent({ colours: { accent: _accent, ...colours } = {}, ...look }: LookChoice): LookChoice {
  return { ...look, ...(Object.keys(colours).length > 0 ? { colours } : {}) };
}

/** Each part of a look with its value, in the syntax of `theme set`. */
function describeLook(value: unknown, path = ''): string[] {
  if (typeof value !== 'object' || value === null) return [`${path} ${String(value)}`];
  return Object.entries(value).flatMap(([key, inner]) =>
    describeLook(inner, path === '' ? key : `${path}.${key}`),
  );
}

const coreLists: ReadonlySet<string> = new Set(['core/latest-posts', 'core/post-template']);
const maxPatternDepth = 3;

/** Whether a page shows visitors a list with at least one article; undefined when the page is not here. */
async function showsArticles(database: Database, postId: number): Promise<boolean | undefined> {
  const post = await findPost(database.read, postId);
  if (!post) return undefined;
  const content = createContent(database, '');
  try {
    const documents = createDocumentStore(content, { warn: () => {}, error: () => {} });
    const lists = await listsOf(database, documents, post, 0);
    if (lists.length === 0) return false;
    const groups = lists.map(({ attributes }) =>
      parseIds(typeof attributes.category_id === 'string' ? attributes.category_id : ''),
    );
    const counters = groups.flatMap((ids) =>
      ids.length === 0 ? [{ type: articleType }] : ids.map((termId) => ({ type: articleType, termId })),
    );
    return (await countersOf(database.read, counters)).some((count) => count > 0);
  } finally {
    await content.close();
  }
}

type ListNode = Exclude<DocumentNode, string>;

async function listsOf(
  database: Database,
  documents: DocumentStore,
  post: Post,
  depth: number,
): Promise<ListNode[]> {
  // `isUnsaved` prevents storing the rendered text.
  const { nodes } = await documents.post({ ...post, isUnsaved: true });
  const found = flat(nodes);
  const refs =
    depth < maxPatternDepth
      ? found.map(({ name, attributes }) => (name === 'core/block' ? idOf(attributes.ref) : undefined))
      : [];
  const patterns = await Promise.all(
    refs.map(async (ref) => (ref === undefined ? undefined : findPost(database.read, ref))),
  );
  const inside = await Promise.all(
    patterns.map(async (pattern) => (pattern ? listsOf(database, documents, pattern, depth + 1) : [])),
  );
  return [...found.filter(isList), ...inside.flat()];
}

const flat = (nodes: readonly DocumentNode[]): ListNode[] =>
  nodes.flatMap((node) => (typeof node === 'string' ? [] : [node, ...flat(node.children)]));

function isList({ name }: ListNode): boolean {
  const definition: Partial<BlockDefinition> | undefined = findBlock(name)?.definition;
  return coreLists.has(name) || definition?.category === 'listing';
}

function unknownNames(content: string, max = 5): string[] {
  const { blocks, shortcodes } = unknownParts(content, (name) => isRendered(name, {}));
  return [...blocks.keys(), ...[...shortcodes.keys()].map((name) => `[${name}]`)]
    .slice(0, max)
    .map((name) => name.slice(0, 60));
}
