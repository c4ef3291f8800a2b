import { afterAll, beforeAll, beforeEach } from 'vitest';
import { updateUser } from '../../src/modules/users/writer.ts';
import { hashPassword } from '../../src/lib/credentials.ts';
import type { TestDatabase } from './databases.ts';
import { makeUser } from './factories.ts';
import { startMailServer } from './mail-server.ts';
import type { MailServer } from './mail-server.ts';
import { rawRequest, serveSite } from './served-site.ts';
import type { RawReply, ServedSite } from './served-site.ts';

export const password = 'correct horse 1';

export const cookiesOf = ({ headers }: RawReply) =>
  [headers['set-cookie'] ?? []]
    .flat()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
/** The notice above the form of an account page. */
export const noticeIn = ({ body }: Pick<RawReply, 'body'>) =>
  /<p class="account-notice[^>]*>([^<]*)</.exec(body)?.[1] ?? '';
export const hiddenIn = (body: string, name: string) =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(body)?.[1] ?? '';
export const codesIn = (body: string) =>
  [...body.matchAll(/<li><code>([^<]+)<\/code>/g)].map(([, code = '']) => code);
export const isSignedIn = (reply: RawReply) => cookiesOf(reply).includes('wordpress_logged_in_');

/** A site with a mail server. Its clock advances by a day before each test, so that rate limits are reset. */
export function useAccountSite(
  place: () => Pick<TestDatabase, 'dataDir' | 'databaseUrl'>,
  config: { readonly siteUrl?: string } = {},
) {
  let site: ServedSite;
  let mail: MailServer;
  let hash: Awaited<ReturnType<typeof hashPassword>>;
  let now = Date.UTC(2026, 10, 22);
  let people = 0;
  beforeAll(async () => {
    mail = await startMailServer();
    site = await serveSite(place(), { smtpUrl: mail.url, ...config }, { now: () => now });
    hash = await hashPassword(password);
  });
  beforeEach(() => {
    now += 24 * 3_600_000;
    mail.mails.length = 0;
  });
  afterAll(async () => {
    await site.close();
    await mail.close();
  });
  const get = (path: string, cookie = '') =>
    rawRequest(site.url, path, cookie === '' ? {} : { headers: { cookie } });
  const sendTo = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
    rawRequest(site.url, path, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body: new URLSearchParams(fields).toString(),
    });
  const logIn = (log: string, more: Record<string, string> = {}, headers: Record<string, string> = {}) =>
    sendTo('/wp-login.php?action=login', { log, pwd: password, ...more }, headers);
  return {
    get site() {
      return site;
    },
    get mail() {
      return mail;
    },
    /** Advances the clock by milliseconds. */
    pass: (ms: number) => void (now += ms),
    get,
    sendTo,
    logIn,
    isIn: async (cookie: string) => (await get('/wp-admin/profile.php', cookie)).status === 200,
    /** A new user who is logged in. */
    async createPerson(
      roles: readonly string[] = ['author'],
    ): Promise<{ readonly id: number; readonly login: string; readonly cookie: string }> {
      const login = `person${people++}`;
      const id = await site.database.write(async (tx) => {
        const made = await makeUser(tx, { login, email: `${login}@mail.example`, roles });
        await updateUser(tx, made, { password: hash });
        return made;
      });
      return { id, login, cookie: cookiesOf(await logIn(login)) };
    },
  };
}
