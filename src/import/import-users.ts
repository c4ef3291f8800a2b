import {
  findUser,
  findUserByFoldedLogin,
  findUserByLogin,
  findUserByName,
  findUserBySlug,
  listUsers,
} from '../modules/users/reader.ts';
import { administrator } from '../modules/users/role.ts';
import type { User } from '../kernel/permission.ts';
import { createUser, deleteUser, updateUser, writeUserMeta } from '../modules/users/writer.ts';
import type { Reader, Tx } from '../kernel/db/open-database.ts';
import { isMailbox, normalizeEmail } from '../lib/normalize-email.ts';
import { decodeEntities } from '../lib/plain-text.ts';
import { slugify } from '../lib/slugify.ts';
import { visibleName } from '../lib/visible-name.ts';
import { startOf } from '../lib/cut-text.ts';
import { decide, fingerprint } from '../modules/imports/ledger.ts';
import type { LedgerEntry } from '../modules/imports/ledger.ts';
import { count, drop, nestingNotes, recordLocalEdit } from './report.ts';
import type { Outcome, ReportEntry } from './report.ts';
import type { ImportRun } from './run.ts';
import { TxMap } from './batch-writer.ts';
import type { WxrAuthor, WxrItem } from './wxr-events.ts';

/** Role of imported authors. They can't log in until an administrator invites them or sets a password. */
const authorRole = 'author';

/** Prefix of the names of notes about byline names; other notes begin with a digit. */
const nameMark = '\u0001';

/** Imports authors: they are matched with existing accounts by login name, or created without a password. */
export class UserImport {
  readonly #run: ImportRun;
  readonly #ids = new TxMap<number>(20_000);
  readonly #byExternalId = new TxMap<number>(20_000);
  readonly #names = new Map<string, string>();
  /** Exporter's ids in the ledger, from files of earlier runs. */
  #noted = new Map<string, number>();
  readonly #moved = new Map<string, number>();
  /** Login names by nicename (WordPress' form in URLs). */
  readonly #logins = new Map<string, string>();
  /** Login names met in this run, and those declared by the current file. */
  readonly #seen = new Set<string>();
  readonly #inFile = new Set<string>();
  readonly #unknown = new Set<string>();
  #fallback: number | undefined;
  #declared = false;

  constructor(run: ImportRun) {
    this.#run = run;
  }

  begin(): void {
    this.#ids.begin();
    this.#byExternalId.begin();
  }

  commit(): void {
    this.#ids.commit();
    this.#byExternalId.commit();
  }

