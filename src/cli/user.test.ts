import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { onBothDatabases } from '../../test/harness/databases.ts';
import { makeComment, makePost, makeUser } from '../../test/harness/factories.ts';
import { createToken, findToken } from '../modules/accounts/account-token.ts';
import { mailJob } from '../modules/mail/mail.ts';
import { findPost } from '../modules/posts/reader.ts';
import { findByPassword, findUser, findUserByLogin } from '../modules/users/reader.ts';
import { matchApplicationPassword } from '../modules/users/application-password.ts';
import { writeCodeApp, writeRecoveryCodes } from '../modules/users/second-factor.ts';
import { createSession, listSessions } from '../modules/users/session.ts';
import { ConflictError, InvalidInputError, NotFoundError } from '../lib/errors.ts';
import { promptPassword, readPassword } from './terminal.ts';
import { UsageError } from './command.ts';
import { readArguments } from './user-arguments.ts';
import { runUser } from './user.ts';

test('the command line is read, or refused with a reason', () => {
  expect(readArguments(['list', '--role', 'author'])).toEqual({
    action: 'list',
    role: 'author',
    withoutPassword: false,
  });
  expect(
    readArguments(['create', 'ann', 'ann@paper.example', '--role=editor', '--name', 'Ann O.', '--invite']),
  ).toEqual({
    action: 'create',
    login: 'ann',
    email: 'ann@paper.example',
    role: 'editor',
    name: 'Ann O.',
    invite: true,
    fromStdin: false,
  });
  expect(readArguments(['role', 'ann', 'editor', 'editor', 'author'])).toEqual({
    action: 'role',
    user: 'ann',
    roles: ['editor', 'author'],
  });
  expect(readArguments(['invite', '--role', 'author', '--all-without-password'])).toEqual({
    action: 'invite-all',
    role: 'author',
  });
  expect([readArguments(['export', 'ann']), readArguments(['erase', 'ann'])]).toEqual([
    { action: 'export', user: 'ann' },
    { action: 'erase', user: 'ann', reassign: undefined },
  ]);
  expect([readArguments(['second-factor', 'ann']), readArguments(['second-factor', 'ann', '--off'])]).toEqual(
    [
      { action: 'second-factor', user: 'ann', off: false },
      { action: 'second-factor', user: 'ann', off: true },
    ],
  );
  expect(readArguments(['delete', '7', '--reassign', 'ann'])).toEqual({
    action: 'delete',
    user: '7',
    reassign: 'ann',
  });
  for (const args of [
    [],
    ['make'],
    ['create'],
    ['create', 'ann'],
    ['create', 'a', 'b', 'c'],
    ['create', 'a', 'b', '--invite', '--stdin'],
    ['list', 'x'],
    ['list', '--invite'],
    ['role', 'ann'],
    ['role', 'ann', 'x', '--role', 'y'],
    ['password'],
    ['password', ' '],
    ['password', 'a', 'b'],
    ['password', 'a', '--link', '--stdin'],
    ['invite'],
    ['invite', 'a', '--role', 'x'],
    ['invite', 'a', '--all-without-password'],
    ['sessions'],
    ['sessions', 'a', '--link'],
    ['second-factor'],
    ['second-factor', 'a', '--end-all'],
    ['sessions', 'a', '--off'],
    ['delete'],
    ['delete', 'a', '--reassign'],
    ['toString'],
    ['__proto__'],
    ['pending', 'x'],
    ['pending', '--link'],
    ['pending', 'x', '--link', '--drop'],
    ['application-password'],
    ['application-password', 'make', 'a'],
    ['application-password', 'create', 'a'],
    ['application-password', 'create', 'a', ' '],
    ['application-password', 'list'],
    ['application-password', 'list', 'a', 'b'],
    ['application-password', 'list', 'a', '--all'],
    ['application-password', 'revoke', 'a'],
    ['application-password', 'revoke', 'a', 'x', '--all'],
    ['application-password', 'create', 'a', 'b', 'c'],
  ]) {
    expect(() => readArguments(args), args.join(' ')).toThrow(UsageError);
  }
});

