import { sql } from 'kysely';
import { defaultSettings } from '../content/settings/settings.ts';
import { readSettings } from '../content/settings/reader.ts';
import { saveSettings } from '../content/settings/writer.ts';
import { ensureRoles } from '../content/users/roles.ts';
import type { Database } from '../db/open-database.ts';
import { decodeEntities } from '../lib/plain-text.ts';
import { BatchWriter } from './batch-writer.ts';
import { CommentImport } from './import-comments.ts';
import { MenuImport } from './import-menus.ts';
import { PostImport } from './import-posts.ts';
import { TermImport } from './import-terms.ts';
import { UserImport } from './import-users.ts';
import { fingerprint, Ledger, sourceKey } from './ledger.ts';
import { References } from './references.ts';
import { drop, emptyReport, totals } from './report.ts';
import type { ImportReport } from './report.ts';
import { IdKeeper } from './rows.ts';
import type { ImportRun } from './run.ts';
import type { WxrAuthor, WxrEvent, WxrItem, WxrSite, WxrTerm } from './wxr-events.ts';
import { readWxr, wxrLimits } from './wxr-reader.ts';
import type { WxrLimits } from './wxr-reader.ts';

export interface ImportProgress {
  /** Things read so far, of every kind. */
  readonly found: number;
  readonly bytes: number;
  readonly seconds: number;
}

export interface ImportOptions {
  /** Stops after the current batch. */
  readonly signal?: AbortSignal;
  /** Called at most once a second. */
  readonly onProgress?: (progress: ImportProgress) => void;
  readonly limits?: WxrLimits;
}

/** Things looked up together before they are written. */
const chunkSize = 100;
/** Characters of text at which a chunk is full, so that a few long items don't add up. */
const chunkLength = 4 * 1024 * 1024;
const progressEveryMs = 1000;

/**
 * Imports a WordPress export. What was imported before in the same version is left alone, so a stopped import goes on where it was, and a second one
 * changes nothing. Throws `ImportError` when the stream is no export; a file that breaks off is imported up to there, and the report says so.
 */
export async function importWxr(database: Database, stream: AsyncIterable<Uint8Array | string>, options: ImportOptions = {}): Promise<ImportReport> {
  const began = Date.now();
  const report = emptyReport();
  let reportedAt = began;
  const counted = async function* () {
    for await (const chunk of stream) {
      report.bytes += chunk.length;
      yield chunk;
    }
  };
  const progress = () => {
    if (!options.onProgress || Date.now() - reportedAt < progressEveryMs) return;
    reportedAt = Date.now();
    options.onProgress({ found: totals(report).found, bytes: report.bytes, seconds: (reportedAt - began) / 1000 });
  };
  let importer: Importer | undefined;
  try {
    for await (const event of readWxr(counted(), options.limits ?? wxrLimits)) {
      if (options.signal?.aborted) {
        report.stopped = true;
        break;
      }
      if (event.kind === 'site') importer = await startImport(database, event.site, report, began);
      else await importer?.take(event, options.signal);
      progress();
    }
    if (options.signal?.aborted && !report.end) report.stopped = true;
    if (!report.stopped) await importer?.complete(options.signal);
  } finally {
    await importer?.publish();
    report.seconds = (Date.now() - began) / 1000;
  }
  return report;
}

async function startImport(database: Database, site: WxrSite, report: ImportReport, now: number): Promise<Importer> {
  report.source = site.url;
  report.siteTitle = decodeEntities(site.title);
  report.wxrVersion = site.version;
  if (!/^1\.[0-2]$/.test(site.version)) {
    report.notes.push({ kind: 'site', id: '', title: site.title, message: `WXR version "${site.version}" is none that we know (1.0 to 1.2); it is read as 1.2` });
  }
  const importer = new Importer(database, site, report, now);
  await importer.prepare();
  return importer;
}

/** The exporter's address without a path, as the setting `imported_from` holds it; undefined for what is no web address. */
function formerAddress(url: string): string | undefined {
  return URL.canParse(url) && /^https?:$/.test(new URL(url).protocol) ? new URL(url).origin : undefined;
}

/** Gathers what the reader finds into chunks and hands them to the parts. */
class Importer {
  readonly #run: ImportRun;
  readonly #users: UserImport;
  readonly #terms: TermImport;
  readonly #references: References;
  readonly #menus: MenuImport;
  readonly #posts: PostImport;
  #authors: WxrAuthor[] = [];
  #termChunk: WxrTerm[] = [];
  #items: WxrItem[] = [];
  #length = 0;

