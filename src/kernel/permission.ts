import { ForbiddenError, UnauthorizedError } from '../lib/errors.ts';
import { reauthenticationCode } from '../lib/reauthentication.ts';

export interface Refusal {
  readonly code: string;
  readonly message: string;
  /** Minimum capability, in WordPress' names; undefined if no role grants the permission. */
  readonly capability: string | undefined;
}

/**
 * A permission for an action on a subject, with the error for other users; commands check it, and routes document it.
 * Visitors never have one, so they are not tested.
 */
export interface Permission<Subject> extends Refusal {
  /** The missing capability if it depends on the subject, such as `edit_others_posts` for another user's post; otherwise `capability`. */
  readonly lacking?: (actor: Actor, subject: Subject) => string | undefined;
  readonly test: (actor: Actor, subject: Subject) => boolean;
  readonly also?: Permission<Subject>;
  /** Also requires that the session's user entered their password or second factor in the last minutes (`Actor.cameBy`). */
  readonly isSensitive?: boolean;
}

/** Whether the actor may do sensitive things now. Programs never may, the command line always. */
export function isReauthenticated({ from, cameBy }: Actor, now = Date.now()): boolean {
  return from !== undefined || (cameBy?.kind === 'session' && (cameBy.provenUntil ?? 0) > now);
}

export function isAllowed<Subject>(
  may: Permission<Subject> | undefined,
  actor: Actor | undefined,
  subject: Subject,
): boolean {
  return (
    may === undefined ||
    (actor !== undefined && may.test(actor, subject) && isAllowed(may.also, actor, subject))
  );
}

/** Whether `demand` succeeds: unlike for the methods that an actor is offered, sensitive ones need a recent proof. */
export function isAllowedNow<Subject>(may: Permission<Subject>, actor: Actor, subject: Subject): boolean {
  return isAllowed(may, actor, subject) && (!may.isSensitive || isReauthenticated(actor));
}

export function demand<Subject>(
  may: Permission<Subject>,
  actor: Actor | undefined,
  subject: Subject,
): asserts actor is Actor {
  if (!actor) throw refusal(actor, may);
  if (!may.test(actor, subject))
    throw refusal(actor, may.lacking ? { ...may, capability: may.lacking(actor, subject) } : may);
  if (may.also) demand(may.also, actor, subject);
  if (may.isSensitive && !isReauthenticated(actor)) {
    throw new ForbiddenError(
      actor.cameBy?.kind === 'program'
        ? 'This requires a session: log in to the newsroom. Application passwords are not accepted.'
        : 'Enter your password or a code of your second factor again to continue.',
      reauthenticationCode,
    );
  }
}

/** The error of a missing permission: 401 for visitors, who could log in, 403 for others. Names the capability. */
export function refusal(
  actor: Actor | undefined,
  { message, code, capability }: Refusal,
): UnauthorizedError | ForbiddenError {
  return actor
    ? new ForbiddenError(message, code, capability)
    : new UnauthorizedError(message, code, capability);
}

/** Whether a user can do more than read: their pages are rendered for them alone, without ad code. */
export function mayEditSomething({ capabilities }: Pick<Actor, 'capabilities'>): boolean {
  return capabilities.size > (capabilities.has('read') ? 1 : 0);
}

/** A user account. The password hash never leaves the users' module. */
export interface User {
  readonly id: number;
  readonly login: string;
  readonly email: string;
  readonly slug: string;
  readonly displayName: string;
  readonly url: string;
  /** HTML as written. */
  readonly bio: string;
  readonly roles: readonly string[];
  /** Milliseconds. */
  readonly createdAt: number;
  /** Incremented by each change; detects stale saves. */
  readonly revision: number;
  /** Path of an uploaded portrait below the uploads folder (`modules/portraits/portraits.ts`); empty: none. */
  readonly portrait: string;
  /** Profile URLs elsewhere (`lib/profile-links.ts`), in the user's order. */
  readonly links: readonly string[];
}

export interface Actor extends User {
  readonly capabilities: ReadonlySet<string>;
  /** An operator on the machine itself, without an account. */
  readonly from?: 'cli' | 'import';
  /** The session (`sessionId`) or application password that authenticated the actor, which `checkActorAgain` checks again. */
  readonly cameBy?:
    | {
        readonly kind: 'session' | 'program';
        readonly id: string;
        /** Until when the session may do sensitive things, in milliseconds since 1970. */
        readonly provenUntil?: number;
      }
    | undefined;
}
