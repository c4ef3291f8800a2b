import { z } from 'zod';
import type { Tx } from '../../kernel/db/open-database.ts';
import { cleanWhereNeeded } from '../../lib/clean-html/clean-html.ts';
import { isLoginName } from '../../lib/account-rules.ts';
import { InvalidInputError } from '../../lib/errors.ts';
import { authorise, noteChange, readInput } from '../../kernel/command.ts';
import { demand } from '../../kernel/permission.ts';
import { createMembers, createUsers, mayAsMuchAs, mayWriteAnyHtml, missing } from './policy.ts';
import type { Actor } from '../../kernel/actor.ts';
import { namelessWord } from './nameless.ts';
import { findActor } from './roles.ts';
import { sentLogin, sentRoles, userFields } from './user-input.ts';
import * as writer from './writer.ts';

const schema = z.strictObject({
  login: sentLogin,
  ...z.object(userFields).partial().shape,
  email: userFields.email,
  roles: sentRoles.default(['subscriber']),
});

/**
 * Makes an account for somebody, a subscriber's unless they say more; returns its id. Throws `ConflictError` for a log-in name, address or slug that belongs to
 * somebody, `InvalidInputError` for a log-in name that could be taken for another, `ForbiddenError` for roles that may more than they.
 */
export async function createUser(
  tx: Tx,
  actor: Actor | undefined,
  input: z.input<typeof schema>,
): Promise<number> {
  const { bio, slug, ...fields } = readInput(schema, input, 'the user');
  const givesRoles = fields.roles.join() !== 'subscriber';
  demand(createUsers, actor, undefined);
  if (givesRoles) demand(createMembers, actor, undefined);
  if (!isLoginName(fields.login.trim())) {
    const expected =
      'letters a to z, digits, spaces or the characters _ . - @, with a letter or digit at each end';
    const message = `"${fields.login}" can't be a log-in name: expected ${expected}.`;
    throw new InvalidInputError(message, 'invalid_username', { login: message });
  }
  const { displayName, url, password, ...rest } = fields;
  const called = displayName ? { displayName } : { nameless: await namelessWord(tx.db, rest.roles) };
  const id = await writer.createUser(tx, {
    ...rest,
    ...called,
    ...(url ? { url } : {}),
    ...(password ? { password } : {}),
    ...(slug ? { slug } : {}),
    ...(bio ? { bio: mayWriteAnyHtml(actor) ? bio : (cleanWhereNeeded([bio])[0] ?? '') } : {}),
  });
  const made = await findActor(tx.db, id);
  authorise(actor, made !== undefined && mayAsMuchAs(actor, made), {
    ...createUsers,
    capability: missing(actor, made?.capabilities ?? [])[0],
  });
  await noteChange(tx, actor, {
    verb: 'create',
    kind: 'user',
    itemId: id,
    summary: `"${made?.displayName}" (${fields.roles.join(', ') || 'no role'})`,
  });
  return id;
}