  constructor(database: Database, site: WxrSite, report: ImportReport, now: number) {
    const batches = new BatchWriter(database, { begin: () => this.#remembering().forEach((part) => part.begin()), commit: () => this.#remembering().forEach((part) => part.commit()) });
    this.#run = { database, site, report, batches, now, ledger: new Ledger(sourceKey(site.url)), ids: new IdKeeper() };
    this.#users = new UserImport(this.#run);
    this.#terms = new TermImport(this.#run);
    this.#references = new References(this.#run);
    this.#menus = new MenuImport(this.#run, this.#terms, this.#references);
    this.#comments = new CommentImport(this.#run, this.#users, this.#references);
    this.#posts = new PostImport(this.#run, { users: this.#users, terms: this.#terms, comments: this.#comments, menus: this.#menus, references: this.#references });
  }

  readonly #comments: CommentImport;

  #remembering() {
    return [this.#run.ids, this.#users, this.#terms, this.#references, this.#comments];
  }

  /** Roles that authors need, and the site's name where nobody ever gave it one. */
  async prepare(): Promise<void> {
    const { database, site, ledger, report } = this.#run;
    if (!(await database.read.selectFrom('role').select('name').where('name', '=', 'author').executeTakeFirst())) await database.write(ensureRoles);
    const wishes = { blogname: decodeEntities(site.title).trim(), blogdescription: decodeEntities(site.description).trim() };
    const hash = fingerprint(wishes);
    if (await ledger.findOne(database.read, 'site', '')) return;
    const stored = new Set((await database.read.selectFrom('setting').select('key').where('key', 'in', Object.keys(wishes)).execute()).map(({ key }) => key));
    const changes = Object.entries(wishes).filter(([key, value]) => value !== '' && !stored.has(key) && defaultSettings[key as keyof typeof wishes] !== value);
    for (const [key, value] of changes) {
      await this.#run.batches.add({
        work: async (tx) => void (await saveSettings(tx, { [key]: value })),
        failed: (reason) => report.notes.push({ kind: 'site', id: key, title: value, message: reason }),
      });
    }
    await this.#run.batches.add({
      work: async (tx) => {
        const { settings } = await readSettings(tx.db);
        const from = formerAddress(site.url);
        if (from && !settings.imported_from.includes(from)) await saveSettings(tx, { imported_from: [...settings.imported_from, from] });
      },
      failed: (reason) => report.notes.push({ kind: 'site', id: 'imported_from', title: site.url, message: reason }),
    });
    await this.#run.batches.add({ work: (tx) => ledger.record(tx, 'site', '', { localId: 0, hash }), failed: () => {} });
    await this.#run.batches.flush();
  }

  async take(event: WxrEvent, signal: AbortSignal | undefined): Promise<void> {
    if (event.kind === 'author') this.#authors.push(event.author);
    else if (event.kind === 'term') this.#termChunk.push(event.term);
    else if (event.kind === 'item') {
      this.#items.push(event.item);
      this.#length += event.item.content.length + event.item.excerpt.length;
    } else if (event.kind === 'dropped') drop(this.#run.report, { kind: 'item (unread)', id: `line ${event.line}`, title: event.title, message: event.reason });
    else if (event.kind === 'end') this.#run.report.end = event.end;
    if (this.#items.length >= chunkSize || this.#length > chunkLength || this.#termChunk.length >= chunkSize * 5 || this.#authors.length >= chunkSize) await this.#handOn(signal);
  }

  async #handOn(signal: AbortSignal | undefined): Promise<void> {
    const [authors, terms, items] = [this.#authors, this.#termChunk, this.#items];
    [this.#authors, this.#termChunk, this.#items, this.#length] = [[], [], [], 0];
    if (authors.length > 0) await this.#users.add(authors);
    if (terms.length > 0) {
      this.#menus.declare(terms.filter(({ taxonomy }) => taxonomy === 'nav_menu'));
      await this.#terms.add(terms.filter(({ taxonomy }) => taxonomy !== 'nav_menu'));
    }
    if (items.length === 0) return;
    await this.#terms.resolveParents();
    await this.#posts.add(items, signal);
  }

  /** After the last event: what waited for things that come later. */
  async complete(signal: AbortSignal | undefined): Promise<void> {
    await this.#handOn(signal);
    if (signal?.aborted) {
      this.#run.report.stopped = true;
      return;
    }
    await this.#terms.resolveParents();
    await this.#run.batches.flush();
    await this.#posts.noteSlugs();
    await this.#references.resolve();
    await this.#run.batches.flush();
    await this.#menus.write(this.#run.report.end?.complete ?? false);
    await this.#run.batches.flush();
    for (const statement of this.#run.database.dialect.afterBulk) await sql.raw(statement).execute(this.#run.database.read);
  }

  /** Writes what waits and tells every cache. */
  async publish(): Promise<void> {
    await this.#run.batches.finish();
  }
}
