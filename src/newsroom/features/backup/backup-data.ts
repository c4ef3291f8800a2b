import { queryOptions } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { siteNow } from '../../app/boot.ts';
import { checkReauthentication, sensitive } from '../../app/reauthentication.tsx';
import type { Backups, OwnSettingsSent, RestoreSent, SavedSettings } from '../../app/rest-types.ts';
import { currentNonce, rest } from '../../app/rest.ts';
import { toast } from '../../app/toasts.tsx';
import { say } from '../../words.ts';

export type Backup = Backups['backups'][number];
export type BackupKind = Backup['kind'];
export type Restore = NonNullable<Backups['restore']>;

const base = '/broadsheet/v1/backups';
const queryKey = ['backups'];
/** Milliseconds between checks while something is written or restored; otherwise the list changes rarely. */
const [busyMs, idleMs] = [1000, 30_000];

const activeSteps: ReadonlySet<string> = new Set(['backing-up', 'checking', 'replacing']);
export const isRestoring = (restore: Backups['restore']): boolean =>
  restore !== null && activeSteps.has(restore.step);

const isDue = ({ next }: Backups['daily']) => next !== null && Date.parse(next) <= siteNow() + busyMs;

export const backups = queryOptions<Backups>({
  queryKey,
  refetchInterval: ({ state: { data } }) =>
    // `RestoreProgress` follows a restore: while the server restarts, this query would ask to log in.
    isRestoring(data?.restore ?? null)
      ? false
      : data && (data.jobs.some(({ state }) => state !== 'failed') || isDue(data.daily))
        ? busyMs
        : idleMs,
  queryFn: async ({ signal }) => (await rest<Backups>(base, { signal })).body,
});

/** Actions on backups; each asks for the password first if needed. They resolve to false if the user cancels that. */
export function backupWork(queries: QueryClient) {
  const refresh = () => queries.invalidateQueries({ queryKey });
  return {
    start: async (): Promise<void> => {
      if (!(await sensitive(() => rest<Backups>(base, { method: 'POST' })))) return;
      await refresh();
    },
    remove: async ({ name }: Backup): Promise<boolean> => {
      const reply = await sensitive(() => rest(`${base}/${name}`, { method: 'DELETE' }));
      if (!reply) return false;
      toast(say('Backup deleted.'));
      await refresh();
      return true;
    },
    download: async ({ name }: Backup): Promise<void> => {
      const isAllowed = await sensitive(async () => {
        await checkReauthentication();
        return true;
      });
      if (!isAllowed) return;
      const href = `/wp-json${base}/${name}/download?_wpnonce=${encodeURIComponent(currentNonce())}`;
      Object.assign(document.createElement('a'), { href, download: name }).click();
      toast(say('The download has started.'));
    },
    upload: async (file: File): Promise<boolean> => {
      const form = new FormData();
      form.append('file', file);
      // Asks before gigabytes are sent.
      const reply = await sensitive(async () => {
        await checkReauthentication();
        return rest<Backup>(`${base}/files`, { method: 'POST', body: form });
      });
      if (!reply) return false;
      toast(say('Backup uploaded.'));
      await refresh();
      return true;
    },
    restore: async ({ name }: Backup, body: RestoreSent): Promise<boolean> => {
      const reply = await sensitive(() =>
        rest<{ started: true }, RestoreSent>(`${base}/${name}/restore`, { method: 'POST', body }),
      );
      if (!reply) return false;
      await refresh();
      return true;
    },
    schedule: async (
      values: { readonly backup_daily: boolean; readonly backup_keep: number },
      from: typeof values,
    ): Promise<boolean> => {
      const reply = await sensitive(() =>
        rest<SavedSettings, OwnSettingsSent>('/broadsheet/v1/settings', {
          method: 'POST',
          body: { values, from },
        }),
      ).catch(async (error: unknown) => {
        await refresh(); // shows what someone else saved in the meantime
        throw error;
      });
      if (!reply) return false;
      await Promise.all([refresh(), queries.invalidateQueries({ queryKey: ['settings'] })]);
      toast(say('Schedule saved.'));
      return true;
    },
  };
}

/** The state of a restore; `away` while the server restarts, `signed-out` once it serves the restored site. */
export async function findRestoreStep(): Promise<Restore | 'away' | 'signed-out'> {
  const reply = await window
    .fetch(`/wp-json${base}`, { headers: { 'x-wp-nonce': currentNonce() }, cache: 'no-store' })
    .catch(() => undefined);
  if (reply?.status === 401 || reply?.status === 403) return 'signed-out';
  if (!reply?.ok) return 'away';
  const { restore } = (await reply.json()) as Backups;
  return restore ?? 'signed-out';
}
