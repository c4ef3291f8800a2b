import type { Account } from '../../../content/users/policy.ts';
import { can } from '../../../content/users/policy.ts';
import type { Role } from '../../../content/users/role.ts';
import { capabilitiesOf, findActor, listRoles } from '../../../content/users/roles.ts';
import type { User } from '../../../content/users/user.ts';
import type { RestRequest } from './rest-request.ts';
import { capturedId } from './rest-route.ts';

/** Whether what the asker may do with accounts of others hangs on what those may: who can neither change nor delete any may do nothing with them. */
const mayChangeOthers = ({ actor }: Pick<RestRequest, 'actor'>) => can(actor, 'edit_users') || can(actor, 'delete_users');

/** The account that a path names, as permissions ask for it; it need not be there. */
export async function findAccount(request: RestRequest, captured: Readonly<Record<string, string>>): Promise<Account> {
  const id = capturedId(captured);
  const isAsked = mayChangeOthers(request) && request.actor?.id !== id;
  return { id, owner: isAsked ? await findActor(request.site.content.database.read, id) : undefined };
}

/** The same of accounts that are at hand, in their order; at most one query. `known`: all roles of the site, where they are at hand as well. */
export async function accountsOf(request: RestRequest, users: readonly User[], known?: readonly Role[]): Promise<Account[]> {
  const roles = mayChangeOthers(request) ? known ?? (await listRoles(request.site.content.database.read)) : undefined;
  return users.map((user) => ({ id: user.id, owner: roles && { capabilities: capabilitiesOf(user, roles) } }));
}
