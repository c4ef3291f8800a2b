import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { callerFolder, readConfig, siteUrlOf } from './config.ts';
import { ConfigError } from './lib/errors.ts';

/** The message of the error that this environment gives; fails when it gives none. */
function faultOf(env: Record<string, string>): string {
  try {
    readConfig(env);
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    return (error as ConfigError).message;
  }
  throw new Error(`No error for ${JSON.stringify(env)}`);
}

test('an empty environment gives the defaults of the README', () => {
  expect(readConfig({})).toEqual({
    port: 3000,
    host: '127.0.0.1',
    dataDir: resolve('data'),
    databaseUrl: undefined,
    siteUrl: undefined,
    admin: { user: 'admin', email: undefined, password: undefined },
    isAnswered: true,
    demo: true,
    trustProxy: [],
    pushServices: [],
    addressCpuPercent: 20,
    pageCacheBytes: 48 * 1024 * 1024,
    logLevel: 'info',
    environment: { set: {}, mistyped: {} },
  });
});

test('an empty site is asked for where neither a name, a password nor the demo answers', () => {
  const environments = [
    { DEMO: '0' },
    { DEMO: '1' },
    { DEMO: '0', ADMIN_USER: 'chief' },
    { DEMO: '0', ADMIN_PASSWORD: ' ' },
  ];
  expect(environments.map((env) => readConfig(env).isAnswered)).toEqual([false, true, true, false]);
});

test('an empty or blank variable counts as missing', () => {
  const names = [
    'PORT',
    'HOST',
    'DATA_DIR',
    'DATABASE_URL',
    'SITE_URL',
    'ADMIN_USER',
    'ADMIN_EMAIL',
    'ADMIN_PASSWORD',
    'DEMO',
    'TRUST_PROXY',
    'SMTP_URL',
    'PUSH_SERVICES',
    'PAGE_CACHE_MB',
    'ADDRESS_CPU_PERCENT',
    'LOG_LEVEL',
  ];
  expect(readConfig(Object.fromEntries(names.map((name) => [name, ' '])))).toEqual(readConfig({}));
});

function warningsOf(env: Record<string, string>): string[] {
  const warnings: string[] = [];
  readConfig(env, (line) => warnings.push(line));
  return warnings;
}

test.each([
  ['SITE_ULR', 'SITE_URL'],
  ['SITEURL', 'SITE_URL'],
  ['SITE_UR', 'SITE_URL'],
  ['DATADIR', 'DATA_DIR'],
  ['DATABASE_URI', 'DATABASE_URL'],
  ['ADMIN_PASSWROD', 'ADMIN_PASSWORD'],
  ['TRUST_PROXIY', 'TRUST_PROXY'],
  ['LOGLEVEL', 'LOG_LEVEL'],
])('%s is reported as a likely misspelling of %s', (written, meant) => {
  expect(warningsOf({ [written]: 'secret' })).toEqual([
    `${written} is not a Broadsheet variable and has no effect. Did you mean ${meant}?`,
  ]);
});

test('variables of others are no slips', () => {
  const others = [
    'HOME',
    'PATH',
    'HOSTS',
    'HOSTNAME',
    'PORTS',
    'XDG_DATA_DIRS',
    'npm_config_loglevel',
    'SITE',
    'ADMIN',
    'DATABASE',
    'PGDATA',
    'SMTP_HOST',
    'NODE_ENV',
    'TEMP',
    'LANG',
    'MAIL',
    'SHELL',
    'USER',
    'OLDPWD',
    'INIT_CWD',
  ];
  expect(
    warningsOf({
      ...Object.fromEntries(others.map((name) => [name, 'x'])),
      SITE_URL: 'https://x.example',
      LOG_LEVEL: 'warn',
    }),
  ).toEqual([]);
});

