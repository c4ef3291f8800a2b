import { sql } from 'kysely';
import { describeHidden, findHidden } from '../modules/posts/addresses.ts';
import { countListedPosts } from '../modules/posts/list.ts';
import { relearnWords } from '../modules/related/related-posts.ts';
import { withFormerAddress } from '../modules/settings/site-facts.ts';
import { saveSettings, readSettings } from '../modules/settings/store.ts';
import { ensureDefaultCategory } from '../modules/terms/writer.ts';
import { ensureRoles } from '../modules/users/roles.ts';
import type { Database } from '../kernel/db/open-database.ts';
import { ImportError } from '../lib/errors.ts';
import { decodeEntities } from '../lib/plain-text.ts';
import { FormerSites } from '../lib/former-sites.ts';
import { trimEndOf } from '../lib/cut-text.ts';
import { PluginFields } from './acf/field-import.ts';
import type { FieldPlan } from './acf/guess-fields.ts';
import { BatchWriter } from './batch-writer.ts';
import { BylineImport } from './import-bylines.ts';
import { CommentImport } from './import-comments.ts';
import { MediaImport } from './import-media.ts';
import { MenuImport } from './import-menus.ts';
import { PostImport } from './import-posts.ts';
import { PatternImport } from './import-patterns.ts';
import { RedirectImport } from './import-redirects.ts';
import { SlugImport } from './import-slugs.ts';
import { SettingsImport } from './import-settings.ts';
import { TermImport } from './import-terms.ts';
import { DefinitionImport } from './import-definitions.ts';
import { FieldValueImport } from './import-field-values.ts';
import { LanguageCounter } from './import-languages.ts';
import { UnknownParts } from './import-unknown.ts';
import { UnfinishedRun } from './run.ts';
import type { LookForUnknown } from './import-unknown.ts';
import { UserImport } from './import-users.ts';
import { ChosenTemplates } from './old-theme/chosen-templates.ts';
import { TemplateImport } from './old-theme/import-templates.ts';
import { TextImport } from './old-theme/import-texts.ts';
import { writeChoices } from './old-theme/write-choices.ts';
import { fingerprint, joinSpellings, Ledger, sourceKey } from '../modules/imports/ledger.ts';
import { orderSources } from './order-sources.ts';
import type { ImportSource } from './order-sources.ts';
import { References } from './references.ts';
import { drop, emptyReport, totals } from './report.ts';
import type { ImportedFile, ImportReport } from './report.ts';
import { IdAllocator } from './rows.ts';
import type { ImportRun } from './run.ts';
import { SiteClock } from './site-clock.ts';
import type { UploadsFolder } from './uploads.ts';
import type { WxrAuthor, WxrEvent, WxrItem, WxrSite, WxrTerm } from './wxr-events.ts';
import { readWxr, wxrLimits } from './wxr-reader.ts';
import type { WxrLimits } from './wxr-reader.ts';

export interface ImportProgress {
  readonly found: number;
  readonly bytes: number;
  readonly seconds: number;
}

export interface ImportOptions {
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: ImportProgress) => void;
  readonly limits?: WxrLimits;
  /** A copy of the exporter's uploads folder, from which files are copied. */
  readonly uploads?: UploadsFolder | undefined;
  /** Overwrites items edited here since their import with the export's version. */
  readonly force?: boolean;
  /** Fields of a field plugin that become fields here; without them, its values stay as they are. */
  readonly fields?: FieldPlan | undefined;
  /** Finds unknown blocks and shortcodes; without it, the report lists none of them. */
  readonly lookForUnknown?: LookForUnknown;
  /** An empty report, filled during the import; lets a caller read the results of an import that throws. */
  readonly report?: ImportReport;
}

const chunkSize = 100;
/** Total text length at which a chunk is full, so that a few long items don't add up. */
const chunkLength = 4 * 1024 * 1024;
const progressEveryMs = 1000;

/** Imports one WordPress export from a stream; see `importFiles`. */
export async function importWxr(
  database: Database,
  stream: AsyncIterable<Uint8Array | string>,
  options: ImportOptions = {},
): Promise<ImportReport> {
  return importFiles(database, [{ name: '', open: () => stream }], options);
}

/**
 * Imports WordPress exports. Unchanged items are skipped, so a stopped import can be resumed; the newest version of an
 * item wins. Throws `ImportError` if a file is no export. The readable part of a truncated file is imported.
 */
