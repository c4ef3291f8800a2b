import type { Actor } from '../../kernel/permission.ts';

/** A restore of the running site (`serve.ts`), already authorized and confirmed. */
export interface RestoreRequest {
  readonly name: string;
  /** Whether the current state is backed up first. */
  readonly backsUpFirst: boolean;
  readonly by: Pick<Actor, 'id' | 'login' | 'displayName'>;
}

/** What the server asks of the process that writes or restores a backup (`cli/backup-worker.ts`). */
export type BackupTask = {
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  /** Without a trailing slash. */
  readonly siteUrl: string;
} & ({ readonly kind: 'write'; readonly name: string } | ({ readonly kind: 'restore' } & RestoreRequest));

/** Its replies. After `checked` it waits for the message `go`, without which nothing changes. */
export type BackupReply =
  | { readonly step: 'checking' | 'checked' }
  | { readonly step: 'done' }
  | { readonly fault: string; readonly final: boolean };
