import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { z } from 'zod';
import type { Environment } from './kernel/http/health-source.ts';
import { ConfigError } from './lib/errors.ts';
import { canReach, normalizeEmail } from './lib/normalize-email.ts';

const portNumber = z.coerce.number().int().min(0).max(65535);

const httpUrl = z
  .string()
  .refine(
    (text) =>
      URL.canParse(text) &&
      /^https?:$/.test(new URL(text).protocol) &&
      new URL(text).pathname === '/' &&
      new URL(text).search === '' &&
      new URL(text).hash === '' &&
      new URL(text).username + new URL(text).password === '',
  );

const splitList = (text: string) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);

function isAddressOrNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/');
  const version = isIP(address);
  return (
    version !== 0 &&
    more.length === 0 &&
    (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128)))
  );
}

/** Percentage of one CPU. */
export const defaultCpuPercent = 20;

/** Each variable with its check, its default, and the advice for a wrong value. */
const variables = {
  PORT: {
    description: 'Port to listen on; 0 lets the system choose',
    check: portNumber,
    fallback: '3000',
    fix: 'use a whole number from 0 to 65535 (0 lets the system choose)',
  },
  HOST: {
    description: 'Address to listen on',
    check: z.string().regex(/^[\w.:-]+$/),
    fallback: '127.0.0.1',
    fix: 'use an address to listen on, such as 127.0.0.1, 0.0.0.0 or ::',
  },
  DATA_DIR: {
    description: 'Folder of the SQLite database, media and keys',
    check: z.string().min(1),
    fallback: './data',
    fix: 'use the path of a folder that the server can write to',
  },
  DATABASE_URL: {
    description: 'PostgreSQL 15 or newer instead of SQLite: `postgres://user:password@host:5432/name`',
    check: z
      .string()
      .refine(
        (text) => text === '' || (URL.canParse(text) && /^postgres(ql)?:$/.test(new URL(text).protocol)),
      ),
    fallback: '',
    fix: 'use postgres://user:password@host:5432/name, or leave it empty for SQLite',
  },
  SITE_URL: {
    description: 'Public address, without a path; `http://localhost:PORT` by default',
    check: httpUrl.or(z.literal('')),
    fallback: '',
    fix: 'use the public address, such as https://news.example, without path, query, fragment or user',
  },
  ADMIN_USER: {
    description: 'Username of the first administrator',
    check: z.string().regex(/^[\w.@-]{1,60}$/),
    fallback: 'admin',
    fix: 'use 1 to 60 letters, digits or . _ @ -',
  },
  ADMIN_EMAIL: {
    description: 'Email address of the first administrator',
    check: z.string().refine((text) => text === '' || canReach(normalizeEmail(text))),
    fallback: '',
    fix: 'use an e-mail address',
  },
  ADMIN_PASSWORD: {
    description:
      'Password of the first administrator; empty: the first start generates one and prints it once',
    check: z.string().refine((text) => text === '' || text.length >= 8),
    fallback: '',
    fix: 'use at least 8 characters, or leave it empty to have one generated',
  },
  DEMO: {
    description: '`1` fills an empty database with the demo magazine, `0` starts with an empty site',
    check: z.enum(['0', '1']),
    fallback: '1',
    fix: 'use 1 (fill an empty database with the demo) or 0 (leave it empty)',
  },
  TRUST_PROXY: {
    description: 'Addresses or networks of proxies whose `X-Forwarded-*` headers count, separated by commas',
    check: z.string().refine((text) => splitList(text).every(isAddressOrNetwork)),
    fallback: '',
    fix: 'use a comma-separated list of proxy addresses or networks, such as 127.0.0.1,10.0.0.0/8',
  },
  SMTP_URL: {
    description:
      'Mail server: `smtp://user:password@host:587` or `smtps://…:465`; empty: mail is written to `DATA_DIR/mail` instead',
    check: z
      .string()
      .refine(
        (text) =>
          text === '' ||
          (URL.canParse(text) && /^smtps?:$/.test(new URL(text).protocol) && new URL(text).hostname !== ''),
      ),
    fallback: '',
    fix: 'use smtp://user:password@host:587 or smtps://user:password@host:465, or leave it empty to send no mail',
  },
  PUSH_SERVICES: {
    description: 'Push services that are trusted in addition to those of browsers, separated by commas',
    check: z.string().refine((text) => splitList(text).every((origin) => httpUrl.safeParse(origin).success)),
    fallback: '',
    fix: 'use a comma-separated list of additional push services, such as https://push.example.org',
  },
  PAGE_CACHE_MB: {
    description: 'Size of the page cache in megabytes',
    check: z.coerce.number().min(1).max(65536),
    fallback: '48',
    fix: 'use a number of megabytes from 1 to 65536',
  },
  ADDRESS_CPU_PERCENT: {
    description:
      'Share of one processor that one client address may use for uncached replies, in percent; beyond it the server answers 429; 0: no limit',
    check: z.coerce.number().min(0).max(100),
    fallback: String(defaultCpuPercent),
    fix: 'use a number from 0 (no limit) to 100: the share of one processor that one address may use for uncached replies',
  },
  LOG_LEVEL: {
    description: '`trace`, `debug`, `info`, `warn`, `error`, `fatal` or `silent`; logs are JSON lines',
    check: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']),
    fallback: 'info',
    fix: 'use trace, debug, info, warn, error, fatal or silent',
  },
} as const;

