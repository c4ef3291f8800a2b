import type { Actor } from '../../kernel/permission.ts';

/** A restore of the running site (`serve.ts`), already authorized and confirmed. */
export interface RestoreRequest {
  readonly name: string;
  /** Whether the current state is backed up first. */
  readonly backsUpFirst: boolean;
  readonly by: Pick<Actor, 'id' | 'login' | 'displayName'>;
}

/** The server's request to the process that writes or restores a backup (`cli/backup-worker.ts`). */
export type BackupTask = {
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  /** Without a trailing slash. */
  readonly siteUrl: string;
} & ({ readonly kind: 'write'; readonly name: string } | ({ readonly kind: 'restore' } & RestoreRequest));

/** After `checked` the process waits for the message `go`, without which nothing changes; after `committed` the site is replaced. */
export type RestoreStep = 'checking' | 'checked' | 'committed';

export type BackupReply =
  | { readonly step: RestoreStep }
  | { readonly step: 'done' }
  | { readonly fault: string; readonly final: boolean };
