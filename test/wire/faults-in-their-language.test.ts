import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { saveSettings } from '../../src/modules/settings/store.ts';
import { writeCodeApp } from '../../src/modules/users/second-factor.ts';
import { updateUser } from '../../src/modules/users/writer.ts';
import { saidBy } from '../../src/languages/catalogues.ts';
import { readerTexts } from '../../src/languages/en.ts';
import { hashPassword } from '../../src/lib/credentials.ts';
import { decodeEntities } from '../../src/lib/plain-text.ts';
import { onDrawnDatabase } from '../harness/databases.ts';
import { makeComment, makePost, makeUser } from '../harness/factories.ts';
import { ajax, rawRequest, serveSite } from '../harness/served-site.ts';
import type { RawReply, ServedSite } from '../harness/served-site.ts';

type Fields = Readonly<Record<string, string>>;

const password = 'correct horse 1';
const plain = (html: string) =>
  decodeEntities(html.replaceAll(/<!--.*?-->/g, '').replaceAll(/<[^>]*>/g, ' '));
/** Error messages of a page. */
const noticeIn = ({ body }: RawReply) =>
  [
    /<p class="account-notice is-problem"[^>]*>([^<]*)/.exec(body)?.[1] ??
      [...body.matchAll(/<li class="comment-warning">([^<]*)/g)].map(([, text = '']) => text),
  ]
    .flat()
    .map(plain);
/** A language's strings as patterns, isolated or not. */
const patternOf = (text: string) =>
  new RegExp(
    `^${text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(/%(?:\d\\\$)?[sd]/g, '[^]*')}$`,
    'u',
  );
const patternsOf = (language: string) =>
  Object.values(saidBy(language).words)
    .flatMap((text) => text.split('|'))
    .filter((text) => text.length > 2)
    .map(patternOf);
/** Sentences that only English has. */
const english = Object.values(readerTexts)
  .flatMap((text) => text.split('|'))
  .filter((text) => / .* /.test(text) && !text.includes('%'));
const mainOf = (body: string) =>
  plain(/<main[^]*<\/main>/.exec(body)?.[0].replaceAll(/<(style|script)[^]*?<\/\1>/g, '') ?? body);

