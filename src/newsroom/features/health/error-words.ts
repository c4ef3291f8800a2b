import { say } from '../../words.ts';

/** Explanations of errors by what their messages contain. */
const explanations: readonly (readonly [RegExp, string])[] = [
  [
    /ECONNREFUSED/,
    say('The other server refused the connection. Check its address and port, and that it runs.'),
  ],
  [
    /ENOTFOUND|EAI_AGAIN/,
    say('The name of the other server was not found. Check its address and the network of this server.'),
  ],
  [
    /ETIMEDOUT|ESOCKET|timed? ?out|Greeting never received/i,
    say('The other server did not answer in time. It may be down, or a firewall blocks the connection.'),
  ],
  [
    /EAUTH|\b535\b|Invalid login|authentication/i,
    say('The other server did not accept the user name or password. Check the variable SMTP_URL.'),
  ],
  [
    /certificate|self.signed|TLS|SSL/i,
    say('The encrypted connection failed. Check the certificate and the port of the other server.'),
  ],
  [/ENOSPC|disk is full|No space/i, say('The disk is full. Free some space, then retry.')],
  [
    /EACCES|EPERM|permission/i,
    say('The server is not allowed to read or write a file. Check the permissions of its data folder.'),
  ],
  [/ENOENT|not found|no such file/i, say('A file is missing.')],
  [
    /unsupported image|Input (?:file|buffer)|corrupt|decod/i,
    say('The picture can’t be read. Upload it again in another format.'),
  ],
  [
    /\b(?:550|551|553|554)\b|mailbox|recipient/i,
    say('The mail server rejected the recipient. Check the email address.'),
  ],
  [/payload|data of the job/i, say('The job was stored by another version and can’t be read. Delete it.')],
];

/** Explains an error and how to fix it; empty for unknown errors. */
export const explainError = (message: string): string =>
  explanations.find(([pattern]) => pattern.test(message))?.[1] ?? '';

const jobs: Readonly<Record<string, string>> = {
  mail: say('Mail'),
  'media-sizes': say('Sizes of a picture'),
  'media-removal': say('Removal of media files'),
  'media-mentions': say('Index of media in texts'),
  pattern: say('Update of a synced pattern'),
  'data-words': say('Search index'),
  openings: say('Beginnings of texts'),
  feed: say('Feed of another site'),
  import: say('Import'),
  'import-check': say('Check of an import'),
  'report-notice': say('Notice of a reported comment'),
  'comment-notice': say('Notice of a comment'),
  backup: say('Backup'),
  schedule: say('Scheduled posts'),
  push: say('Push messages'),
  'backup-daily': say('Daily backup'),
  'forget-failed': say('Deletion of old failed jobs'),
  'forget-activity': say('Deletion of old activity'),
};

/** A kind of job, or a scheduled task. */
export const jobName = (kind: string): string => (Object.hasOwn(jobs, kind) ? (jobs[kind] ?? kind) : kind);
