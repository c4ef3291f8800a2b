import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import { ForbiddenError, InvalidInputError, StaleError, UnauthorizedError } from '../lib/errors.ts';
import { shortened } from '../lib/cut-text.ts';
import { defineEvent } from './events.ts';
import type { Tx } from './db/open-database.ts';
import type { Refusal, Actor } from './permission.ts';

/** Shared steps of commands (ARCHITECTURE.md, "An editor saves"). */

type UserChange = Pick<Activity, 'verb' | 'kind' | 'itemId' | 'summary' | 'details'> & {
  readonly actor: Actor;
};

/** Emitted by each command that changed something for a user, by the command line, and once by each import. */
export const changeMade = defineEvent<UserChange>('change.made');

export async function noteChange(tx: Tx, actor: Actor, change: Omit<UserChange, 'actor'>): Promise<void> {
  await tx.followers.notify(tx, changeMade, { actor, ...change });
}

/** Throws `UnauthorizedError` without an actor and `ForbiddenError` if the actor is not allowed; both name the missing capability. */
export function authorise(
  actor: Actor | undefined,
  isAllowed: boolean,
  { message, code, capability }: Omit<Refusal, 'code'> & Partial<Pick<Refusal, 'code'>>,
): asserts actor is Actor {
  if (!actor) throw new UnauthorizedError(message, code, capability);
  if (!isAllowed) throw new ForbiddenError(message, code, capability);
}

/**
 * Validates a command's input; `what` names its subject in messages (`the category`). Throws `InvalidInputError` with a
 * message for each invalid field.
 */
export function readInput<Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
  what: string,
): z.output<Schema> {
  const parsed = schema.safeParse(input, { reportInput: true });
  if (parsed.success) return parsed.data;
  const fields: Record<string, string> = {};
  for (const issue of parsed.error.issues) {
    if (issue.code === 'unrecognized_keys')
      for (const key of issue.keys.slice(0, maxNamed))
        fields[key] ??= `Unknown field "${short(key)}" of ${what}.`;
    else fields[issue.path.join('.')] ??= `${nameOf(issue.path, what)} ${faultOf(issue)}.`;
  }
  throw new InvalidInputError(
    Object.values(fields).slice(0, maxNamed).join(' '),
    'rest_invalid_param',
    fields,
  );
}

const maxNamed = 10;
const maxShownLength = 80;

function short(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value));
  return shortened(text, maxShownLength);
}

function nameOf(path: readonly PropertyKey[], what: string): string {
  return path.length === 0
    ? what.charAt(0).toUpperCase() + what.slice(1)
    : `The field "${path.join('.')}" of ${what}`;
}

function faultOf(issue: z.core.$ZodIssue): string {
  const { input } = issue;
  switch (issue.code) {
    case 'too_big':
      return typeof input === 'string'
        ? `can have at most ${issue.maximum} characters, but has ${input.length}`
        : Array.isArray(input)
          ? `can have at most ${issue.maximum} entries, but has ${input.length}`
          : `must be at most ${issue.maximum}, not ${short(input)}`;
    case 'too_small':
      return typeof input === 'string'
        ? "can't be empty"
        : Array.isArray(input)
          ? `needs at least ${issue.minimum} entries`
          : `must be at least ${issue.minimum}, not ${short(input)}`;
    case 'invalid_type':
      return input === undefined
        ? `is missing; expected ${expectedOf(issue.expected)}`
        : `can't be ${short(input)}; expected ${expectedOf(issue.expected)}`;
    case 'invalid_value':
      return `can't be "${short(input)}"; use one of ${issue.values.join(', ')}`;
    default:
      return `can't be "${short(input)}": ${issue.message}`;
  }
}

function expectedOf(type: string): string {
  return type === 'string'
    ? 'text'
    : type === 'int'
      ? 'a whole number'
      : type === 'boolean'
        ? 'true or false'
        : type;
}

