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

export interface SignedIn {
  readonly actor: Actor;
  readonly session: Session;
  readonly live: LiveSession;
  readonly hasOtherRights: boolean;
}

export interface Renewed {
  readonly session: Session;
  readonly setCookies: string[];
}

/**
 * The state of a `Cookie` header without a query. First value: no valid session. `reader`: may edit nothing. `editor`: may
 * edit something. `unknown`: signed, but not yet checked in the database, or due for renewal.
 */
export type Standing = 'nobody' | 'reader' | 'editor' | 'unknown';

export interface Sessions {
  /** Uses memory only: no query, and one checksum for a forged cookie. */
  standing(cookieHeader: string | undefined): Standing;
  /** The logged-in user. Queries the database once per session, and again after the session or its user changed; `standing` then knows it. */
  find(cookieHeader: string | undefined): Promise<SignedIn | undefined>;
  /**
   * A user who logged in but hasn't set up the second factor their role requires; they can do nothing else, and `find`
   * returns undefined for them.
   */
  findOwing(cookieHeader: string | undefined): Promise<SignedIn | undefined>;
  /** Extends a session with less than half of its time left, and replaces its token if its owner's rights changed. Undefined if nothing is due. */
  renew(signedIn: SignedIn): Promise<Renewed | undefined>;
  /** `Set-Cookie` headers after log-in: the session (HttpOnly), and the display name, which scripts show on cached pages. */
  cookies(session: Session, displayName: string): string[];
  /** `Set-Cookie` header that marks the browser as known to an account, in addition to the accounts in its `Cookie` header. */
  deviceCookie(cookieHeader: string | undefined, userId: number, by?: KnownBy): Promise<string>;
  /** How an account knows a browser, independent of its current user; undefined after its password or second factor changed. */
  deviceOf(cookieHeader: string | undefined, userId: number): Promise<KnownBy | undefined>;
  /** Whether the cookies hold the display name of a session that has ended. Uses memory only. */
  hasStaleName(cookieHeader: string | undefined): boolean;
  readonly noCookies: readonly string[];
}

interface KnownSession {
  readonly signedIn: SignedIn;
  readonly owes: boolean;
}

/** Cached sessions with their actors, about 2 KB each. */
const maxSessions = 5000;
/** Days; browsers limit cookies to this lifetime. */
const deviceDays = 400;

class SessionMemory {
  // Ended sessions never resume, so their cookies need no query.
  readonly #knownById = new LruCache<string, KnownSession | 'ended'>(maxSessions);
  /** Incremented by changes: data read before one may be stale. */
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
    for (const [id, known] of this.#knownById) {
      if (known === 'ended') continue;
      const { actor } = known.signedIn;
      if (tag === `user:${actor.id}` || tag === `account:${actor.id}`) this.#knownById.delete(id);
    }
  }

  /** Checked here too, because a replaced token stays valid for a minute only, whatever its cookie says. */
  find(id: string, now: number): KnownSession | 'ended' | undefined {
    const known = this.#knownById.get(id);
    if (!known || known === 'ended' || known.signedIn.live.until > now) return known;
    this.end(id);
    return 'ended';
  }

  add(id: string, known: KnownSession): void {
    this.#knownById.set(id, known);
  }

  end(id: string): void {
    this.#knownById.set(id, 'ended');
  }
}

async function readKnown(
  read: Reader,
  session: Session,
  needsSecondStep: (roles: readonly string[]) => Promise<boolean>,
  now: number,
): Promise<KnownSession | undefined> {
  const [live, actor] = await Promise.all([findSession(read, session, now), findActor(read, session.userId)]);
  if (!live || !actor) return undefined;
  const owes = (await needsSecondStep(actor.roles)) && !(await hasSecondFactor(read, session.userId));
  const cameBy = {
    kind: 'session',
    id: sessionId(session.token),
    provenUntil: live.provenUntil,
  } as const;
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
 * Reads sessions from cookies signed by `signer`. The cookie name derives from `siteUrl` as in WordPress, for existing
 * proxy rules and several sites per host. `needsSecondStep`: whether roles require a second factor. `now` is for tests.
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
    const before = memory.find(id, now());
    if (before) return before === 'ended' ? undefined : before;
    const { epoch } = memory;
    const known = await readKnown(database.read, session, needsSecondStep, now());
    if (!known) memory.end(id);
    else if (epoch === memory.epoch) memory.add(id, known);
    return known;
  };
  /** Whether to renew: less than half of its time is left, its cookie is outdated, or its owner's rights changed. */
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
      // Another tab may have renewed it, so that only this cookie is outdated.
      const isBehind = !signedIn.hasOtherRights && live.until > session.expiresAt;
      const renewed = isBehind
        ? { ...session, expiresAt: live.until }
        : await database
            .write((tx) =>
              signedIn.hasOtherRights
                ? replaceSession(tx, session, live, now())
                : renewSession(tx, session, now()),
            )
            .catch(() => undefined); // with a full disk the session continues unchanged, which suffices for reading
      return renewed && { session: renewed, setCookies: cookies(renewed, actor.displayName) };
    },
    standing: (cookieHeader) => {
      const session = sessionOf(cookieHeader);
      if (!session) return 'nobody';
      const id = sessionId(session.token);
      const known = memory.find(id, now());
      if (!known) return 'unknown';
      if (known === 'ended' || known.owes) return 'nobody';
      if (isDue({ ...known.signedIn, session })) return 'unknown';
      return mayEditSomething(known.signedIn.actor) ? 'editor' : 'reader';
    },
    hasStaleName: (cookieHeader) => {
      const session = cookieHeader?.includes(`${nameCookie}=`) ? sessionOf(cookieHeader) : undefined;
      return session !== undefined && memory.find(sessionId(session.token), now()) === 'ended';
    },
    find: (cookieHeader) => find(cookieHeader, false),
    findOwing: (cookieHeader) => find(cookieHeader, true),
    noCookies: [`${mark}; ${attributes}; Max-Age=0; HttpOnly`, `${nameCookie}=; ${attributes}; Max-Age=0`],
  };
}

/** How a browser became known: by a complete log-in, or by choosing a password through a link, which is one step of it. */
export type KnownBy = 'sign-in' | 'link';

const knownBrowserCookie = 'broadsheet_device';
/** Accounts remembered per browser; the least recently used one is dropped. */
const maxAccounts = 5;
const purpose = 'device';
const joint = '~';
/** Account, kind, credentials fingerprint. */
const marked = /^([1-9]\d{0,14})([.!])([\w-]{16})$/;
const signs: Readonly<Record<KnownBy, string>> = { 'sign-in': '.', link: '!' };

/** Fingerprint of an account's credentials; after a change of password, app or passkeys, browsers marked with the old one are unknown. */
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

/** Cookie value that marks a browser as known to an account, keeping its other accounts. */
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
  return signer.seal(purpose, [own, ...others].slice(0, maxAccounts).join(joint));
}
