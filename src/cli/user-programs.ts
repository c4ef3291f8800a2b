import {
  listApplicationPasswords,
  takesApplicationPasswords,
} from '../modules/users/application-password.ts';
import {
  createApplicationPassword,
  revokeApplicationPasswords,
} from '../modules/users/application-password-commands.ts';
import { operator } from '../modules/users/role.ts';
import type { User } from '../kernel/permission.ts';
import type { Database } from '../kernel/db/open-database.ts';
import { harmless } from '../lib/visible-name.ts';
import { NotFoundError } from '../lib/errors.ts';
import { minute } from './terminal.ts';
import type { ProgramRequest } from './user-arguments.ts';

/** Creates, lists and revokes application passwords; yields lines to print. Throws `NotFoundError` for an unknown one. */
export async function* runPrograms(
  database: Database,
  { id: userId, login }: User,
  request: ProgramRequest,
  siteUrl: string,
): AsyncIterable<string> {
  const who = `"${harmless(login)}"`;
  if (request.does === 'create') {
    const { id, password } = await database.write((tx) =>
      createApplicationPassword(tx, operator(), { userId, name: request.name }),
    );
    yield `Application password ${id}: ${password}`;
    yield `It is shown only once and is not stored in plain text. Applications send it with the username ${who} and have the capabilities of ${who} in the REST API.`;
    if (!takesApplicationPasswords(siteUrl))
      yield `Application passwords are disabled at ${siteUrl}, because connections are not encrypted. The site needs HTTPS.`;
    return;
  }
  if (request.does === 'list') {
    const all = await listApplicationPasswords(database.read, userId);
    yield* all.map(
      ({ id, name, createdAt, usedAt, usedIp }) =>
        `${id}  since ${minute(createdAt)}  ${usedAt === 0 ? 'never used' : `last used ${minute(usedAt)} from ${usedIp || '-'}`}  ${harmless(name)}`,
    );
    yield all.length === 0 ? `${who} has no application passwords.` : `${all.length} of ${who}.`;
    return;
  }
  const which = request.does === 'revoke' ? { id: request.id } : {};
  const count = await database
    .write((tx) => revokeApplicationPasswords(tx, operator(), { userId, ...which }))
    .catch((error: unknown) => {
      if (!(error instanceof NotFoundError) || request.does !== 'revoke') throw error;
      throw new NotFoundError(
        `${who} has no application password "${harmless(request.id)}". Use user application-password list to see the IDs.`,
      );
    });
  yield count === 1 ? '1 application password revoked.' : `${count} application passwords revoked.`;
}
