import { createHash } from 'node:crypto';
import type { Database, Reader } from '../../kernel/db/open-database.ts';
import { parseCookies } from '../../lib/cookies.ts';
import { nameCookie } from '../../lib/name-cookie.ts';
import type { Signer } from '../../lib/keys.ts';
import { LruCache } from '../../lib/lru-cache.ts';
import { startOf } from '../../lib/cut-text.ts';
import { mayEditSomething } from '../../kernel/permission.ts';
import type { Actor } from '../../kernel/permission.ts';
import { findActor } from './roles.ts';
import { hasSecondFactor, findCodeApp, listPasskeys } from './second-factor.ts';
import {
  findSession,
  readSession,
  renewSession,
  replaceSession,
  rightsOf,
  sessionId,
  writeSession,
} from './session.ts';
import type { LiveSession, Session } from './session.ts';

/** Somebody who is signed in, and the session that says so. */
export interface SignedIn {
  readonly actor: Actor;
  readonly session: Session;
  readonly live: LiveSession;
  /** Its owner may something else now than when it was opened. */
  readonly hasOtherRights: boolean;
}

/** A session that goes on, and the `Set-Cookie` headers that say so. */
export interface Renewed {
  readonly session: Session;
  readonly setCookies: string[];
}

/**
 * What a `Cookie` header says without a query. `nobody`: no session of ours, or one that has ended. `reader`: they may edit nothing. `editor`: they may edit
 * something. `unknown`: we signed it, and have not looked yet whether it was ended; or it is to be renewed.
 */
export type Standing = 'nobody' | 'reader' | 'editor' | 'unknown';

/** Who is signed in, by their cookies. */
export interface Sessions {
  /** Asks memory alone: costs no query, and for a made-up cookie a checksum. */
  standing(cookieHeader: string | undefined): Standing;
  /** Who it is; asks the database once a session, and again after it or its user changed. From then on `standing` knows. */
  find(cookieHeader: string | undefined): Promise<SignedIn | undefined>;
  /**
   * Who has signed in by a password, and whose role takes a second factor that they have not set up. For `find`, and for all that asks it, they are nobody:
   * their session lets them do nothing but that.
   */
  findOwing(cookieHeader: string | undefined): Promise<SignedIn | undefined>;
  /**
   * Lets a session of which less than half is left go on, and gives it another token where its owner's rights have changed: their roles, or what one of
   * these allows. Undefined where nothing is to be done.
   */
  renew(signedIn: SignedIn): Promise<Renewed | undefined>;
  /** `Set-Cookie` headers for who signs in: the session's, which no script can read, and their name, which scripts show on pages kept for everybody. */
  cookies(session: Session, displayName: string): string[];
  /** The `Set-Cookie` header by which a browser is known to an account from now on, beside those that its `Cookie` header names. */
  deviceCookie(cookieHeader: string | undefined, userId: number, by?: KnownBy): Promise<string>;
  /** How this account knows a browser, no matter who uses it now; undefined once it has another password or second step. */
  deviceOf(cookieHeader: string | undefined, userId: number): Promise<KnownBy | undefined>;
  /** `Set-Cookie` headers for who signs out. */
  readonly noCookies: readonly string[];
}

/** A session that the database has. */
interface KnownSession {
  readonly signedIn: SignedIn;
  /** They owe a second factor. */
  readonly owes: boolean;
}

/** Sessions kept in memory, each with its actor: some 2 KB. */
const kept = 5000;
/** Ids of sessions that have ended: some 100 bytes each. */
const keptEnded = 20_000;
/** Days that a browser is known for; none keeps a cookie for longer. */
const deviceDays = 400;

/** Sessions that the database was asked for, and ids of those that have ended; the bus says what has changed. */
class SessionMemory {
  readonly #knownById = new LruCache<string, KnownSession>(kept);
  // What has ended never begins again: who keeps its cookie is a visitor, and costs no query.
  readonly #endedIds = new LruCache<string, true>(keptEnded);
  /** Counts changes: what was read before one may be out of date. */
  epoch = 0;

  constructor(bus: Database['bus']) {
    bus.listen((emissions) => {
      for (const { tag, urgency } of emissions) {
        const id = tag.startsWith('session:') ? tag.slice('session:'.length) : undefined;
        if (id !== undefined && urgency === 'remove') this.end(id);
        else if (id !== undefined) this.#knownById.delete(id);
        else if (/^(?:user|account):/.test(tag)) this.#forgetSessionsOf(tag);
        else if (tag === 'roles' || tag === 'setting:second_factor_roles' || tag === '*')
          this.#knownById.clear();
        else continue;
        this.epoch++;
      }
    });
  }

