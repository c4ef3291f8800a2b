import { readWords, UsageError } from './command.ts';

/** A parsed command. `user` is a login name, email address or id. */
export type UserRequest =
  | { readonly action: 'list'; readonly role?: string | undefined; readonly withoutPassword: boolean }
  | {
      readonly action: 'create';
      readonly login: string;
      readonly email: string;
      readonly role: string;
      readonly name?: string | undefined;
      readonly invite: boolean;
      readonly fromStdin: boolean;
    }
  | { readonly action: 'role'; readonly user: string; readonly roles: readonly string[] }
  | {
      readonly action: 'password';
      readonly user: string;
      readonly link: boolean;
      readonly fromStdin: boolean;
    }
  | { readonly action: 'invite'; readonly user: string }
  | { readonly action: 'invite-all'; readonly role?: string | undefined }
  | { readonly action: 'sessions'; readonly user: string; readonly endAll: boolean }
  | { readonly action: 'second-factor'; readonly user: string; readonly off: boolean }
  | ProgramRequest
  | { readonly action: 'pending'; readonly does: 'list' }
  | { readonly action: 'pending'; readonly does: 'copy' | 'drop'; readonly id: string }
  | { readonly action: 'profile'; readonly user: string; readonly changes: ProfileChanges }
  | { readonly action: 'export'; readonly user: string }
  | { readonly action: 'delete' | 'erase'; readonly user: string; readonly reassign?: string | undefined };

/** An action on a user's application passwords; `id` as shown by `list`. */
export type ProgramRequest = { readonly action: 'application-password'; readonly user: string } & (
  | { readonly does: 'list' | 'revoke-all' }
  | { readonly does: 'create'; readonly name: string }
  | { readonly does: 'revoke'; readonly id: string }
);

/** Changes to a profile; an empty text clears a field. */
export interface ProfileChanges {
  readonly displayName?: string | undefined;
  readonly url?: string | undefined;
  readonly bio?: string | undefined;
  readonly links?: readonly string[] | undefined;
  readonly portrait?: string | undefined;
}

const optionsOf = {
  list: ['role', 'without-password'],
  create: ['role', 'name', 'invite', 'stdin'],
  role: [],
  password: ['link', 'stdin'],
  invite: ['role', 'all-without-password'],
  sessions: ['end-all'],
  'second-factor': ['off'],
  delete: ['reassign'],
  profile: ['name', 'url', 'bio', 'links', 'portrait'],
  export: [],
  erase: ['reassign'],
  'application-password': ['all'],
  pending: ['link', 'drop'],
} as const satisfies Readonly<Record<string, readonly string[]>>;
type Action = keyof typeof optionsOf;
const actions = Object.keys(optionsOf) as Action[];

const readUserWords = (args: readonly string[]) =>
  readWords(args, {
    role: { type: 'string' },
    name: { type: 'string' },
    reassign: { type: 'string' },
    invite: { type: 'boolean' },
    stdin: { type: 'boolean' },
    link: { type: 'boolean' },
    'end-all': { type: 'boolean' },
    off: { type: 'boolean' },
    'without-password': { type: 'boolean' },
    'all-without-password': { type: 'boolean' },
    all: { type: 'boolean' },
    drop: { type: 'boolean' },
    url: { type: 'string' },
    bio: { type: 'string' },
    links: { type: 'string' },
    portrait: { type: 'string' },
  });

type Options = ReturnType<typeof readUserWords>['values'];