  /** Loads the exporter's ids known from earlier runs; parts of one export may be imported separately. */
  async learn(read: Reader): Promise<void> {
    this.#noted = await this.#run.ledger.numbers(read, 'user');
    for (const [id, localId] of this.#noted)
      if (/^\d/.test(id) && String(localId) !== id) this.#moved.set(id, localId);
  }

  beginFile(): void {
    this.#inFile.clear();
  }

  /** Authors of items in a file that declares no authors, as before WXR 1.1. */
  undeclared(items: readonly WxrItem[]): WxrAuthor[] {
    if (this.#declared) return [];
    const logins = new Set(
      items.map(({ creator }) => creator).filter((login) => login !== '' && !this.#seen.has(login)),
    );
    return [...logins].map((login) => ({
      id: '',
      login,
      email: '',
      displayName: login,
      firstName: '',
      lastName: '',
      description: '',
      url: '',
    }));
  }

  /**
   * Imports authors that the file declares or, with `declared` false, that its items name. Of the latter only the name
   * is known, unless `isSaid` returns true.
   */
  async add(
    authors: readonly WxrAuthor[],
    declared = true,
    isDeclared: (author: WxrAuthor) => boolean = () => declared,
  ): Promise<void> {
    const { report, ledger, database } = this.#run;
    this.#declared ||= declared;
    const accepted: WxrAuthor[] = [];
    for (const author of authors) {
      const fault =
        author.login === ''
          ? 'it has no username'
          : declared && this.#inFile.has(author.login)
            ? 'duplicate in the file'
            : undefined;
      if (fault)
        drop(report, {
          kind: 'author',
          id: author.id || author.login,
          title: author.displayName,
          message: fault,
        });
      else accepted.push(author);
      this.#seen.add(author.login);
      if (declared) this.#inFile.add(author.login);
      this.#logins.set(slugify(author.login, this.#run.naming.language), author.login);
      this.#names.set(author.login, nameOf(author));
    }
    const known = await ledger.find(
      database.read,
      'user',
      accepted.map(({ login }) => login),
    );
    for (const author of accepted)
      await this.#addOne(author, known.get(author.login), declared, isDeclared(author));
  }

  async #addOne(
    author: WxrAuthor,
    before: LedgerEntry | undefined,
    declared: boolean,
    isDeclared: boolean,
  ): Promise<void> {
    const {
      report,
      batches,
      database,
      file: { age },
      force,
    } = this.#run;
    const hash = fingerprint([
      author.email,
      author.displayName,
      author.firstName,
      author.lastName,
      author.description,
      ...linksOf(author),
    ]);
    const finish = (localId: number, outcome: Outcome | undefined) => {
      if (outcome) count(report, 'author', outcome);
      this.#ids.setCommitted(author.login, localId);
      if (author.id === '') return;
      this.#byExternalId.setCommitted(author.id, localId);
      this.#moved.delete(author.id);
      if (String(localId) === author.id) return;
      this.#moved.set(author.id, localId);
      if (!before) report.changedIds.push({ kind: 'author', from: author.id, to: localId });
    };
    const entry = { kind: 'author', id: author.id || author.login, title: author.displayName };
    const user = before && (await findUser(database.read, before.localId));
    if (before && !user)
      return drop(report, {
        ...entry,
        message: 'deleted here; later exports do not restore it',
      });
    if (before && user) {
      // Accounts promoted to administrator since then stay unchanged.
      const currentState = user.roles.includes(administrator) ? 'administrator' : stateOf(user);
      const verdict = isDeclared ? decide(before, { hash, age, force }, currentState) : 'unchanged';
      if (verdict !== 'update') await this.#noteKnown(author, before.localId, entry);
      if (verdict === 'kept') recordLocalEdit(report, entry);
      if (verdict !== 'update') return finish(before.localId, verdict === 'kept' ? undefined : 'unchanged');
    }
    const matched = before ? undefined : await findMatch(database.read, author.login, !declared);
    if (matched !== undefined) {
      await this.#noteKnown(author, matched, entry);
      return finish(matched, 'unchanged');
    }
    let localId = 0;
    let lost = false;
    await batches.add({
      work: async (tx) => {
        lost = false;
        if (before) localId = await updateAuthor(tx, author, before.localId);
        else ({ localId, lost } = await this.#create(tx, author));
        this.#ids.stage(author.login, localId);
        if (author.id !== '') this.#byExternalId.stage(author.id, localId);
        await this.#run.ledger.record(tx, 'user', author.login, {
          localId,
          hash,
          before,
          state: stateOf({ displayName: nameOf(author), bio: author.description, links: linksOf(author) }),
        });
        await this.#noteNumber(tx, author, localId);
      },
      done: () => {
        finish(localId, before ? 'updated' : 'imported');
        for (const message of nestingNotes({ biography: author.description }))
          report.notes.push({ ...entry, message });
        if (lost)
          report.notes.push({
            ...entry,
            message: `its email address ${startOf(author.email, 60)} is invalid or already in use; the user has no email address`,
          });
      },
      failed: (reason) => drop(report, { ...entry, message: reason }),
    });
  }

  async #noteNumber(tx: Tx, { id }: WxrAuthor, localId: number): Promise<void> {
    if (id !== '' && this.#noted.get(id) !== localId)
      await this.#run.ledger.note(tx, 'user', { name: id, localId, text: '' });
  }

  async #noteKnown(author: WxrAuthor, localId: number, entry: Omit<ReportEntry, 'message'>): Promise<void> {
    if (author.id === '' || this.#noted.get(author.id) === localId) return;
    await this.#run.batches.add({
      work: (tx) => this.#noteNumber(tx, author, localId),
      failed: (reason) =>
        this.#run.report.notes.push({
          ...entry,
          message: `later files may be unable to refer to it by its ID: ${reason}`,
        }),
    });
  }

  /** `lost`: the account could not get the email address in the file. */
  async #create(tx: Tx, author: WxrAuthor): Promise<{ localId: number; lost: boolean }> {
    const login = startOf(author.login.replace(/[^\p{L}\p{N} _.@-]/gu, '-'), 60).trim();
    const usable = isMailbox(normalizeEmail(author.email)) && !(await findUserByName(tx.db, author.email));
    const slug = slugify(author.login, this.#run.naming.language);
    const localId = await createUser(tx, {
      id: await this.#run.ids.free(tx, 'user', author.id),
      login,
      email: usable ? author.email : '',
      displayName: nameOf(author),
      bio: author.description,
      roles: [authorRole],
      links: linksOf(author),
      ...(/^https?:\/\//i.test(author.url) ? { url: author.url } : {}),
      ...(slug !== '' && !(await findUserBySlug(tx.db, slug)) ? { slug } : {}),
    });
    await writeUserMeta(tx, localId, metaOf(author));
    return { localId, lost: author.email !== '' && !usable };
  }

  /** Local id of an item's author; the first administrator for an unknown author. */
  async authorOf(tx: Tx, creator: string): Promise<number> {
    const known = this.#ids.get(creator);
    if (known !== undefined) return known;
    const before = creator === '' ? undefined : await this.#run.ledger.findOne(tx.db, 'user', creator);
    const found =
      before && (await findUser(tx.db, before.localId))
        ? before.localId
        : creator === ''
          ? undefined
          : await findMatch(tx.db, creator);
    if (found !== undefined) {
      this.#ids.stage(creator, found);
      return found;
    }
    this.#fallback ??= await fallbackAuthor(tx);
    this.#noteUnknown(creator, this.#fallback);
    return this.#fallback;
  }

  /** Local id of an author by the exporter's id; 0 when no file contains it. */
  byExternalId(externalId: string): number {
    return this.#byExternalId.get(externalId) ?? this.#noted.get(externalId) ?? 0;
  }

  /** Local id of the account that earlier files assigned to a byline name; 0 if they assigned none. */
  behindName(nick: string): number {
    return this.#noted.get(nameMark + nick) ?? 0;
  }

  /**
   * Assigns a byline name to an account. An account created from that name alone is deleted, and its posts move to the
   * assigned one, unless it was edited here.
   */
  async nameAccount(nick: string, localId: number): Promise<void> {
    const {
      ledger,
      database: { read },
      batches,
      report,
    } = this.#run;
    const made = await ledger.findOne(read, 'user', nick);
    const user =
      made && made.localId > 0 && made.localId !== localId ? await findUser(read, made.localId) : undefined;
    const isOurs =
      user !== undefined &&
      stateOf(user) === made?.state &&
      user.email === '' &&
      user.roles.join() === authorRole;
    const deletedId = isOurs && (await ledger.isAlone(read, 'user', user.id)) ? user.id : 0;
    if (deletedId === 0 && this.behindName(nick) === localId) return;
    await batches.add({
      work: async (tx) => {
        if (deletedId > 0) await deleteUser(tx, deletedId, localId);
        await ledger.note(tx, 'user', { name: nameMark + nick, localId, text: '' });
      },
      done: () => {
        if (deletedId === 0) return;
        const message = `merged with user ${localId}; the user ${deletedId}, created from the name alone, was deleted, and its posts were reassigned`;
        report.notes.push({ kind: 'author', id: nick, title: user?.displayName ?? '', message });
      },
      failed: (message) =>
        report.notes.push({ kind: 'author', id: nick, title: user?.displayName ?? '', message }),
    });
  }

  movedIds(): ReadonlyMap<string, number> {
    return this.#moved;
  }

  nameOf(login: string): string {
    return this.#names.get(login) ?? '';
  }

  loginOf(nick: string): string | undefined {
    return this.#seen.has(nick) ? nick : this.#logins.get(nick);
  }

  #noteUnknown(creator: string, fallback: number): void {
    if (this.#unknown.has(creator)) return;
    this.#unknown.add(creator);
    const message =
      fallback === 0
        ? 'is not declared in the file, and there is no fallback user; its items have no author'
        : `is not declared in the file; its items were assigned to user ${fallback}`;
    this.#run.report.notes.push({ kind: 'author', id: creator || '(empty)', title: '', message });
  }
}

