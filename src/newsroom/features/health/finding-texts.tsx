import type { ReactNode } from 'react';
import { Moment } from '../../app/moment.tsx';
import { backupAddress } from '../../app/screens.ts';
import { spokenBytes } from '../../app/spoken-bytes.ts';
import { say, sayCount, sayWith } from '../../words.ts';
import { explainError, jobName } from './error-words.ts';
import type { Finding } from './health-data.ts';

export interface FindingText {
  readonly title: string;
  /** Its meaning, and how to fix it. */
  readonly text?: ReactNode;
  /** Where to fix it, below `/wp-admin`. */
  readonly link?: { readonly label: string; readonly to: string };
}

type Values = Finding['values'];
const number = (values: Values, name: string) => Number(values[name] ?? 0);
const text = (values: Values, name: string) => String(values[name] ?? '');
const names = (values: Values, name: string) =>
  text(values, name).split(' ').filter(Boolean).map(jobName).join(', ');
const withError = (message: string) => [explainError(message), message].filter(Boolean).join(' ');

const settingsOf = (page: string) => `/options-general.php?page=${page}`;

function diskText(values: Values): string {
  const media = number(values, 'media');
  const free = spokenBytes(number(values, 'free'));
  return media < 0 ? say('%s free.', free) : say('%1$s free, %2$s used by media.', free, spokenBytes(media));
}

const problems: Readonly<Record<Finding['id'], (values: Values) => FindingText>> = {
  'database-damaged': (values) => ({
    title: say('The database is damaged'),
    text: say('Restore the last backup. The database says: %s', text(values, 'message')),
    link: { label: say('Backup'), to: backupAddress },
  }),
  database: () => ({ title: say('The database does not answer') }),
  'disk-full': (values) => ({
    title: say('The disk is almost full'),
    text: say('%s Delete old backups and unused media, or add space, before saving fails.', diskText(values)),
    link: { label: say('Backup'), to: backupAddress },
  }),
  disk: () => ({ title: say('The disk can’t be read') }),
  backup: (values) =>
    text(values, 'last') === ''
      ? {
          title: say('There is no backup'),
          text: say('Turn on daily backups, and store a copy on another machine.'),
          link: { label: say('Backup'), to: backupAddress },
        }
      : {
          title: say('The last backup is old'),
          text: sayWith(
            'It was made on %s. Turn on daily backups.',
            <Moment key="last" of={text(values, 'last')} />,
          ),
          link: { label: say('Backup'), to: backupAddress },
        },
  'jobs-failed': (values) => ({
    title: sayCount('%d background job failed|%d background jobs failed', number(values, 'count')),
    text: say('Fix the cause, then retry them below.'),
  }),
  'jobs-stuck': (values) => ({
    title: say('Background work is not running'),
    text: say(
      'Jobs have been waiting for more than an hour: %s. Restart the server, and read its log.',
      names(values, 'kinds'),
    ),
  }),
  mail: () => ({
    title: say('No mail is sent'),
    text: say(
      'No mail server is configured, so invitations, password links and notices don’t arrive. Set the variable SMTP_URL and restart the server.',
    ),
  }),
  'mail-failing': (values) => ({
    title: sayCount('%d mail was not sent|%d mails were not sent', number(values, 'count')),
    text: withError(text(values, 'message')),
  }),
  'push-insecure': () => ({
    title: say('Push messages need HTTPS'),
    text: say('Browsers subscribe only to sites whose address begins with https. Set the variable SITE_URL.'),
  }),
  'push-failing': (values) => ({
    title: say('Most push messages are not delivered'),
    text: say(
      '%1$d of %2$d subscribers could not be reached last time. Check that this server can reach the internet.',
      number(values, 'failing'),
      number(values, 'subscribers'),
    ),
    link: { label: say('Push notifications'), to: settingsOf('push') },
  }),
  push: () => ({ title: say('Push messages are off') }),
  'posts-missed': (values) => ({
    title: sayCount(
      '%d scheduled post missed its time|%d scheduled posts missed their time',
      number(values, 'count'),
    ),
    text: say('Publish them by hand, and restart the server. Its log says why.'),
    link: { label: say('Scheduled posts'), to: '/edit.php?post_status=future' },
  }),
  'tasks-failing': (values) => ({
    title: say('A scheduled task fails: %s', jobName(text(values, 'task'))),
    text: withError(text(values, 'message')),
  }),
  'tasks-late': (values) => ({
    title: say('Scheduled tasks are late'),
    text: say('Restart the server if this stays: %s.', names(values, 'tasks')),
  }),
  'slow-pages': (values) => ({
    title: say('Some pages are slow to render'),
    text: say(
      'The slowest was %1$s with %2$d ms. Use fewer lists on it, or give the server more processor time.',
      text(values, 'path'),
      number(values, 'ms'),
    ),
  }),
  logins: (values) => ({
    title: sayCount('%d failed log-in today|%d failed log-ins today', number(values, 'today')),
    text: say(
      'Someone may be guessing passwords. Each address is slowed down already. Require a second factor for editors.',
    ),
    link: { label: say('Settings'), to: '/options-general.php' },
  }),
  https: (values) => ({
    title: say('The site does not use HTTPS'),
    text: say(
      'Passwords and cookies can be read on their way to %s. Set up a proxy with a certificate, and set SITE_URL to its https address.',
      text(values, 'url'),
    ),
  }),
  'site-url': (values) => ({
    title: say('The site has no public address'),
    text: say(
      'It is only reachable on this machine, at %s. Set the variable SITE_URL to the address that readers use.',
      text(values, 'url'),
    ),
  }),
  proxy: () => ({
    title: say('The proxy is not trusted'),
    text: say(
      'All readers seem to come from one address, so limits against abuse affect everyone. Set the variable TRUST_PROXY to the address of the proxy.',
    ),
  }),
  keys: () => ({
    title: say('Other accounts of this machine can read the site’s keys'),
    text: say('Run “chmod 600” on the file keys.json in the data folder.'),
  }),
  node: (values) => ({
    title: say('Node.js is outdated'),
    text: say('Version %s no longer gets security fixes. Install the current one.', text(values, 'version')),
  }),
  variables: (values) => ({
    title: say('An environment variable has no effect'),
    text: say('Unknown: %1$s. Did you mean %2$s?', text(values, 'names'), text(values, 'meant')),
  }),
  demo: (values) => ({
    title: say('The demo magazine is still here'),
    text: sayCount(
      'Readers see %d of its articles and pages. An import removes the demo, or delete them yourself.|Readers see %d of its articles and pages. An import removes the demo, or delete them yourself.',
      number(values, 'count'),
    ),
    link: { label: say('Import'), to: '/import.php' },
  }),
  'search-engines': () => ({
    title: say('Search engines are asked to stay away'),
    text: say('Readers don’t find the site by searching. Change this once the site is ready.'),
    link: { label: say('Search engines'), to: settingsOf('discovery') },
  }),
};