  #forgetSessionsOf(tag: string): void {
    for (const [id, { signedIn }] of this.#knownById)
      if (tag === `user:${signedIn.actor.id}` || tag === `account:${signedIn.actor.id}`)
        this.#knownById.delete(id);
  }

  /** The former token of a session that goes on under another one is good for a minute, whatever its cookie says. */
  find(id: string, now: number): KnownSession | undefined {
    const known = this.#knownById.get(id);
    if (known && known.signedIn.live.until > now) return known;
    if (known) this.end(id);
    return undefined;
  }

  add(id: string, known: KnownSession): void {
    this.#knownById.set(id, known);
  }

  end(id: string): void {
    this.#knownById.delete(id);
    this.#endedIds.set(id, true);
  }

  hasEnded(id: string): boolean {
    return this.#endedIds.get(id) ?? false;
  }
}

/** Reads a session with its owner; undefined where one of them is gone. */
async function readKnown(
  read: Reader,
  session: Session,
  needsSecondStep: (roles: readonly string[]) => Promise<boolean>,
  now: number,
): Promise<KnownSession | undefined> {
  const [live, actor] = await Promise.all([findSession(read, session, now), findActor(read, session.userId)]);
  if (!live || !actor) return undefined;
  const owes = (await needsSecondStep(actor.roles)) && !(await hasSecondFactor(read, session.userId));
  const cameBy = { kind: 'session', id: sessionId(session.token) } as const;
  return {
    signedIn: {
      actor: { ...actor, cameBy },
      session,
      live,
      hasOtherRights: live.rights !== rightsOf(actor),
    },
    owes,
  };
}

/**
 * Reads sessions of cookies that `signer` signed. `siteUrl` names the cookie, as WordPress does, so that rules made for WordPress know it, and sites on one
 * host keep theirs apart. `needsSecondStep`: whether owners of these roles need a second factor (`second_factor_roles`). `now`: for tests, in milliseconds.
 */
export function createSessions(
  database: Pick<Database, 'read' | 'write' | 'bus'>,
  signer: Signer,
  siteUrl: string,
  needsSecondStep: (roles: readonly string[]) => Promise<boolean> = async () => false,
  now: () => number = Date.now,
): Sessions {
  const cookieName = `wordpress_logged_in_${createHash('md5').update(siteUrl).digest('hex')}`;
  const mark = `${cookieName}=`;
  const memory = new SessionMemory(database.bus);
  const sessionOf = (cookieHeader: string | undefined): Session | undefined => {
    const text = parseCookies(cookieHeader)[cookieName];
    return text === undefined ? undefined : readSession(signer, text, now());
  };
  const find = async (cookieHeader: string | undefined, owing: boolean): Promise<SignedIn | undefined> => {
    const session = sessionOf(cookieHeader);
    if (!session) return undefined;
    const known = await know(session);
    return known?.owes === owing ? { ...known.signedIn, session } : undefined;
  };
  const know = async (session: Session): Promise<KnownSession | undefined> => {
    const id = sessionId(session.token);
    if (memory.hasEnded(id)) return undefined;
    const before = memory.find(id, now());
    if (before) return before;
    const { epoch } = memory;
    const known = await readKnown(database.read, session, needsSecondStep, now());
    if (!known) memory.end(id);
    else if (epoch === memory.epoch) memory.add(id, known);
    return known;
  };
  /** Whether a session has to be renewed: less than half of it is left, its cookie is older than what is stored, or its owner may something else now. */
  const isDue = ({ session: { expiresAt }, live: { lastsMs, until }, hasOtherRights }: SignedIn): boolean =>
    until > expiresAt || (until === expiresAt && expiresAt - now() < lastsMs / 2) || hasOtherRights;
  const attributes = `Path=/; SameSite=Lax${siteUrl.startsWith('https:') ? '; Secure' : ''}`;
  const cookies: Sessions['cookies'] = (session, displayName) => {
    const lasts = `${attributes}; Expires=${new Date(session.expiresAt).toUTCString()}`;
    return [
      `${mark}${writeSession(signer, session)}; ${lasts}; HttpOnly`,
      `${nameCookie}=${encodeURIComponent(startOf(displayName, 250))}; ${lasts}`,
    ];
  };
  return {
    cookies,
    deviceCookie: async (cookieHeader, userId, by = 'sign-in') => {
      const value = await markKnownBrowser(database.read, signer, cookieHeader, { userId, by });
      return `${knownBrowserCookie}=${value}; ${attributes}; Max-Age=${deviceDays * 86_400}; HttpOnly`;
    },
    deviceOf: (cookieHeader, userId) => findKnownBrowser(database.read, signer, cookieHeader, userId),
    renew: async (signedIn) => {
      if (!isDue(signedIn)) return undefined;
      const { actor, session, live } = signedIn;
      // Another tab may have renewed it: this cookie is then only behind.
      const isBehind = !signedIn.hasOtherRights && live.until > session.expiresAt;
      const renewed = isBehind
        ? { ...session, expiresAt: live.until }
        : await database
            .write((tx) =>
              signedIn.hasOtherRights
                ? replaceSession(tx, session, live, now())
                : renewSession(tx, session, now()),
            )
            .catch(() => undefined); // on a full disk it goes on as it is: who only reads needs no more
      return renewed && { session: renewed, setCookies: cookies(renewed, actor.displayName) };
    },
    standing: (cookieHeader) => {
      const session = sessionOf(cookieHeader);
      if (!session) return 'nobody';
      const id = sessionId(session.token);
      const known = memory.find(id, now());
      if (!known) return memory.hasEnded(id) ? 'nobody' : 'unknown';
      if (known.owes) return 'nobody';
      if (isDue({ ...known.signedIn, session })) return 'unknown';
      return mayEditSomething(known.signedIn.actor) ? 'editor' : 'reader';
    },
    find: (cookieHeader) => find(cookieHeader, false),
    findOwing: (cookieHeader) => find(cookieHeader, true),
    noCookies: [`${mark}; ${attributes}; Max-Age=0; HttpOnly`, `${nameCookie}=; ${attributes}; Max-Age=0`],
  };
}

