import type { Account } from '../policy.ts';
import { mayChangeOthers } from '../policy.ts';
import type { Role } from '../role.ts';
import { capabilitiesOf, findActor, listRoles } from '../roles.ts';
import type { User } from '../../../kernel/actor.ts';
import type { RestRequest } from '../../../kernel/http/rest/rest-request.ts';
import { capturedId } from '../../../kernel/http/rest/rest-route.ts';

/** The account that a path names, as permissions ask for it; it need not be there. */
export async function findAccount(
  request: RestRequest,
  captured: Readonly<Record<string, string>>,
): Promise<Account> {
  const id = capturedId(captured);
  const isAsked = mayChangeOthers(request.actor) && request.actor?.id !== id;
  return { id, owner: isAsked ? await findActor(request.site.content.database.read, id) : undefined };
}

/** The same of accounts that are at hand, in their order; at most one query. `known`: all roles of the site, where they are at hand as well. */
export async function accountsOf(
  request: RestRequest,
  users: readonly User[],
  known?: readonly Role[],
): Promise<Account[]> {
  const roles = mayChangeOthers(request.actor)
    ? (known ?? (await listRoles(request.site.content.database.read)))
    : undefined;
  return users.map((user) => ({
    id: user.id,
    owner: roles && { capabilities: capabilitiesOf(user, roles) },
  }));
}