export async function importFiles(
  database: Database,
  sources: readonly ImportSource[],
  options: ImportOptions = {},
): Promise<ImportReport> {
  const began = Date.now();
  const report = options.report ?? emptyReport();
  const unknown = new UnknownParts(options.lookForUnknown);
  const languages = new LanguageCounter();
  const limits = options.limits ?? wxrLimits;
  const importers = new Map<string, Importer>();
  const ordered = await orderSources(sources, limits);
  let reportedAt = began;
  const progress = () => {
    if (!options.onProgress || Date.now() - reportedAt < progressEveryMs) return;
    reportedAt = Date.now();
    options.onProgress({
      found: totals(report).found,
      bytes: report.bytes,
      seconds: (reportedAt - began) / 1000,
    });
  };
  const importerOf = (site: WxrSite) => {
    const key = sourceKey(site.url);
    const importer =
      importers.get(key) ??
      new Importer(database, site, report, {
        now: began,
        force: options.force ?? false,
        uploads: options.uploads,
        fields: options.fields,
        unknown,
        languages,
        head: ordered.heads.get(key) ?? site,
      });
    importers.set(key, importer);
    return importer;
  };
  const readFile = async ({ name, open }: ImportSource) => {
    const file: ImportedFile = { name, source: '', siteTitle: '', wxrVersion: '', end: undefined };
    report.files.push(file);
    const counted = async function* () {
      for await (const chunk of open()) {
        report.bytes += chunk.length;
        yield chunk;
      }
    };
    let importer: Importer | undefined;
    for await (const event of readWxr(counted(), limits)) {
      if (options.signal?.aborted) return;
      if (event.kind === 'end') file.end = event.end;
      else if (event.kind === 'site') await (importer = importerOf(event.site)).begin(event.site, file);
      else await importer?.take(event, options.signal);
      progress();
    }
    await importer?.endFile(options.signal);
  };
  try {
    for (const source of ordered.sources) {
      if (options.signal?.aborted) break;
      try {
        await readFile(source);
      } catch (error) {
        throw error instanceof ImportError && source.name !== ''
          ? new ImportError(`${source.name}: ${error.message}`, { cause: error })
          : error;
      }
    }
    let completed = 0;
    for (const importer of importers.values()) {
      if (options.signal?.aborted) break;
      await importer.complete();
      completed++;
    }
    // A completed import does not count as stopped, even if the signal was aborted.
    const isRead = report.files.length === sources.length && report.files.every(({ end }) => end);
    report.stopped = (options.signal?.aborted ?? false) && !(isRead && completed === importers.size);
    report.hidden = (await findHidden(database.read)).map(describeHidden);
    if (!report.stopped)
      for (const statement of database.dialect.afterBulk) await sql.raw(statement).execute(database.read);
  } finally {
    await ordered.close();
    report.seconds = (Date.now() - began) / 1000;
    for (const importer of importers.values()) await importer.publish();
    report.unknown = await unknown.list(database);
    report.languages = await languages.list(database);
    await learnWordsAgain(database, report);
    report.seconds = (Date.now() - began) / 1000;
  }
  return report;
}

/** Term statistics are recomputed when at least one in this many posts is new. */
const shareOfNew = 8;

/** A running site scores new posts by the term statistics of the posts before them (e.g. the demo's), and would retain those scores. */
async function learnWordsAgain(database: Database, report: ImportReport): Promise<void> {
  const imported = report.counts['item post']?.imported ?? 0;
  if (imported > 0 && imported * shareOfNew >= (await countListedPosts(database.read, {})))
    await database.write(relearnWords);
}

/** The exporter's address with its base folder, as stored in the setting `imported_from`; undefined when it is not a web address. */
function formerAddress(url: string): string | undefined {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) return undefined;
  const { origin, pathname } = new URL(url);
  return origin + trimEndOf(pathname, '/');
}

/** Base addresses of a site's pages and files: its own, and WordPress' folder below it (`/wp`) if it has one. */
function formerAddresses({ url, installedAt }: WxrSite): string[] {
  const own = formerAddress(url);
  const folder = formerAddress(installedAt);
  const isBelow =
    own !== undefined && folder !== undefined && /^\/./.test(new FormerSites([own]).restOf(folder) ?? '');
  return [...(own === undefined ? [] : [own]), ...(isBelow ? [folder] : [])];
}

/** Imports the files of one exporter: collects parsed entities into chunks and passes them to the parts. */
class Importer {
  readonly #run: ImportRun;
  readonly #users: UserImport;
  readonly #bylines: BylineImport;
  readonly #terms: TermImport;
  readonly #references: References;
  readonly #comments: CommentImport;
  readonly #menus: MenuImport;
  readonly #media: MediaImport;
  readonly #posts: PostImport;
  readonly #redirects: RedirectImport;
  readonly #slugs: SlugImport;
  readonly #patterns: PatternImport;
  readonly #settings: SettingsImport;
  readonly #templates: TemplateImport;
  readonly #texts: TextImport;
  readonly #definitions: DefinitionImport;
  readonly #pluginFields: PluginFields;
  readonly #fieldValues: FieldValueImport;
  readonly #files: ImportedFile[] = [];
  readonly #head: WxrSite;
  /** Date of the newest export that was imported completely before, and of the newest in this run; 0 without one. */
  #newestBefore = 0;
  #newest = 0;
  #authors: WxrAuthor[] = [];
  #termChunk: WxrTerm[] = [];
  #items: WxrItem[] = [];
  #length = 0;

