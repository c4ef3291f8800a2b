import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import {
  BroadsheetError,
  ConflictError,
  ForbiddenError,
  InvalidInputError,
  messageOf,
} from '../../lib/errors.ts';
import { fetchOutside } from '../../lib/fetch-outside.ts';
import { canReach, normalizeEmail } from '../../lib/normalize-email.ts';
import { startOf } from '../../lib/cut-text.ts';
import type { Tx } from '../../kernel/db/open-database.ts';
import { noteChange } from '../../kernel/command.ts';
import { readerText } from '../settings/index.ts';
import type { Settings } from '../settings/index.ts';
import {
  findUserByMeta,
  findUserByName,
  findUserToChange,
  findActor,
  insertUser as createUser,
  writeUserMeta,
} from '../users/index.ts';
import type { Accounts } from './accounts.ts';
import { registrationRoles } from './registration.ts';
import { admit } from './sign-in.ts';
import type { SignIn, HalfWay, Welcome } from './sign-in.ts';

/** API version of the social network (specification, section 9). */
export const socialVersion = 'v13.0';
const metaKey = 'social_login_id';
const patienceMs = 6000;
const maxTokenLength = 2000;

const inspected = z.object({
  data: z.object({ app_id: z.string(), is_valid: z.boolean(), user_id: z.string().min(1).max(100) }),
});
const person = z.object({
  id: z.string(),
  name: z.string().max(1000).default(''),
  email: z.string().max(1000).default(''),
});

export function isSocialLoginSet({
  social_login: isOn,
  social_login_app_id: id,
  social_login_app_secret: secret,
}: Settings): boolean {
  return isOn && id !== '' && secret !== '';
}

/**
 * Logs in with a social network's token. New users get an account if registration is open; an account with their email
 * isn't linked. Replaces the password, not the second step. Throws in the site's wording; `SocialNetworkError`.
 */
export async function socialSignIn(
  { content, guard }: Accounts,
  { token, caller, place }: Pick<SignIn, 'caller' | 'place'> & { readonly token: string },
): Promise<Welcome | HalfWay> {
  const { database } = content;
  const settings = await content.settings.current();
  const refused = () =>
    new InvalidInputError(readerText(settings, 'account_social_refused'), 'account_social_refused');
  if (!isSocialLoginSet(settings)) throw refused();
  const forgive = guard.attempt({ caller, account: undefined, known: undefined });
  if (token === '' || token.length > maxTokenLength) throw refused();
  const who = await personOf(settings, token, refused);
  forgive();
  return database.write(async (tx) => {
    // Of two concurrent first log-ins, one creates the account and the other finds it.
    await tx.dialect.lockName(`social login ${who.id}`)?.execute(tx.db);
    const known = await findUserByMeta(tx.db, metaKey, who.id);
    const user = known ? await findUserToChange(tx, known.id) : await makeUser(tx, settings, who);
    if (!user) throw refused();
    return admit(tx, settings, user, { place });
  });
}

async function personOf(
  settings: Settings,
  token: string,
  refused: () => Error,
): Promise<z.output<typeof person>> {
  const { social_login_app_id: app, social_login_app_secret: secret } = settings;
  const about = await fetchGraph(settings, 'debug_token', {
    input_token: token,
    access_token: `${app}|${secret}`,
  });
  const inspection = inspected.safeParse(about);
  // Rejects tokens issued for another site.
  if (!inspection.success || !inspection.data.data.is_valid || inspection.data.data.app_id !== app)
    throw refused();
  const me = person.safeParse(
    await fetchGraph(settings, `${socialVersion}/me`, { fields: 'id,name,email', access_token: token }),
  );
  if (!me.success || me.data.id !== inspection.data.data.user_id) throw refused();
  return me.data;
}

/** The network is unreachable or replied unexpectedly; the cause is for administrators. 424, since the fault isn't ours. */
export class SocialNetworkError extends BroadsheetError {
  constructor(message: string, reason: string) {
    super(424, 'account_social_away', message, { cause: new Error(reason) });
  }
}

async function fetchGraph(
  settings: Settings,
  path: string,
  query: Readonly<Record<string, string>>,
): Promise<unknown> {
  const url = `${settings.social_login_graph_url.replace(/\/$/, '')}/${path}?${new URLSearchParams(query)}`;
  try {
    const { status, body } = await fetchOutside(url, {
      timeoutMs: patienceMs,
      isNamedByAdmin: true,
      headers: { accept: 'application/json' },
    });
    if (status >= 500) throw new Error(`It answers with status ${status}.`);
    return JSON.parse(body.toString());
  } catch (error) {
    const reason = messageOf(error)
      .replaceAll(/(access|input)_token=[^&\s]*/g, '$1_token=…')
      .slice(0, 200);
    throw new SocialNetworkError(readerText(settings, 'account_social_away'), reason);
  }
}

/** Without a password, which the user can choose by mail. */
async function makeUser(tx: Tx, settings: Settings, { id, name, email }: z.output<typeof person>) {
  if (!settings.users_can_register)
    throw new ForbiddenError(readerText(settings, 'account_register_closed'), 'account_register_closed');
  const normal = normalizeEmail(email);
  const address = canReach(normal) ? normal : '';
  if (address !== '' && (await findUserByName(tx.db, address)))
    throw new ConflictError(readerText(settings, 'account_email_taken'), 'account_email_taken');
  const login = `social-${randomBytes(9).toString('hex')}`;
  const [displayName, nameless] = [
    startOf(name.replace(/[<>\s]+/g, ' ').trim(), 250),
    readerText(settings, 'account_nameless'),
  ];
  const made = await createUser(tx, {
    login,
    email: address,
    displayName,
    nameless,
    roles: await registrationRoles(tx, settings),
  });
  await writeUserMeta(tx, made, { [metaKey]: [id] });
  const actor = await findActor(tx.db, made);
  if (!actor) throw new Error(`User ${made} is gone`);
  await noteChange(tx, actor, {
    verb: 'create',
    kind: 'user',
    itemId: made,
    summary: `"${actor.displayName}" registered with a social network`,
  });
  return actor;
}