/**
 * The revision or value that a change is based on. A function gets the stored one once it is locked: callers without a
 * revision accept it as it is then, so that concurrent changes both apply.
 */
export type From<Value = number> = Value | ((stored: Value) => Value);

export const asItStands = <Value>(stored: Value): Value => stored;

/**
 * Throws `StaleError` with both sides if `theirs`, the stored item, has another revision than `began`, on which `mine`
 * is based, and `InvalidInputError` if no revision is given.
 */
export function refuseStale(
  what: string,
  { mine, theirs }: { readonly mine: unknown; readonly theirs: { readonly revision: number } },
  began: From,
): void {
  const from = typeof began === 'function' ? began(theirs.revision) : began;
  if (!Number.isSafeInteger(from)) {
    throw new InvalidInputError(
      `Specify the revision of ${what} on which the change is based; the current one is ${theirs.revision}.`,
      'revision_missing',
    );
  }
  if (theirs.revision !== from) {
    throw new StaleError(
      `${what.charAt(0).toUpperCase()}${what.slice(1)} was saved by someone else in the meantime (revision ${theirs.revision}, ` +
        `yours is based on ${from}). Nothing was saved.`,
      { mine, theirs },
    );
  }
}

/**
 * Like `refuseStale` for values without a revision: `began` is the value that the user saw. Throws `StaleError` with
 * both sides, and `InvalidInputError` if none is given.
 */
export function refuseUnseen<Value>(
  what: string,
  { mine, theirs }: { readonly mine: unknown; readonly theirs: Value },
  began: From<Value>,
): void {
  const from = typeof began === 'function' ? (began as (stored: Value) => Value)(theirs) : began; // stored values are never functions
  if (from === undefined || from === null)
    throw new InvalidInputError(
      `Send the version of ${what} that your change is based on.`,
      'revision_missing',
    );
  if (!isDeepStrictEqual(from, theirs))
    throw new StaleError(`Someone else changed ${what} in the meantime. Nothing was saved.`, {
      mine,
      theirs,
    });
}

/** Returns the changes that differ from the stored values, so that unchanged fields are not logged. `null` means nothing is stored. */
export function changedFields<Changes extends object>(changes: Changes, current: object): Partial<Changes> {
  const stored = new Map(Object.entries(current));
  return Object.fromEntries(
    Object.entries(changes).filter(
      ([name, value]) => value !== undefined && !isDeepStrictEqual(value, stored.get(name) ?? null),
    ),
  ) as Partial<Changes>;
}

export const changeVerbs = ['create', 'update', 'trash', 'restore', 'delete', 'import'] as const;
export type ChangeVerb = (typeof changeVerbs)[number];
export const activityVerbs = [...changeVerbs, 'login', 'logout', 'login-failed'] as const;
export type ActivityVerb = (typeof activityVerbs)[number];

/** Posts of every type, attachments included, are `post`. */
export const activityKinds = [
  'post',
  'term',
  'menu',
  'user',
  'setting',
  'template',
  'redirect',
  'front',
  'comment',
  'job',
  'site',
] as const;
export type ActivityKind = (typeof activityKinds)[number];

export const activitySources = ['site', 'cli', 'import'] as const;
export type ActivitySource = (typeof activitySources)[number];

export interface Activity {
  readonly id: number;
  /** Milliseconds. */
  readonly at: number;
  readonly from: ActivitySource;
  /** 0 for the command line and imports. */
  readonly userId: number;
  /** Public name at that time: the account may be gone. */
  readonly userName: string;
  readonly verb: ActivityVerb;
  readonly kind: ActivityKind;
  /** 0 if the kind has no ids. */
  readonly itemId: number;
  /** Short description of the change: names and fields, never texts or secrets. */
  readonly summary: string;
  /** Values by field before and after a change that can be undone. Never secrets. */
  readonly details?: ChangedValues;
}

export type ChangedValues = Readonly<Record<string, { readonly before: unknown; readonly after: unknown }>>;
