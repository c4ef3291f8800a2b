import { createHash } from 'node:crypto';
import type { Database } from '../../db/open-database.ts';
import { cookieNamed } from '../../lib/cookies.ts';
import type { Signer } from '../../lib/keys.ts';
import { LruCache } from '../../lib/lru-cache.ts';
import { mayEditSomething } from './policy.ts';
import type { Actor } from './role.ts';
import { findActor } from './roles.ts';
import { isLiveSession, readSession, sessionId, writeSession } from './session.ts';
import type { Session } from './session.ts';

/** Somebody who is signed in, and the session that says so. */
export interface SignedIn {
  readonly actor: Actor;
  readonly session: Session;
}

/**
 * What a `Cookie` header says without a query. `nobody`: no session of ours, or one that has ended. `reader`: they may edit nothing. `editor`: they may edit
 * something.
 * `unknown`: we signed it, and have not looked yet whether it was ended.
 */
export type Standing = 'nobody' | 'reader' | 'editor' | 'unknown';

/** Who is signed in, by their cookies. */
export interface Sessions {
  /** Asks memory alone: costs no query, and for a made-up cookie a checksum. */
  standing(cookieHeader: string | undefined): Standing;
  /** Who it is; asks the database once a session, and again after it or its user changed. From then on `standing` knows. */
  find(cookieHeader: string | undefined): Promise<SignedIn | undefined>;
  /**
   * `Set-Cookie` headers for who signs in: the session's, which no script can read, and their name, which scripts show on pages that are kept for everybody.
   */
  cookies(session: Session, displayName: string): string[];
  /** `Set-Cookie` headers for who signs out. */
  readonly noCookies: readonly string[];
}

/** What the database said of a session; `signedIn` is undefined for one that has ended. */
interface KnownSession {
  readonly userId: number;
  readonly signedIn: SignedIn | undefined;
}

/** Sessions kept in memory, each with its actor: some 2 KB. */
const kept = 5000;
const nameCookie = 'broadsheet_name';

/**
 * Reads sessions of cookies that `signer` signed. `siteUrl` names the cookie, as WordPress does, so that rules made for WordPress know it, and sites on one
 * host keep theirs apart.
 */
export function createSessions(database: Pick<Database, 'read' | 'bus'>, signer: Signer, siteUrl: string): Sessions {
  const cookieName = `wordpress_logged_in_${createHash('md5').update(siteUrl).digest('hex')}`;
  const mark = `${cookieName}=`;
  const knownById = new LruCache<string, KnownSession>(kept);
  let epoch = 0;
  database.bus.listen((emissions) => {
    for (const { tag } of emissions) {
      if (tag.startsWith('session:')) knownById.delete(tag.slice('session:'.length));
      else if (tag.startsWith('user:')) knownById.deleteWhere(({ userId }) => tag === `user:${userId}`);
      else if (tag === 'roles' || tag === '*') knownById.clear();
      else continue;
      epoch++;
    }
  });
  const sessionOf = (cookieHeader: string | undefined): Session | undefined => {
    const text = cookieNamed(cookieHeader, cookieName);
    return text === undefined ? undefined : readSession(signer, text);
  };
  const find = async (session: Session): Promise<SignedIn | undefined> => {
    const id = sessionId(session.token);
    const known = knownById.get(id);
    if (known) return known.signedIn;
    const began = epoch;
    const [isLive, actor] = await Promise.all([isLiveSession(database.read, session), findActor(database.read, session.userId)]);
    const signedIn = isLive && actor ? { actor, session } : undefined;
    if (began === epoch) knownById.set(id, { userId: session.userId, signedIn });
    return signedIn;
  };
  const attributes = `Path=/; SameSite=Lax${siteUrl.startsWith('https:') ? '; Secure' : ''}`;
  return {
    standing: (cookieHeader) => {
      const session = sessionOf(cookieHeader);
      if (!session) return 'nobody';
      const known = knownById.get(sessionId(session.token));
      if (!known) return 'unknown';
      if (!known.signedIn) return 'nobody';
      return mayEditSomething(known.signedIn.actor) ? 'editor' : 'reader';
    },
    find: async (cookieHeader) => {
      const session = sessionOf(cookieHeader);
      return session && find(session);
    },
    cookies: (session, displayName) => {
      const lasts = `${attributes}; Expires=${new Date(session.expiresAt).toUTCString()}`;
      return [
        `${mark}${writeSession(signer, session)}; ${lasts}; HttpOnly`,
        `${nameCookie}=${encodeURIComponent(displayName.toWellFormed().slice(0, 250))}; ${lasts}`,
      ];
    },
    noCookies: [`${mark}; ${attributes}; Max-Age=0; HttpOnly`, `${nameCookie}=; ${attributes}; Max-Age=0`],
  };
}