onDrawnDatabase('errors for members', (_get, place) => {
  let site: ServedSite;
  let at = Date.UTC(2026, 10, 22);
  let people = 0;
  let postId = 0;
  let comment = 0;
  let memberId = 0;
  let member = '';
  const set = (settings: Fields) => site.database.write((tx) => saveSettings(tx, settings));
  const newVisitor = () => ({ 'x-forwarded-for': `198.54.0.${people++}` });
  const send = (path: string, fields: Fields, headers: Record<string, string> = {}) =>
    rawRequest(site.url, path, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...newVisitor(), ...headers },
      body: new URLSearchParams(fields).toString(),
    });
  const login = (action: string, fields: Fields, headers?: Record<string, string>) =>
    send(`/wp-login.php?action=${action}`, fields, headers);
  const nonceOf = async (path: string, cookie: string) =>
    /name="_wpnonce" value="([^"]+)"/.exec(
      (await rawRequest(site.url, path, { headers: { cookie } })).body,
    )?.[1] ?? '';

  beforeAll(async () => {
    site = await serveSite(place(), { trustProxy: ['127.0.0.1'] }, { now: () => at });
    const hash = await hashPassword(password);
    await site.database.write(async (tx) => {
      memberId = await makeUser(tx, { login: 'member', email: 'member@mail.example', roles: ['subscriber'] });
      const careful = await makeUser(tx, {
        login: 'careful',
        email: 'careful@mail.example',
        roles: ['subscriber'],
      });
      for (const id of [memberId, careful]) await updateUser(tx, id, { password: hash });
      await writeCodeApp(tx, careful, { secret: 'x', step: 0 });
      postId = await makePost(tx, { slug: 'story', commentStatus: 'open' });
      comment = await makeComment(tx, { postId });
      await saveSettings(tx, { users_can_register: true });
    });
  });
  beforeEach(async () => {
    at += 24 * 3_600_000; // restores the allowance that earlier tests used
    member = (await site.signIn(memberId)).cookie;
  });
  afterAll(() => site.close());

  /** Refused forms, by reason. */
  const refusals = async (): Promise<readonly (readonly [string, RawReply])[]> => {
    const made = {
      user_login: 'novice',
      user_email: 'novice@mail.example',
      pass1: password,
      pass2: password,
    };
    const half = String(
      [(await login('login', { log: 'careful', pwd: password })).headers['set-cookie']]
        .flat()[0]
        ?.split(';')[0],
    );
    const [profile, factor] = ['/wp-admin/profile.php', '/wp-admin/second-factor.php'];
    const [nonce, nonceOfFactor] = [await nonceOf(profile, member), await nonceOf(factor, member)];
    const own = (fields: Fields) => send(profile, { _wpnonce: nonce, ...fields }, { cookie: member });
    const second = (fields: Fields) =>
      send(factor, { _wpnonce: nonceOfFactor, ...fields }, { cookie: member });
    const say = (fields: Fields, headers?: Record<string, string>) =>
      send(
        '/wp-comments-post.php',
        {
          comment_post_ID: String(postId),
          comment: `Words ${people}`,
          author: 'Ann',
          email: 'ann@mail.example',
          ...fields,
        },
        headers,
      );
    const about = { section: 'about', revision: '1', displayName: 'Member', url: '', bio: '', links: '' };
    const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
    const sent: Readonly<Record<string, () => Promise<RawReply>>> = {
      'no name': () => login('login', { log: '', pwd: 'x' }),
      'no password': () => login('login', { log: 'member', pwd: '' }),
      'wrong password': () => login('login', { log: 'member', pwd: 'x' }),
      'foreign log-in': () => login('login', { log: 'a', pwd: 'b' }, foreign),
      'register nothing': () => login('register', {}),
      'register a name': () => login('register', { ...made, user_login: '_' }),
      'register an address': () => login('register', { ...made, user_email: 'no' }),
      'short password': () => login('register', { ...made, pass1: 'a' }),
      'other password': () => login('register', { ...made, pass2: 'b' }),
      'taken name': () => login('register', { ...made, user_login: 'member' }),
      'taken address': () => login('register', { ...made, user_email: 'member@mail.example' }),
      trap: () => login('register', { ...made, user_url: 'x' }),
      'lost nothing': () => login('lostpassword', {}),
      'lost nobody': () => login('lostpassword', { user_login: 'nobody' }),
      'lost without mail': () => login('lostpassword', { user_login: 'member' }),
      'used link': () => login('rp', { pass1: password, pass2: password }),
      'confirmed link': () => login('confirm', { key: 'used' }),
      'no code': () => login('second-step', { code: '' }, { cookie: half }),
      'wrong code': () => login('second-step', { code: '1' }, { cookie: half }),
      'long name': () => own({ ...about, displayName: 'x'.repeat(300) }),
      'odd address': () => own({ ...about, url: 'javascript:1' }),
      'long biography': () => own({ ...about, bio: 'x'.repeat(20_001) }),
      'odd links': () => own({ ...about, links: 'x' }),
      'older form': () => own({ ...about, revision: '999' }),
      'no revision': () => own({ ...about, revision: '' }),
      'no picture': () => own({ section: 'portrait', revision: '1' }),
      'own address': () => own({ section: 'email', email: 'no', current: password }),
      'own password': () => own({ section: 'password', current: 'x', pass1: password, pass2: password }),
      'own weak password': () => own({ section: 'password', current: password, pass1: 'a', pass2: 'a' }),
      'no program': () => own({ section: 'program', name: '' }),
      'long program': () => own({ section: 'program', name: 'x'.repeat(300) }),
      'no such program': () => own({ section: 'programs', end: 'none' }),
      'odd program': () => own({ section: 'programs', end: 'x'.repeat(200) }),
      'odd session': () => own({ section: 'sessions', end: 'none', _wpnonce: 'x' }),
      'no section': () => own({ section: 'none' }),
      'no app': () => second({ section: 'on', sealed: 'x', code: '1', current: password }),
      'no second step': () => second({ section: 'codes', current: password }),
      'no passkey': () =>
        second({ section: 'passkey', credential: '{}', name: 'x'.repeat(300), current: password }),
      'no such passkey': () => second({ section: 'passkey-gone', end: 'x', current: password }),
      'empty comment': () => say({ comment: '', author: '', email: '' }),
      'odd commenter': () => say({ email: 'no', url: 'no address' }),
      'long comment': () => say({ author: 'x'.repeat(300) }),
      'no article': () => say({ comment_post_ID: '999999' }),
      'foreign comment': () => say({}, foreign),
      'said again': async () => {
        await say({ comment: 'Once' });
        return say({ comment: 'Once' });
      },
      'no such comment': () => send('/wp-comments-report.php?c=999999', {}),
      'old report': () => send(`/wp-comments-report.php?c=${comment}`, {}),
    };
    const replies: (readonly [string, RawReply])[] = [];
    for (const [what, run] of Object.entries(sent)) replies.push([what, await run()]);
    return replies;
  };

  test.for(['de-DE', 'ar'])(
    '[AUTH-02] forms are refused in the language of the site, and in its direction: %s',
    async (tag) => {
      await set({ site_language: tag });
      const patterns = patternsOf(tag);
      for (const [what, reply] of await refusals()) {
        const notices = noticeIn(reply);
        expect([what, reply.status >= 400 && reply.status < 500, notices.length > 0]).toEqual([
          what,
          true,
          true,
        ]);
        expect([what, notices.filter((text) => !patterns.some((pattern) => pattern.test(text)))]).toEqual([
          what,
          [],
        ]);
        expect([what, reply.body.includes(`lang="${tag}"`), /<html[^>]* dir="rtl"/.test(reply.body)]).toEqual(
          [what, true, tag === 'ar'],
        );
        expect([what, english.filter((sentence) => mainOf(reply.body).includes(sentence))]).toEqual([
          what,
          [],
        ]);
      }
    },
  );

  test.for(['de', 'ar'])('the dialog has the same message, and so does each limit: %s', async (tag) => {
    await set({ site_language: tag });
    const patterns = patternsOf(tag);
    const calls: readonly Fields[] = [
      { action: 'td_mod_login' },
      { action: 'td_mod_login', login_email: 'member', login_pass: 'x' },
      { action: 'td_mod_register', register_user: 'a' },
      { action: 'td_mod_remember_pass', forgot_email: 'nobody' },
      { action: 'broadsheet_second_step', code: '1' },
      { action: 'broadsheet_passkey', step: 'none' },
      { action: 'td_ajax_fb_login_user', access_token: 'x' },
    ];
    for (const fields of calls) {
      const { error } = JSON.parse((await ajax(site.url, fields, newVisitor())).body) as {
        readonly error: string;
      };
      expect([fields, patterns.some((pattern) => pattern.test(error))]).toEqual([fields, true]);
    }
    const one = newVisitor();
    const limited: RawReply[] = [];
    for (let turn = 0; turn < 40 && limited.length === 0; turn++) {
      const reply = await login('login', { log: `nobody ${turn}`, pwd: 'x' }, one);
      if (reply.status === 429) limited.push(reply);
    }
    expect(limited.flatMap(noticeIn).map((text) => patterns.some((pattern) => pattern.test(text)))).toEqual([
      true,
    ]);
    const { status, body } = await rawRequest(site.url, '/wp-comments-post.php');
    expect([
      status,
      patterns.some((pattern) => pattern.test(plain(/<p>([^<]*)<\/p>/.exec(body)?.[1] ?? ''))),
    ]).toEqual([405, true]);
  });

  test('settings override the catalogue', async () => {
    await set({
      site_language: 'de',
      translation_login_wrong: 'Eigene Worte.',
      translation_account_program_gone: 'Weg.',
    });
    expect(noticeIn(await login('login', { log: 'member', pwd: 'x' }))).toEqual(['Eigene Worte.']);
    const nonce = await nonceOf('/wp-admin/profile.php', member);
    expect(
      noticeIn(
        await send(
          '/wp-admin/profile.php',
          { section: 'programs', end: 'none', _wpnonce: nonce },
          { cookie: member },
        ),
      ),
    ).toEqual(['Weg.']);
  });
});