describe('good values', () => {
  test.each([
    ['PORT', '0', { port: 0 }],
    ['PORT', ' 65535 ', { port: 65535 }],
    ['HOST', '0.0.0.0', { host: '0.0.0.0' }],
    ['HOST', '::', { host: '::' }],
    ['HOST', 'localhost', { host: 'localhost' }],
    ['DATA_DIR', '/srv/site', { dataDir: '/srv/site' }],
    ['DATA_DIR', 'site', { dataDir: resolve('site') }],
    ['DATABASE_URL', 'postgres://u:p@h:5432/n', { databaseUrl: 'postgres://u:p@h:5432/n' }],
    ['DATABASE_URL', 'postgresql://h/n?sslmode=require', { databaseUrl: 'postgresql://h/n?sslmode=require' }],
    ['SMTP_URL', 'smtps://u:p@mail.example:465', { smtpUrl: 'smtps://u:p@mail.example:465' }],
    [
      'PUSH_SERVICES',
      'https://push.example.org/, http://127.0.0.1:8080',
      { pushServices: ['https://push.example.org', 'http://127.0.0.1:8080'] },
    ],
    ['SITE_URL', 'https://news.example', { siteUrl: 'https://news.example' }],
    ['SITE_URL', 'http://news.example:8080/', { siteUrl: 'http://news.example:8080' }],
    ['SITE_URL', 'HTTPS://News.Example:443', { siteUrl: 'https://news.example' }],
    ['SITE_URL', 'https://новости.example', { siteUrl: 'https://xn--b1amnebsh.example' }],
    [
      'ADMIN_USER',
      'ada.quill@news',
      { admin: { user: 'ada.quill@news', email: undefined, password: undefined } },
    ],
    [
      'ADMIN_EMAIL',
      'ada@news.example',
      { admin: { user: 'admin', email: 'ada@news.example', password: undefined } },
    ],
    ['ADMIN_PASSWORD', 'eight ch', { admin: { user: 'admin', email: undefined, password: 'eight ch' } }],
    ['DEMO', '0', { demo: false }],
    ['DEMO', '1', { demo: true }],
    [
      'TRUST_PROXY',
      '127.0.0.1, 10.0.0.0/8,::1,fd00::/8',
      { trustProxy: ['127.0.0.1', '10.0.0.0/8', '::1', 'fd00::/8'] },
    ],
    ['PAGE_CACHE_MB', '1.5', { pageCacheBytes: 1_572_864 }],
    ['ADDRESS_CPU_PERCENT', '0', { addressCpuPercent: 0 }],
    ['ADDRESS_CPU_PERCENT', '12.5', { addressCpuPercent: 12.5 }],
    ['LOG_LEVEL', 'silent', { logLevel: 'silent' }],
  ])('%s=%s', (name, value, expected) => {
    expect(readConfig({ [name]: value })).toMatchObject(expected);
  });
});