const nameOf = (author: WxrAuthor) => visibleName(decodeEntities(author.displayName)) || author.login;

const metaOf = (author: WxrAuthor): Record<string, readonly string[]> => {
  const names = { first_name: visibleName(author.firstName), last_name: visibleName(author.lastName) };
  return Object.fromEntries(
    Object.entries(names).flatMap(([key, name]) => (name === '' ? [] : [[key, [name]]])),
  );
};

/** Fields that can be edited here and are part of an export. */
const stateOf = ({ displayName, bio, links }: Pick<User, 'displayName' | 'bio' | 'links'>) =>
  fingerprint([displayName, bio, ...links]);

const linksOf = ({ links = [] }: WxrAuthor) => links;

async function updateAuthor(tx: Tx, author: WxrAuthor, id: number): Promise<number> {
  const links = linksOf(author);
  await updateUser(tx, id, {
    displayName: nameOf(author),
    bio: author.description,
    ...(links.length > 0 ? { links } : {}),
  });
  await writeUserMeta(tx, id, metaOf(author));
  return id;
}

async function findMatch(
  read: Tx['db'] | ImportRun['database']['read'],
  login: string,
  bySlug = false,
): Promise<number | undefined> {
  return (
    (await findUserByLogin(read, login)) ??
    (await findUserByFoldedLogin(read, login)) ??
    (bySlug ? await findUserBySlug(read, login) : undefined)
  )?.id;
}

async function fallbackAuthor(tx: Tx): Promise<number> {
  const {
    users: [first],
  } = await listUsers(tx.db, { roles: [administrator], order: 'id', limit: 1 });
  const {
    users: [anybody],
  } = first ? { users: [first] } : await listUsers(tx.db, { order: 'id', limit: 1 });
  return anybody?.id ?? 0;
}