type Variables = { [Name in keyof typeof variables]: z.output<(typeof variables)[Name]['check']> };

/** For docs/reference/environment.md. */
export const environmentVariables: readonly {
  readonly name: string;
  readonly fallback: string;
  readonly description: string;
}[] = Object.entries(variables).map(([name, { fallback, description }]) => ({ name, fallback, description }));

export interface Config {
  readonly port: number;
  readonly host: string;
  /** Absolute path of the folder with the SQLite file, media and keys. */
  readonly dataDir: string;
  /** `postgres://…`, or undefined for SQLite in `dataDir`. */
  readonly databaseUrl: string | undefined;
  /** Public address without a trailing slash; undefined until the port is known (`http://localhost:PORT`). */
  readonly siteUrl: string | undefined;
  readonly admin: {
    readonly user: string;
    readonly email: string | undefined;
    readonly password: string | undefined;
  };
  /** Whether the administrator is configured (`ADMIN_…`) or the demo is used, so that the installer is not needed. */
  readonly isAnswered: boolean;
  /** Whether an empty database gets the demo magazine. */
  readonly demo: boolean;
  /** Proxies whose `X-Forwarded-*` headers are trusted; empty for none. */
  readonly trustProxy: readonly string[];
  /** `smtp://…` or `smtps://…` of the mail server; without it, no mail is sent. */
  readonly smtpUrl: string | undefined;
  /** Origins of push services trusted in addition to those of the browsers. */
  readonly pushServices: readonly string[];
  readonly pageCacheBytes: number;
  /** Percentage of one CPU that a client address may use for uncached responses; 0 for no limit. */
  readonly addressCpuPercent: number;
  readonly logLevel: Variables['LOG_LEVEL'];
  readonly environment: Environment;
}

/** Reads and validates the environment. Throws `ConfigError` with every wrong variable, its value and the fix. `warn` receives likely typos. */
export function readConfig(env: NodeJS.ProcessEnv, warn: (line: string) => void = () => {}): Config {
  const mistyped = mistypedVariables(env);
  for (const [name, meant] of Object.entries(mistyped))
    warn(`${name} is not a Broadsheet variable and has no effect. Did you mean ${meant}?`);
  const invalid: string[] = [];
  const read = <Name extends keyof Variables>(name: Name): Variables[Name] => {
    const value = env[name]?.trim();
    const { check, fallback, fix } = variables[name];
    const parsed = check.safeParse(value === undefined || value === '' ? fallback : value);
    if (!parsed.success) {
      const shown = maskedVariables.has(name) ? hideSecret(name, value ?? '') : `"${value}"`;
      invalid.push(`${name} is ${shown}: ${fix}.`);
    }
    return parsed.data as Variables[Name];
  };
  const values = Object.fromEntries(
    (Object.keys(variables) as (keyof Variables)[]).map((name) => [name, read(name)]),
  ) as Variables;
  if (invalid.length > 0) throw new ConfigError(invalid.join('\n'));
  return {
    port: values.PORT,
    host: values.HOST,
    dataDir: resolve(values.DATA_DIR),
    databaseUrl: values.DATABASE_URL || undefined,
    siteUrl: values.SITE_URL === '' ? undefined : originOf(values.SITE_URL),
    admin: {
      user: values.ADMIN_USER,
      email: values.ADMIN_EMAIL || undefined,
      password: values.ADMIN_PASSWORD || undefined,
    },
    isAnswered:
      [env.ADMIN_USER, env.ADMIN_EMAIL, env.ADMIN_PASSWORD].some((value) => value?.trim()) ||
      values.DEMO === '1',
    demo: values.DEMO === '1',
    trustProxy: splitList(values.TRUST_PROXY),
    smtpUrl: values.SMTP_URL || undefined,
    pushServices: splitList(values.PUSH_SERVICES).map(originOf),
    pageCacheBytes: Math.round(values.PAGE_CACHE_MB * 1024 * 1024),
    addressCpuPercent: values.ADDRESS_CPU_PERCENT,
    logLevel: values.LOG_LEVEL,
    environment: { set: setVariables(env), mistyped },
  };
}