const sound: Readonly<Record<Finding['id'], (values: Values) => string>> = {
  'database-damaged': () => say('The database is in order'),
  database: (values) =>
    say(
      'The database is in order: %1$s %2$s, %3$s',
      text(values, 'name') === 'sqlite' ? 'SQLite' : 'PostgreSQL',
      text(values, 'version'),
      spokenBytes(number(values, 'bytes')),
    ),
  'disk-full': () => say('The disk has room'),
  disk: (values) => say('The disk has room: %s', diskText(values)),
  backup: () => say('There is a recent backup'),
  'jobs-failed': () => say('No background job failed'),
  'jobs-stuck': () => say('Background work is running'),
  mail: () => say('A mail server is configured'),
  'mail-failing': () => say('Mail is sent'),
  'push-insecure': () => say('Browsers can subscribe to push messages'),
  'push-failing': () => say('Push messages are delivered'),
  push: (values) =>
    sayCount(
      'Push messages work: %d subscriber|Push messages work: %d subscribers',
      number(values, 'subscribers'),
    ),
  'posts-missed': () => say('Scheduled posts are published on time'),
  'tasks-failing': () => say('Scheduled tasks succeed'),
  'tasks-late': () => say('Scheduled tasks are on time'),
  'slow-pages': () => say('Pages render quickly'),
  logins: (values) => sayCount('%d failed log-in today|%d failed log-ins today', number(values, 'today')),
  https: () => say('The site uses HTTPS'),
  'site-url': (values) => say('The site’s address is %s', text(values, 'url')),
  proxy: () => say('The proxy is trusted'),
  keys: () => say('Only this account can read the site’s keys'),
  node: (values) => say('Node.js %s is current', text(values, 'version')),
  variables: () => say('All environment variables are known'),
  demo: () => say('The demo magazine is gone'),
  'search-engines': () => say('Search engines are welcome'),
};

export const findingText = ({ id, status, values }: Finding): FindingText =>
  status === 'good' ? { title: sound[id](values) } : problems[id](values);