  constructor(
    database: Database,
    site: WxrSite,
    report: ImportReport,
    {
      now,
      force,
      uploads,
      fields,
      unknown,
      languages,
      head,
    }: {
      readonly now: number;
      readonly force: boolean;
      readonly uploads: UploadsFolder | undefined;
      readonly fields: FieldPlan | undefined;
      readonly unknown: UnknownParts;
      readonly languages: LanguageCounter;
      readonly head: WxrSite;
    },
  ) {
    this.#head = head;
    const batches = new BatchWriter(database, {
      begin: () => this.#remembering().forEach((part) => part.begin()),
      commit: () => this.#remembering().forEach((part) => part.commit()),
    });
    const ledger = new Ledger(sourceKey(site.url));
    const clock = new SiteClock();
    this.#run = {
      database,
      report,
      unknown,
      languages,
      batches,
      now,
      force,
      ledger,
      unfinished: new UnfinishedRun(ledger, now),
      ids: new IdAllocator(),
      file: { age: 'same', number: 0, exportedAt: 0, isOurs: false },
      naming: { language: '' },
      chosen: new ChosenTemplates(),
      clock,
      toUtc: (local) => clock.toUtc(local),
    };
    this.#users = new UserImport(this.#run);
    this.#bylines = new BylineImport(this.#run, this.#users);
    this.#terms = new TermImport(this.#run, this.#bylines);
    this.#redirects = new RedirectImport(this.#run, site.url);
    this.#slugs = new SlugImport(this.#run, this.#redirects);
    this.#references = new References(this.#run, this.#slugs, this.#terms);
    this.#menus = new MenuImport(this.#run, this.#terms, this.#references, site);
    this.#comments = new CommentImport(this.#run, this.#users, this.#references);
    this.#media = new MediaImport(this.#run, uploads);
    this.#settings = new SettingsImport(this.#run, this.#references);
    this.#patterns = new PatternImport(this.#run, this.#references, this.#terms);
    const sources = { site, references: this.#references, terms: this.#terms, users: this.#users };
    this.#templates = new TemplateImport(this.#run, sources);
    this.#texts = new TextImport(this.#run, sources);
    this.#definitions = new DefinitionImport(this.#run);
    this.#pluginFields = new PluginFields(this.#run, this.#definitions, fields);
    this.#fieldValues = new FieldValueImport(this.#run, this.#references, this.#terms, this.#users);
    this.#posts = new PostImport(this.#run, {
      site,
      users: this.#users,
      bylines: this.#bylines,
      media: this.#media,
      terms: this.#terms,
      comments: this.#comments,
      menus: this.#menus,
      references: this.#references,
      pluginFields: this.#pluginFields,
      fieldValues: this.#fieldValues,
      redirects: this.#redirects,
      slugs: this.#slugs,
      patterns: this.#patterns,
      templates: this.#templates,
      texts: this.#texts,
    });
  }

  #remembering() {
    return [
      this.#run.ids,
      this.#run.unfinished,
      this.#users,
      this.#terms,
      this.#references,
      this.#comments,
      this.#slugs,
    ];
  }

  async begin(site: WxrSite, file: ImportedFile): Promise<void> {
    const { report, file: current } = this.#run;
    Object.assign(file, {
      source: site.url,
      siteTitle: decodeEntities(site.title),
      wxrVersion: site.version,
    });
    if (!/^1\.[0-2]$/.test(site.version)) {
      report.notes.push({
        kind: 'site',
        id: '',
        title: site.title,
        message: `unknown WXR version "${site.version}" (supported: 1.0 to 1.2); read as 1.2`,
      });
    }
    if (this.#files.length === 0) {
      await this.#prepare(site);
      await this.#settings.begin(this.#head);
      await this.#pluginFields.define();
      this.#run.naming.language = (await readSettings(this.#run.database.read)).settings.site_language;
    }
    this.#files.push(file);
    this.#users.beginFile();
    this.#terms.beginFile();
    current.number++;
    const { exportedAt } = site;
    current.exportedAt = exportedAt ?? 0;
    current.isOurs = site.isOurs;
    current.age =
      exportedAt === undefined || exportedAt === this.#newestBefore
        ? 'same'
        : exportedAt < this.#newestBefore
          ? 'older'
          : 'newer';
    if (current.age === 'older') {
      report.notes.push({
        kind: 'site',
        id: file.name,
        title: site.title,
        message:
          'this export is older than one imported before; it adds missing content and changes nothing else',
      });
    }
    this.#newest = Math.max(this.#newest, exportedAt ?? 0);
  }

  async #prepare(site: WxrSite): Promise<void> {
    const { database, ids, ledger, report } = this.#run;
    await ids.learn(database.read);
    if (
      !(await database.read.selectFrom('role').select('name').where('name', '=', 'author').executeTakeFirst())
    )
      await database.write(ensureRoles);
    if (site.url !== '') await database.write((tx) => joinSpellings(tx, site.url));
    await this.#run.unfinished.read(database);
    await this.#users.learn(database.read);
    await this.#terms.learn(database.read);
    const before = await ledger.findOne(database.read, 'site', '');
    this.#newestBefore = Number(before?.state ?? 0);
    if (before) return;
    for (const from of formerAddresses(site))
      await this.#run.batches.add({
        work: async (tx) => {
          const more = withFormerAddress((await readSettings(tx.db)).settings, from);
          if (more) await saveSettings(tx, more);
        },
        failed: (reason) =>
          report.notes.push({ kind: 'site', id: 'imported_from', title: from, message: reason }),
      });
    await this.#run.batches.add({
      work: (tx) => ledger.record(tx, 'site', '', { localId: 0, hash: fingerprint(site.url) }),
      failed: () => {},
    });
    await this.#run.batches.flush();
  }

  async take(
    event: Exclude<WxrEvent, { kind: 'site' | 'end' }>,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    if (event.kind === 'author') this.#authors.push(event.author);
    else if (event.kind === 'term') this.#termChunk.push(event.term);
    else if (event.kind === 'definitions') await this.#definitions.add(event.text);
    else if (event.kind === 'item') {
      this.#items.push(event.item);
      this.#length += event.item.content.length + event.item.excerpt.length;
      this.#run.clock.observe(event.item);
      this.#settings.observe(event.item);
    } else
      drop(this.#run.report, {
        kind: event.of ?? 'item (unread)',
        id: `line ${event.line}`,
        title: event.title,
        message: event.reason,
      });
    if (
      this.#items.length >= chunkSize ||
      this.#length > chunkLength ||
      this.#termChunk.length >= chunkSize * 5 ||
      this.#authors.length >= chunkSize
    ) {
      await this.#handOn(signal);
    }
  }

  async #handOn(signal: AbortSignal | undefined): Promise<void> {
    const [authors, terms, items] = [this.#authors, this.#termChunk, this.#items];
    [this.#authors, this.#termChunk, this.#items, this.#length] = [[], [], [], 0];
    if (authors.length > 0) await this.#users.add(authors);
    if (terms.length > 0) {
      const remaining = this.#bylines.takeTerms(terms);
      this.#menus.declare(remaining.filter(({ taxonomy }) => taxonomy === 'nav_menu'));
      await this.#terms.add(remaining.filter(({ taxonomy }) => taxonomy !== 'nav_menu'));
    }
    if (items.length === 0) return;
    await this.#terms.resolveParents();
    await this.#posts.add(items, signal);
  }

  async endFile(signal: AbortSignal | undefined): Promise<void> {
    await this.#handOn(signal);
    await this.#run.batches.flush();
    await this.#posts.noteSlugs();
  }

  /** Runs after the last file and resolves everything that waited for later entities. */
  async complete(): Promise<void> {
    const { batches, ledger, database, file } = this.#run;
    if (this.#newest > this.#newestBefore) file.age = 'newer'; // the following is combined from all files
    await batches.flush();
    await this.#bylines.settle();
    await this.#terms.resolveAllParents();
    await batches.flush();
    await this.#references.resolve();
    await batches.flush();
    await this.#fieldValues.settle();
    this.#pluginFields.report();
    await this.#patterns.resolve(this.#users.movedIds());
    await this.#texts.resolve();
    await batches.flush();
    await this.#templates.write();
    await writeChoices(this.#run, this.#templates);
    await this.#settings.finish();
    await database.write(ensureDefaultCategory);
    await this.#slugs.settle();
    await this.#redirects.write();
    const whole = this.#files.every(({ end }) => end?.complete);
    await this.#menus.write(whole);
    await batches.flush();
    if (whole && this.#newest > this.#newestBefore)
      await database.write((tx) => ledger.restate(tx, 'site', '', String(this.#newest)));
    await this.#run.unfinished.end(database, { whole });
  }

  /** Writes pending units and notifies all caches. */
  async publish(): Promise<void> {
    await this.#run.batches.finish();
    await this.#slugs.reportNumbered();
  }
}