test('a password is read from a pipe, or typed twice without being shown', async () => {
  const piped = async (...parts: string[]) =>
    readPassword(
      (async function* () {
        yield* parts;
      })(),
    );
  expect([await piped('secret 12\r\nmore'), await piped('sec', 'ret')]).toEqual(['secret 12', 'secret']);
  for (const nothing of [[], [''], ['\n'], ['\r\nx']])
    await expect(piped(...nothing)).rejects.toThrow(UsageError);
  const typed = async (keys: string) => {
    const [raw, output]: [boolean[], PassThrough] = [[], new PassThrough()];
    const input = Object.assign(new PassThrough(), { setRawMode: (on: boolean) => raw.push(on) });
    const terminal = {
      input: input as unknown as NodeJS.ReadStream,
      output: output as unknown as NodeJS.WriteStream,
    };
    const prompted = promptPassword(terminal).catch((error: unknown) => String(error));
    for (const part of keys.split('|')) {
      await expect.poll(() => raw.at(-1)).toBe(true);
      raw.push(true);
      input.write(part);
      await new Promise((resolve) => void setImmediate(resolve));
    }
    const answer = await prompted;
    expect([String(output.read()).includes('secret'), raw.at(-1)]).toEqual([false, false]);
    return answer;
  };
  expect(await typed('secrex\u007ft 1\r|secret 1\r')).toBe('secret 1');
  expect(await typed('\r')).toBeUndefined();
  expect(await typed('secret 1\r|secret 2\r')).toContain('do not match');
  expect(await typed('sec\u0003')).toContain('Stopped');
});