/** How an account came to know a browser: somebody was let in there, by all steps that it takes; or chose its password there by a link, one of them. */
export type KnownBy = 'sign-in' | 'link';

const knownBrowserCookie = 'broadsheet_device';
/** Accounts that one browser is known to: whose was used least lately goes first. */
const mostAccounts = 5;
const purpose = 'device';
const joint = '~';
/** Account, how, and what it was let in by. */
const marked = /^([1-9]\d{0,14})([.!])([\w-]{16})$/;
const signs: Readonly<Record<KnownBy, string>> = { 'sign-in': '.', link: '!' };

/** What somebody shows who signs in: another text once their password, app or passkeys are others, so that browsers known by the former ones are strangers. */
async function shownBy(read: Reader, userId: number): Promise<string | undefined> {
  const [user, app, passkeys] = await Promise.all([
    read.selectFrom('user').select('password_hash').where('id', '=', userId).executeTakeFirst(),
    findCodeApp(read, userId),
    listPasskeys(read, userId),
  ]);
  if (!user) return undefined;
  const all = [
    userId,
    user.password_hash,
    app?.secret ?? '',
    ...passkeys.map(({ credential }) => credential).toSorted(),
  ];
  return createHash('sha256').update(JSON.stringify(all)).digest('base64url').slice(0, 16);
}

function marksIn(signer: Signer, cookieHeader: string | undefined): RegExpExecArray[] {
  const marks =
    signer.unseal(purpose, parseCookies(cookieHeader)[knownBrowserCookie] ?? '')?.split(joint) ?? [];
  return marks.map((mark) => marked.exec(mark)).filter((mark) => mark !== null);
}

/** How a browser is known to an account by its `Cookie` header; undefined: not, or not any more. Costs no query where the account is not named. */
async function findKnownBrowser(
  read: Reader,
  signer: Signer,
  cookieHeader: string | undefined,
  userId: number,
): Promise<KnownBy | undefined> {
  const mark = marksIn(signer, cookieHeader).find(([, id]) => id === String(userId));
  if (!mark || mark[3] !== (await shownBy(read, userId))) return undefined;
  return mark[2] === signs.link ? 'link' : 'sign-in';
}

/** The value of the cookie by which a browser is known to an account from now on, beside those that it was known to. */
async function markKnownBrowser(
  read: Reader,
  signer: Signer,
  cookieHeader: string | undefined,
  { userId, by }: { readonly userId: number; readonly by: KnownBy },
): Promise<string> {
  const others = marksIn(signer, cookieHeader)
    .filter(([, id]) => id !== String(userId))
    .map(([mark]) => mark);
  const own = `${userId}${signs[by]}${(await shownBy(read, userId)) ?? ''}`;
  return signer.seal(purpose, [own, ...others].slice(0, mostAccounts).join(joint));
}
