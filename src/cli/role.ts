import { operator } from '../modules/users/role.ts';
import { listRoles } from '../modules/users/roles.ts';
import { createRole, updateRole, deleteRole, roleToChange } from '../modules/users/role-commands.ts';
import type { Role } from '../modules/users/role.ts';
import type { Database } from '../kernel/db/open-database.ts';
import { InvalidInputError, NotFoundError } from '../lib/errors.ts';
import { harmless } from '../lib/visible-name.ts';
import { readWords, UsageError } from './command.ts';
import type { Command } from './command.ts';
import { answersInLines } from './with-database.ts';

export const roleCommand: Command = {
  usage: [
    'Usage: npm run broadsheet -- role list',
    '       npm run broadsheet -- role create ROLE LABEL [--like ROLE] [--allow CAPABILITY,…] [--deny CAPABILITY,…]',
    '       npm run broadsheet -- role change ROLE [--label LABEL] [--allow CAPABILITY,…] [--deny CAPABILITY,…]',
    '       npm run broadsheet -- role delete ROLE [--reassign ROLE]',
    '',
    '  ROLE        role name, as in `user role`: lowercase letters, digits, "_" and "-"',
    '  LABEL       display name of the role',
    '  CAPABILITY  WordPress capability (edit_posts, publish_posts …); role list shows those of each role',
    '  --like      copy the capabilities of another role; by default a new role has only those given with --allow',
    '  --allow     capabilities to add',
    '  --deny      capabilities to remove',
    '  --reassign  new role for the users of the deleted role',
    '',
    "The administrator role can't be changed. The server may be running: changes apply immediately.",
  ].join('\n'),
  run: answersInLines(readArguments, runRole),
};

interface Change {
  readonly name: string;
  readonly allow: readonly string[];
  readonly deny: readonly string[];
}

export type RoleRequest =
  | { readonly action: 'list' }
  | (Change & { readonly action: 'create'; readonly label: string; readonly like?: string | undefined })
  | (Change & { readonly action: 'change'; readonly label?: string | undefined })
  | { readonly action: 'delete'; readonly name: string; readonly reassign?: string | undefined };

const optionsOf = {
  list: [],
  create: ['like', 'allow', 'deny'],
  change: ['label', 'allow', 'deny'],
  delete: ['reassign'],
} as const satisfies Readonly<Record<RoleRequest['action'], readonly string[]>>;
const actions = Object.keys(optionsOf) as RoleRequest['action'][];

const namesIn = (lists: readonly string[] = []) =>
  lists.flatMap((list) => list.split(/[\s,]+/)).filter((name) => name !== '');

/** Parses the arguments of `role`; throws `UsageError`. */
export function readArguments(args: readonly string[]): RoleRequest {
  const {
    values,
    positionals: [word, name, ...more],
  } = readWords(args, {
    label: { type: 'string' },
    like: { type: 'string' },
    reassign: { type: 'string' },
    allow: { type: 'string', multiple: true },
    deny: { type: 'string', multiple: true },
  });
  const action = actions.find((one) => one === word);
  if (!action)
    throw new UsageError(
      word === undefined
        ? `Missing action: ${actions.join(', ')}.`
        : `Unknown action "${word}" for role. Use ${actions.join(', ')}.`,
    );
  const allowed: readonly string[] = optionsOf[action];
  const misplaced = Object.keys(values).find((option) => !allowed.includes(option));
  if (misplaced !== undefined) throw new UsageError(`--${misplaced} does not work with role ${action}.`);
  if (action === 'list') {
    if (name !== undefined) throw new UsageError(`role list takes no argument, but got "${name}".`);
    return { action };
  }
  if (name === undefined) throw new UsageError(`role ${action} needs the name of a role.`);
  const [allow, deny] = [namesIn(values.allow), namesIn(values.deny)];
  const both = allow.find((one) => deny.includes(one));
  if (both !== undefined) throw new UsageError(`${both} is both allowed and denied.`);
  if (action === 'create') {
    const [label, ...others] = more;
    if (label === undefined || others.length > 0)
      throw new UsageError('role create needs a name and a label. Put quotes around a label with spaces.');
    return { action, name, label, like: values.like, allow, deny };
  }
  if (more.length > 0)
    throw new UsageError(`role ${action} takes one role, but got "${[name, ...more].join(' ')}".`);
  if (action === 'delete') return { action, name, reassign: values.reassign };
  if (values.label === undefined && allow.length === 0 && deny.length === 0)
    throw new UsageError('Specify what to change: --label, --allow or --deny.');
  return { action, name, label: values.label, allow, deny };
}

/** Returns the lines to print. Throws `NotFoundError` for an unknown role and the commands' errors; nothing is changed then. */
export async function runRole(database: Database, request: RoleRequest): Promise<Iterable<string>> {
  const roles = await listRoles(database.read);
  if (request.action === 'list')
    return roles.map(
      ({ name, label, capabilities }) => `${name}  ${harmless(label)}  ${capabilities.join(', ') || 'none'}`,
    );
  if (request.action === 'create') {
    const { name, label, like } = request;
    const capabilities = changed(like === undefined ? [] : existing(roles, like).capabilities, request);
    await database.write((tx) => createRole(tx, operator(), { name, label, capabilities }));
    return [`Role "${name}" created. Capabilities: ${capabilities.join(', ') || 'none'}.`];
  }
  const role = existing(roles, request.name);
  if (request.action === 'change') {
    const capabilities = await database.write(async (tx) => {
      const { role: stored } = await roleToChange(tx, operator(), role.name);
      const updated = changed(stored.capabilities, request);
      const sent = request.allow.length + request.deny.length > 0 ? { capabilities: updated } : {};
      await updateRole(
        tx,
        operator(),
        { name: role.name, ...(request.label === undefined ? {} : { label: request.label }), ...sent },
        stored,
      );
      return updated;
    });
    return [`Role "${role.name}" updated. Capabilities: ${capabilities.join(', ') || 'none'}.`];
  }
  const heir = request.reassign === undefined ? {} : { reassignTo: existing(roles, request.reassign).name };
  await database.write(async (tx) => {
    await deleteRole(
      tx,
      operator(),
      { name: role.name, ...heir },
      (await roleToChange(tx, operator(), role.name)).role,
    );
  });
  return [
    `Role "${role.name}" deleted${request.reassign === undefined ? '' : `; its users now have the role "${harmless(request.reassign)}"`}.`,
  ];
}

function changed(now: readonly string[], { allow, deny }: Pick<Change, 'allow' | 'deny'>): string[] {
  const unknown = deny.find((name) => !now.includes(name));
  // A mistyped capability would otherwise leave the role with the one to be removed.
  if (unknown !== undefined)
    throw new InvalidInputError(
      `The role does not have "${harmless(unknown)}". Its capabilities: ${now.join(', ') || 'none'}.`,
    );
  return [...new Set([...now, ...allow])].filter((name) => !deny.includes(name)).toSorted();
}

function existing(roles: readonly Role[], name: string): Role {
  const role = roles.find((one) => one.name === name);
  if (!role)
    throw new NotFoundError(
      `Role "${harmless(name)}" not found. Roles: ${roles.map((one) => one.name).join(', ')}.`,
      'rest_role_invalid',
    );
  return role;
}