onBothDatabases('accounts on the command line', (get) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'broadsheet-user-'));
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }));
  const config = { siteUrl: 'https://paper.example', smtpUrl: undefined, port: 3000, dataDir };
  const none = { prompt: async () => undefined, read: async () => 'piped in 12' };
  const run = async (args: string, smtpUrl?: string, passwords = none) => {
    const lines: string[] = [];
    for await (const line of runUser(
      get(),
      readArguments(args.split(' ')),
      { ...config, smtpUrl },
      passwords,
    ))
      lines.push(line);
    return lines;
  };
  const byLogin = async (login: string) => {
    const user = await findUserByLogin(get().read, login);
    if (!user) throw new Error(`There is no ${login}.`);
    return user;
  };
  const keyIn = (lines: readonly string[]) =>
    /^https:\/\/paper\.example\/wp-login\.php\?action=rp&key=([\w-]{32})$/m.exec(lines.join('\n'))?.[1] ?? '';
  const mailsTo = async () =>
    (await get().read.selectFrom('job').select('payload').where('kind', '=', mailJob.name).execute()).map(
      ({ payload }) => mailJob.schema.parse(JSON.parse(payload)).to,
    );

  test('creates accounts: with a password from a pipe, a generated one, or an invitation', async () => {
    await get().write((tx) => makeUser(tx, { login: 'boss', roles: ['administrator'] }));
    expect(await run('create ann ann@paper.example --role author --stdin')).toEqual([
      expect.stringMatching(/^User \d+, "ann" \(author\), created\.$/),
    ]);
    expect((await findByPassword(get().read, 'ann', 'piped in 12'))?.user.roles).toEqual(['author']);
    const [, line = ''] = await run('create bob bob@paper.example');
    expect((await findByPassword(get().read, 'bob', line.replace('Password: ', '')))?.user).toMatchObject({
      login: 'bob',
      roles: ['subscriber'],
    });
    const invited = await run('create cat cat@paper.example --role editor --invite');
    expect(await findToken(get().read, ['invitation'], keyIn(invited))).toMatchObject({
      kind: 'invitation',
      userId: (await byLogin('cat')).id,
    });
    expect([invited.at(-1), await mailsTo()]).toEqual(['No email was sent. Pass the link on yourself.', []]);
  });

  test('a user’s profile is changed and shown, including portrait and links', async () => {
    const picture = join(dataDir, 'a face.xyz');
    await sharp({ create: { width: 90, height: 120, channels: 3, background: '#884422' } })
      .jpeg()
      .toFile(picture);
    const change = async (...words: string[]) => {
      const lines: string[] = [];
      for await (const line of runUser(get(), readArguments(['profile', 'ann', ...words]), config, none))
        lines.push(line);
      return lines;
    };
    const lines = await change(
      '--name',
      'Ann B.',
      '--bio',
      'Walks.',
      '--links',
      'x.com/ann https://github.com/ann',
      '--portrait',
      picture,
    );
    const { portrait } = await byLogin('ann');
    expect(lines).toEqual([
      'name      Ann B.',
      'site      -',
      'biography Walks.',
      'link      https://x.com/ann',
      'link      https://github.com/ann',
      `portrait  ${portrait}`,
    ]);
    expect(existsSync(join(dataDir, 'media', portrait))).toBe(true);
    writeFileSync(picture, '<svg/>');
    for (const [args, text] of [
      [`--portrait ${join(dataDir, 'none.jpg')}`, 'none.jpg'],
      ['--links http://x.com/a', 'links'],
      ['--url javascript:x', 'url'],
    ]) {
      await expect(run(`profile ann ${args}`), args).rejects.toThrow(text);
    }
    await expect(change('--portrait', picture)).rejects.toThrow(
      'can’t be used as a portrait. This file is not a supported image',
    );
    expect((await change('--portrait', '', '--links', '')).slice(-2)).toEqual([
      'biography Walks.',
      'portrait  -',
    ]);
  });

  test('refuses with a reason, and creates nothing', async () => {
    const total = async () => (await get().read.selectFrom('user').select('id').execute()).length;
    const before = await total();
    for (const [args, Kind] of [
      ['create ANN other@paper.example --invite', ConflictError],
      ['create dan ann@paper.example --invite', ConflictError],
      ['create da/n d@paper.example --invite', InvalidInputError],
      ['create dan nothing --invite', InvalidInputError],
      ['create dan d@paper.example --role chief', InvalidInputError],
      ['role nobody editor', NotFoundError],
      ['role ann chief', InvalidInputError],
      ['role boss editor', ConflictError],
      ['delete boss', ConflictError],
      ['delete 999999', NotFoundError],
      ['invite ann', ConflictError],
      ['list --role chief', InvalidInputError],
    ] as const) {
      await expect(run(args), args).rejects.toThrow(Kind);
    }
    for (const weak of ['short', 'x'.repeat(2000)]) {
      await expect(
        run('create dan d@paper.example --stdin', undefined, { ...none, read: async () => weak }),
      ).rejects.toThrow(/does not accept this password/);
    }
    expect(await total()).toBe(before);
  });

  test('application passwords are created, shown once, listed and revoked', async () => {
    await get().write((tx) =>
      makeUser(tx, { login: 'scribe', email: 'scribe@münchen.example', roles: ['editor'] }),
    );
    expect(await run('application-password list scribe')).toEqual(['"scribe" has no application passwords.']);
    const [made = '', notice = ''] = await run('application-password create scribe Phone');
    const [, id = '', password = ''] = /^Application password (\S+): (.+)$/.exec(made) ?? [];
    expect([password.length, notice]).toEqual([29, expect.stringContaining('shown only once')]);
    for (const name of ['scribe', 'SCRIBE@München.example', 'scribe@xn--mnchen-3ya.example']) {
      expect((await matchApplicationPassword(get().read, name, password))?.id).toBe(id);
    }
    const listed = (await run('application-password list scribe')).join('\n');
    expect([listed.includes(id), listed.includes('never used  Phone'), listed.includes(password)]).toEqual([
      true,
      true,
      false,
    ]);
    await run('application-password create scribe Desk');
    await expect(
      run('application-password revoke scribe 00000000-0000-0000-0000-000000000000'),
    ).rejects.toThrow(NotFoundError);
    await expect(run('application-password create nobody Phone')).rejects.toThrow(NotFoundError);
    expect(await run(`application-password revoke scribe ${id}`)).toEqual([
      '1 application password revoked.',
    ]);
    expect([
      await matchApplicationPassword(get().read, 'scribe', password),
      await run('application-password revoke scribe --all'),
    ]).toEqual([undefined, ['1 application password revoked.']]);
  });

  test('pending confirmations are listed, their links copied, or they are removed', async () => {
    expect(await run('pending')).toEqual(['No pending confirmations.']);
    const register = (login: string) =>
      get().write((tx) =>
        createToken(tx, {
          kind: 'registration',
          userId: 0,
          data: { login, email: `${login}@mail.example`, password: 'x' },
        }),
      );
    const former = await register('newcomer');
    const [line = ''] = await run('pending');
    const [id = ''] = line.split('  ');
    expect(line).toContain('registration  newcomer  newcomer@mail.example');
    const [link = ''] = await run(`pending ${id} --link`);
    const key = new URL(link).searchParams.get('key') ?? '';
    expect([
      (await findToken(get().read, ['registration'], key))?.data.login,
      await findToken(get().read, ['registration'], former),
    ]).toEqual(['newcomer', undefined]);
    await expect(run(`pending ${id} --drop`)).rejects.toThrow(NotFoundError);
    const [again = ''] = (await run('pending')).map((one) => one.split('  ')[0] ?? '');
    await run(`pending ${again} --drop`);
    expect(await findToken(get().read, ['registration'], key)).toBeUndefined();
  });

  test('roles, passwords and sessions: a change ends existing sessions', async () => {
    const ann = await byLogin('ann');
    const signIn = () =>
      get().write((tx) =>
        createSession(tx, ann.id, { place: { ip: '203.0.113.7', userAgent: 'Fox\u001b[2J' } }),
      );
    await signIn();
    expect(await run(`role ${ann.id} editor author`)).toEqual(['"ann": editor, author (was author).']);
    const listed = (await run('sessions ann@paper.example')).join('\n');
    expect(listed).toMatch(/203\.0\.113\.7 {2}Fox\[2J\nSessions of "ann": 1\.$/);
    expect((await run('sessions ann --end-all')).at(-1)).toBe('"ann" was logged out everywhere.');
    expect([await listSessions(get().read, ann.id), await run('sessions ann')]).toEqual([
      [],
      ['"ann" is not logged in.'],
    ]);
    await signIn();
    const key = await get().write((tx) =>
      createToken(tx, { kind: 'email', userId: ann.id, data: { email: 'evil@mail.example' } }),
    );
    const [, shown = ''] = await run('password ann');
    expect([
      (await findByPassword(get().read, 'ann', shown.replace('Password: ', '')))?.user.id,
      await listSessions(get().read, ann.id),
    ]).toEqual([ann.id, []]);
    expect(await findToken(get().read, ['email'], key)).toBeUndefined();
    const first = keyIn(await run('password ann --link', 'smtp://127.0.0.1'));
    const second = keyIn(await run('password ann --link'));
    expect([
      await findToken(get().read, ['password'], first),
      (await findToken(get().read, ['password'], second))?.userId,
    ]).toEqual([undefined, ann.id]);
    expect(await mailsTo()).toEqual(['ann@paper.example']);
    const log = await get()
      .read.selectFrom('activity')
      .select('user_name')
      .where('item_id', '=', ann.id)
      .where('kind', '=', 'user')
      .execute();
    expect(log.map(({ user_name: name }) => name).every((name) => name === 'Command line')).toBe(true);
    expect(log.length).toBeGreaterThanOrEqual(6);
  });

  test('concurrent changes are all done', async () => {
    await get().write((tx) => makeUser(tx, { login: 'busy', roles: ['author'] }));
    await Promise.all([
      run('role busy editor'),
      run('password busy'),
      run('profile busy --name Bea'),
      run('profile busy --url https://bea.example/'),
    ]);
    expect(await byLogin('busy')).toMatchObject({
      roles: ['editor'],
      displayName: 'Bea',
      url: 'https://bea.example/',
    });
    await Promise.all([run('profile busy --name Bo').catch(() => []), run('delete busy')]);
    expect(await findUserByLogin(get().read, 'busy')).toBeUndefined();
  });

  test('every imported user without a password is invited, and counted', async () => {
    await get().write(async (tx) => {
      await makeUser(tx, { login: 'imported', roles: ['author'] });
      await makeUser(tx, { login: 'nameless', email: '', roles: ['author'] });
      await makeUser(tx, { login: 'reader', roles: ['subscriber'] });
    });
    const list = await run('list --role author --without-password');
    expect([list.length, list.at(-1)]).toEqual([3, '2 users.']);
    const before = (await mailsTo()).length;
    const lines = await run('invite --role author --all-without-password', 'smtp://127.0.0.1');
    expect(lines.map((line) => line.split('  ').slice(0, 2))).toEqual([
      ['imported', 'imported@mail.example'],
      ['nameless', '-'],
      ['2 invited, 1 of them by email. Links are valid once, for seven days.'],
    ]);
    expect((await mailsTo()).length).toBe(before + 1);
    const [, key = ''] = /key=([\w-]+)/.exec(lines[1] ?? '') ?? [];
    expect((await findToken(get().read, ['invitation'], key))?.userId).toBe((await byLogin('nameless')).id);
    expect(await run('invite --role contributor --all-without-password')).toEqual([
      'All users have a password.',
    ]);
  });

  test('deleting a user reassigns the posts', async () => {
    const [ann, bob] = [await byLogin('ann'), await byLogin('bob')];
    const post = await get().write((tx) => makePost(tx, { authorId: ann.id }));
    await expect(run('delete ann')).rejects.toThrow(
      '"ann" has posts. Use --reassign USER to choose who gets them.',
    );
    await expect(run('delete ann --reassign ann')).rejects.toThrow(InvalidInputError);
    expect(await findUser(get().read, ann.id)).toBeDefined();
    expect(await run('delete ann --reassign bob')).toEqual(['"ann" deleted; "bob" has the posts.']);
    expect([await findUser(get().read, ann.id), (await findPost(get().read, post))?.authorId]).toEqual([
      undefined,
      bob.id,
    ]);
  });

  test('a user’s data is exported without that of others; once erased, it is nowhere', async () => {
    const made = await get().write(async (tx) => {
      const eve = await makeUser(tx, {
        login: 'eve',
        email: 'eve@secret.example',
        displayName: 'Eve "Quotes"',
        url: 'https://eve.example/',
      });
      await makePost(tx, { authorId: eve, title: 'By Eve', content: '<p>Her text</p>' });
      const other = await makePost(tx, { title: 'By another' });
      const comments = [
        await makeComment(tx, {
          postId: other,
          userId: eve,
          authorName: 'Eve',
          authorEmail: '',
          authorIp: '203.0.113.77',
          content: 'Signed in',
        }),
        await makeComment(tx, {
          postId: other,
          authorName: 'E. V. E.',
          authorEmail: 'eve@secret.example',
          content: 'As a visitor',
        }),
        await makeComment(tx, {
          postId: other,
          authorName: 'Bystander',
          authorEmail: 'by@mail.example',
          content: 'Not hers',
        }),
      ];
      await createToken(tx, { kind: 'password', userId: eve });
      return { eve, comments };
    });
    await run('role eve author contributor');
    interface Exported {
      readonly account: { readonly login: string; readonly email: string };
      readonly comments: readonly { readonly content: string }[];
      readonly posts: readonly { readonly title: string; readonly content: string }[];
    }
    const text = (await run('export eve')).join('\n');
    const data = JSON.parse(text) as Exported;
    expect([data.account, data.comments.map(({ content }) => content), data.posts]).toMatchObject([
      { login: 'eve', email: 'eve@secret.example' },
      ['Signed in', 'As a visitor'],
      [{ title: 'By Eve', content: '<p>Her text</p>' }],
    ]);
    expect(text).not.toMatch(/argon2|Not hers|By another|Bystander/);
    await expect(run('erase eve')).rejects.toThrow('to choose who gets them');
    const under = async (email: string) =>
      (await get().read.selectFrom('comment').select('id').where('author_email', '=', email).execute())
        .length;
    expect(await under('eve@secret.example')).toBe(1); // nothing half done
    expect(await run('erase eve --reassign bob')).toEqual([
      '"eve" deleted; "bob" has the posts.',
      '2 comments were anonymized.',
    ]);
    const left = await get()
      .read.selectFrom('comment')
      .select(['content', 'author_name', 'author_email', 'author_ip', 'user_id'])
      .where('id', 'in', made.comments)
      .orderBy('id')
      .execute();
    expect(left).toMatchObject([
      { content: 'Signed in', author_name: '', author_email: '', author_ip: '', user_id: 0 },
      { content: 'As a visitor', author_name: '', author_email: '' },
      { content: 'Not hers', author_name: 'Bystander', author_email: 'by@mail.example' },
    ]);
    const tables = await Promise.all(
      (['user', 'activity', 'comment', 'account_token', 'session'] as const).map((table) =>
        get().read.selectFrom(table).selectAll().execute(),
      ),
    );
    expect(JSON.stringify(tables)).not.toMatch(/eve@secret|Eve|\\"eve/);
    expect(
      await get().read.selectFrom('account_token').select('id').where('user_id', '=', made.eve).execute(),
    ).toEqual([]);
  });

  test('a lost second factor is removed, and its owner notified', async () => {
    const id = await get().write(async (tx) => {
      const made = await makeUser(tx, { login: 'locked', email: 'locked@mail.example', roles: ['author'] });
      await writeCodeApp(tx, made, { secret: 'x', step: 1 });
      await writeRecoveryCodes(tx, made);
      return made;
    });
    expect((await run('list --role author')).find((line) => line.includes('locked'))).toMatch(
      /\(second factor\)$/,
    );
    expect(await run('second-factor locked')).toEqual([
      expect.stringMatching(/^authenticator app {2}since /),
      '"locked" uses two-factor authentication; 10 recovery codes are left.',
    ]);
    expect(await run('second-factor locked --off')).toEqual([
      '"locked" now logs in with the password alone.',
    ]);
    expect(await run('second-factor locked')).toEqual(['"locked" has no second factor.']);
    await expect(run('second-factor locked --off')).rejects.toThrow(ConflictError);
    await expect(run('second-factor nobody --off')).rejects.toThrow(NotFoundError);
    expect((await run('list --role author')).find((line) => line.includes('locked'))).not.toContain(
      'second factor',
    );
    const mails = (
      await get().read.selectFrom('job').select('payload').where('kind', '=', mailJob.name).execute()
    ).map(({ payload }) => payload);
    expect(
      mails.filter((mail) => mail.includes('locked@mail.example') && mail.includes('was turned off')),
    ).toHaveLength(1);
    const [note] = await get()
      .read.selectFrom('activity')
      .select(['summary', 'came_from'])
      .where('item_id', '=', id)
      .where('kind', '=', 'user')
      .orderBy('id', 'desc')
      .limit(1)
      .execute();
    expect([note?.summary.includes('second factor off'), note?.came_from]).toEqual([true, 'cli']);
  });

  test('an argument that matches two users, by log-in name and by id or address, selects neither', async () => {
    const squat = async (login: string, email: string) => ({
      login,
      email,
      id: await get().write((tx) => makeUser(tx, { login, email })),
    });
    const early = await squat('una@paper.example', 'early@evil.example');
    // As stored before such addresses were refused.
    const victim = await get().write(async (tx) => {
      const id = await makeUser(tx, { login: 'una' });
      await tx.db.updateTable('user').set({ email: early.login }).where('id', '=', id).execute();
      return id;
    });
    for (const { id, login, email } of [early, await squat(String(victim), 'late@evil.example')]) {
      const refused =
        `"${login}" matches user ${id} (username "${login}", email "${email}") ` +
        `and user ${victim} (username "una", email "una@paper.example"). Use an identifier that is unique.`;
      for (const args of [
        `role ${login} administrator`,
        `delete ${login}`,
        `delete boss --reassign ${login}`,
      ]) {
        await expect(run(args), args).rejects.toThrow(new ConflictError(refused, 'ambiguous_user'));
      }
    }
    expect(await run('role una author')).toEqual(['"una": author (was author).']);
  });
});