/** Their values contain passwords. */
const maskedVariables: ReadonlySet<string> = new Set(['ADMIN_PASSWORD', 'DATABASE_URL', 'SMTP_URL']);
/** Left out of reports, since they may name the machine or persons, too. */
const privateVariables: ReadonlySet<string> = new Set([
  'ADMIN_EMAIL',
  'ADMIN_USER',
  'DATA_DIR',
  'TRUST_PROXY',
  ...maskedVariables,
]);

const setVariables = (env: NodeJS.ProcessEnv): Record<string, string> =>
  Object.fromEntries(
    Object.keys(variables).flatMap((name) => {
      const value = env[name]?.trim();
      if (value === undefined || value === '') return [];
      return [[name, privateVariables.has(name) ? 'set' : value]];
    }),
  );

/** An origin as in browsers' `Origin` header: lower-case host in Punycode, without a default port. */
const originOf = (address: string) => new URL(address).origin;

/** Environment variables that are probably typos of known ones, by the known one. */
function mistypedVariables(env: NodeJS.ProcessEnv): Record<string, string> {
  const ours = Object.keys(variables);
  return Object.fromEntries(
    Object.keys(env).flatMap((name) => {
      if (name.length < 5 || name !== name.toUpperCase() || ours.includes(name)) return [];
      const meant = ours.find((one) => one.length > 4 && isNearly(name, one));
      return meant === undefined ? [] : [[name, meant]];
    }),
  );
}

/** Whether two names differ by one typo: two letters swapped, or one missing, added or replaced. Underscores are ignored. */
function isNearly(written: string, meant: string): boolean {
  const [a, b] = [written, meant].map((word) => word.replaceAll('_', ''));
  if (a === undefined || b === undefined || Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start++;
  const [restA, restB] = [a.slice(start), b.slice(start)];
  return (
    restA === restB ||
    restA.slice(1) === restB ||
    restA === restB.slice(1) ||
    restA.slice(1) === restB.slice(1) ||
    (restA[0] === restB[1] && restA[1] === restB[0] && restA.slice(2) === restB.slice(2))
  );
}

/** Masks a secret except for what helps to fix it: the length of a password, or a database URL without its credentials. */
function hideSecret(name: string, value: string): string {
  if (name === 'ADMIN_PASSWORD') return `${value.length} characters long`;
  const [scheme = ''] = /^[a-z+]*:\/*/i.exec(value) ?? [];
  const rest = value.slice(scheme.length);
  if (rest.includes('@'))
    return `"${scheme}…@${rest.slice(rest.lastIndexOf('@') + 1).replace(/\?[\s\S]*/, '?…')}"`;
  return /[:?=]/.test(rest) ? `"${scheme}…"` : `"${value}"`;
}

export function siteUrlOf(config: Pick<Config, 'siteUrl' | 'port'>, port: number = config.port): string {
  return config.siteUrl ?? `http://localhost:${port}`;
}

/** Base of relative file names on the command line: the folder where npm was called, since the launcher changes to the project's folder. */
export function callerFolder(env: NodeJS.ProcessEnv): string {
  return env.INIT_CWD || process.cwd();
}