describe('a wrong value is an error that names variable, value and fix', () => {
  test.each([
    ['PORT', ['65536', '-1', '80.5', 'http', '3000;'], 'use a whole number from 0 to 65535'],
    ['HOST', ['a b', 'http://x/', '127.0.0.1,::1'], 'use an address to listen on'],
    ['SMTP_URL', ['http://mail.example', 'mail.example', 'smtp://'], 'use smtp://user:password@host:587'],
    [
      'PUSH_SERVICES',
      ['push.example.org', 'https://push.example.org/path', 'ftp://push.example.org'],
      'use a comma-separated list of additional push services',
    ],
    ['DATABASE_URL', ['mysql://h/n', 'news', './file.sqlite'], 'use postgres://user:password@host:5432/name'],
    [
      'SITE_URL',
      [
        'news.example',
        'ftp://news.example',
        'https://news.example/blog',
        'https://news.example/?x=1',
        'https://news.example/#x',
        'https://me@news.example',
      ],
      'use the public address, such as https://news.example',
    ],
    ['ADMIN_USER', ['a b', 'x'.repeat(61), '<b>'], 'use 1 to 60 letters'],
    ['ADMIN_EMAIL', ['ada', 'ada@', '@news.example'], 'use an e-mail address'],
    ['DEMO', ['yes', 'true', '2'], 'use 1 (fill an empty database with the demo) or 0'],
    [
      'TRUST_PROXY',
      ['proxy.example', 'dead', '10.0.0.0/33', '::1/129', '10.0.0.1/8/8', '10.0.0.1;10.0.0.2'],
      'use a comma-separated list of proxy addresses',
    ],
    [
      'ADDRESS_CPU_PERCENT',
      ['-1', '101', '20%'],
      'use a number from 0 (no limit) to 100: the share of one processor that one address may use for uncached replies',
    ],
    ['PAGE_CACHE_MB', ['0', '-5', '48MB', '65537', 'Infinity'], 'use a number of megabytes from 1 to 65536'],
    ['LOG_LEVEL', ['verbose', 'INFO'], 'use trace, debug, info'],
  ])('%s', (name, values, fix) => {
    for (const value of values) {
      const message = faultOf({ [name]: value });
      expect(message.startsWith(`${name} is "${value}": ${fix}`), message).toBe(true);
      expect(message.split('\n')).toHaveLength(1);
    }
  });
});

test('all wrong variables are named at once, one a line', () => {
  const lines = faultOf({ PORT: 'x', DEMO: 'yes', LOG_LEVEL: 'loud', HOST: '127.0.0.1' }).split('\n');
  expect(lines.map((line) => line.split(' ')[0])).toEqual(['PORT', 'DEMO', 'LOG_LEVEL']);
});

test('a password is never shown, only how long it is', () => {
  expect(faultOf({ ADMIN_PASSWORD: 'hunter2' })).toBe(
    'ADMIN_PASSWORD is 7 characters long: use at least 8 characters, or leave it empty to have one generated.',
  );
  expect(faultOf({ ADMIN_PASSWORD: 'longer than eight', PORT: 'x' })).not.toContain('longer');
});

test('the password in a database address is never shown, whatever is wrong with the address', () => {
  const addresses = [
    'mysql://root:hunter2@db.example/news',
    'mysql://root:hun@ter2@db.example/news',
    'postgres://root:hunter2/x@db.example:port/news',
    'postgres//root:hunter2@db.example/news',
    'root:hunter2@db.example/news',
    'postgres://root:hunter2',
    'mysql://db.example/news?user=root&password=hunter2',
    'mysql://root@db.example/news?password=hunter2',
    'password=hunter2 host=db.example',
    'mysql:/root:hunter2@db.example:5432:news\n',
  ];
  for (const address of addresses) {
    const message = faultOf({ DATABASE_URL: address });
    expect(message).toMatch(/^DATABASE_URL is ".*….*": use postgres:\/\//);
    expect(message).not.toMatch(/hun|ter2/);
  }
  expect(faultOf({ DATABASE_URL: 'mysql://root:hunter2@db.example/news' })).toContain(
    '"mysql://…@db.example/news"',
  );
  expect(faultOf({ DATABASE_URL: 'postgres://u:hunter2@h:5432/n', PORT: 'x' })).not.toContain('hunter2');
});

test('the public address is SITE_URL, else localhost at the port that was given by the system', () => {
  expect(siteUrlOf(readConfig({ SITE_URL: 'https://news.example/' }), 3000)).toBe('https://news.example');
  expect(siteUrlOf(readConfig({ PORT: '8080' }))).toBe('http://localhost:8080');
  expect(siteUrlOf(readConfig({ PORT: '0' }), 41234)).toBe('http://localhost:41234');
});

test('relative file names on the command line refer to where npm was called', () => {
  expect(callerFolder({ INIT_CWD: '/home/ada' })).toBe('/home/ada');
  expect(callerFolder({})).toBe(process.cwd());
});