/** Parses the arguments of `user`; throws `UsageError`. */
export function readArguments(args: readonly string[]): UserRequest {
  const {
    values,
    positionals: [word, ...words],
  } = readUserWords(args);
  const action = actions.find((one) => one === word);
  if (!action)
    throw new UsageError(
      word === undefined
        ? `Missing action: ${actions.join(', ')}.`
        : `Unknown action "${word}" for user. Use ${actions.join(', ')}.`,
    );
  const allowed: readonly string[] = optionsOf[action];
  const misplaced = Object.keys(values).find((name) => !allowed.includes(name));
  if (misplaced !== undefined) throw new UsageError(`--${misplaced} does not work with user ${action}.`);
  const [user, ...more] = words;
  if (action === 'list') {
    if (user !== undefined)
      throw new UsageError(`user list takes no argument, but got "${words.join(' ')}".`);
    return { action, role: values.role, withoutPassword: values['without-password'] ?? false };
  }
  if (action === 'invite' && values['all-without-password']) {
    if (user !== undefined)
      throw new UsageError('user invite takes a user or --all-without-password, not both.');
    return { action: 'invite-all', role: values.role };
  }
  if (action === 'create') return createRequest(words, values);
  if (action === 'pending') return pendingRequest(words, values);
  if (action === 'application-password') return programRequest(words, values.all ?? false);
  if (user === undefined || user.trim() === '')
    throw new UsageError(`user ${action} needs a username, an email address or an ID.`);
  if (action === 'role') {
    if (more.length === 0) throw new UsageError('user role needs a user and at least one role.');
    return { action, user, roles: [...new Set(more)] };
  }
  if (more.length > 0) throw new UsageError(`user ${action} takes one user, but got "${words.join(' ')}".`);
  if (action === 'invite') {
    if (values.role !== undefined) throw new UsageError('--role works only with --all-without-password.');
    return { action, user };
  }
  if (action === 'sessions') return { action, user, endAll: values['end-all'] ?? false };
  if (action === 'second-factor') return { action, user, off: values.off ?? false };
  if (action === 'profile') return { action, user, changes: profileChanges(values) };
  if (action === 'export') return { action, user };
  if (action === 'delete' || action === 'erase') return { action, user, reassign: values.reassign };
  if (values.link && values.stdin)
    throw new UsageError("--link sets no password, so it can't be combined with --stdin.");
  return { action, user, link: values.link ?? false, fromStdin: values.stdin ?? false };
}

function createRequest([login, email, ...others]: readonly string[], values: Options): UserRequest {
  if (login === undefined || email === undefined || others.length > 0) {
    throw new UsageError(
      'user create needs a username and an email address. Put quotes around a name with spaces.',
    );
  }
  if (values.invite && values.stdin)
    throw new UsageError("--invite sets no password, so it can't be combined with --stdin.");
  return {
    action: 'create',
    login,
    email,
    role: values.role ?? 'subscriber',
    name: values.name,
    invite: values.invite ?? false,
    fromStdin: values.stdin ?? false,
  };
}

function pendingRequest([id, ...more]: readonly string[], values: Options): UserRequest {
  if (
    more.length > 0 ||
    (id === undefined) !== (!values.link && !values.drop) ||
    (values.link && values.drop)
  ) {
    throw new UsageError('user pending takes no argument, or an ID with --link or --drop.');
  }
  return id === undefined
    ? { action: 'pending', does: 'list' }
    : { action: 'pending', does: values.link ? 'copy' : 'drop', id };
}

function profileChanges({ name: displayName, url, bio, links, portrait }: Options): ProfileChanges {
  return {
    displayName,
    url,
    bio,
    portrait,
    links: links?.split(/[\s,]+/).filter((link) => link !== ''),
  };
}

const programVerbs = ['create', 'list', 'revoke'] as const;

function programRequest([word, user = '', ...more]: readonly string[], all: boolean): ProgramRequest {
  const action = 'application-password';
  const verb = programVerbs.find((one) => one === word);
  if (!verb)
    throw new UsageError(
      `user ${action} needs ${programVerbs.join(', ')}${word === undefined ? '' : `, not "${word}"`}.`,
    );
  if (user.trim() === '')
    throw new UsageError(`user ${action} ${verb} needs a username, an email address or an ID.`);
  if (all && verb !== 'revoke') throw new UsageError(`--all does not work with user ${action} ${verb}.`);
  const [argument = '', ...others] = more;
  const expectedCount = verb === 'list' || all ? 0 : 1;
  if (others.length > 0 || more.length !== expectedCount || (expectedCount === 1 && argument.trim() === '')) {
    const takes = {
      list: 'a user',
      create: 'a user and the name of the application; put quotes around a name with spaces',
      revoke: 'a user, and an ID or --all',
    };
    throw new UsageError(`user ${action} ${verb} takes ${takes[verb]}.`);
  }
  if (verb === 'create') return { action, user, does: verb, name: argument };
  if (verb === 'list') return { action, user, does: verb };
  return all ? { action, user, does: 'revoke-all' } : { action, user, does: 'revoke', id: argument };
}
