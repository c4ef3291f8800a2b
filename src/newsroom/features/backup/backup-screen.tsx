import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from '@wordpress/components';
import { useRef, useState } from 'react';
import { may } from '../../app/boot.ts';
import { Moment } from '../../app/moment.tsx';
import { Problem } from '../../app/problem.tsx';
import type { Backups } from '../../app/rest-types.ts';
import { AccessDenied, ScreenHead, Skeleton } from '../../app/screen-head.tsx';
import { useSending } from '../../app/form-modal.tsx';
import { spokenBytes } from '../../app/spoken-bytes.ts';
import { say, sayWith } from '../../words.ts';
import { backups, backupWork, isRestoring } from './backup-data.ts';
import type { Backup, BackupKind } from './backup-data.ts';
import { DeleteBackup, RestoreBackup, UploadBackup } from './backup-dialogs.tsx';
import { BackupSchedule } from './backup-schedule.tsx';
import { RestoreProgress } from './restore-progress.tsx';
import './backup.css';

const kinds: Readonly<Record<BackupKind, string>> = {
  manual: say('Manual'),
  daily: say('Daily'),
  'before-restore': say('Before a restore'),
  uploaded: say('Uploaded'),
};

/** Capabilities of an administrator; a backup contains and replaces all accounts. */
const needed = ['manage_options', 'edit_users', 'promote_users', 'delete_users', 'unfiltered_html'] as const;

/** `tools.php?page=backup`: backups on the server, with schedule, download and restore. */
export function BackupScreen() {
  const lacking = needed.find((capability) => !may(capability));
  return lacking === undefined ? (
    <BackupPage />
  ) : (
    <AccessDenied>{say('Backups require all capabilities. Yours lack “%s”.', lacking)}</AccessDenied>
  );
}

function BackupPage() {
  const { data, error } = useQuery(backups);
  const [isWaiting, setWaiting] = useState(false);
  if (data && (isWaiting || isRestoring(data.restore)))
    return <RestoreProgress restore={data.restore} onFailed={() => setWaiting(false)} />;
  return <BackupList data={data} error={error?.message} onRestore={() => setWaiting(true)} />;
}

interface Dialog {
  readonly kind: 'restore' | 'delete';
  readonly backup: Backup;
}

function BackupList({
  data,
  error,
  onRestore,
}: {
  readonly data: Backups | undefined;
  readonly error: string | undefined;
  readonly onRestore: () => void;
}) {
  const work = backupWork(useQueryClient());
  const [dialog, setDialog] = useState<Dialog | 'upload'>();
  const heading = useRef<HTMLHeadingElement>(null);
  const { fault, isBusy, send } = useSending();
  const isWriting = data?.jobs.some(({ kind, state }) => kind === 'manual' && state !== 'failed') ?? false;
  return (
    <>
      <ScreenHead title={say('Backup')} heading={heading}>
        <div className="redirect-actions">
          <Button variant="tertiary" onClick={() => setDialog('upload')}>
            {say('Upload backup')}
          </Button>
          <Button
            className="head-new"
            disabled={isBusy || isWriting}
            accessibleWhenDisabled
            onClick={() => void send(work.start)}
          >
            {say('Back up now')}
          </Button>
        </div>
      </ScreenHead>
      <p className="backup-intro">
        {say(
          'A backup is one file with the whole site: content, accounts, settings and media. Store a copy on another machine, and keep it as safe as your password.',
        )}
      </p>
      <Problem message={fault?.message ?? error} />
      {data && <LastRestore restore={data.restore} />}
      {data ? <Jobs jobs={data.jobs} /> : !error && <Skeleton rows={4} />}
      {data && (
        <>
          <Files
            data={data}
            onDownload={(backup) => void send(() => work.download(backup))}
            onOpen={(kind, backup) => setDialog({ kind, backup })}
          />
          <BackupSchedule daily={data.daily} />
        </>
      )}
      {dialog === 'upload' && <UploadBackup onClose={() => setDialog(undefined)} />}
      {typeof dialog === 'object' && dialog.kind === 'delete' && (
        <DeleteBackup
          backup={dialog.backup}
          onClose={() => setDialog(undefined)}
          onDeleted={() => {
            setDialog(undefined);
            heading.current?.focus();
          }}
        />
      )}
      {typeof dialog === 'object' && dialog.kind === 'restore' && (
        <RestoreBackup
          backup={dialog.backup}
          onClose={() => setDialog(undefined)}
          onStarted={() => {
            setDialog(undefined);
            onRestore();
          }}
        />
      )}
    </>
  );
}

function LastRestore({ restore }: { readonly restore: Backups['restore'] }) {
  if (!restore || isRestoring(restore)) return null;
  if (restore.step === 'failed')
    return <Problem message={say('The last restore failed. %s', restore.message)} />;
  return (
    <p className="backup-note" role="status">
      {sayWith(
        'Restored by %s on %s: %s',
        restore.user_name,
        <Moment key="date" of={restore.date} />,
        <bdi key="name" className="backup-name" dir="ltr">
          {restore.name}
        </bdi>,
      )}
    </p>
  );
}

function Jobs({ jobs }: { readonly jobs: Backups['jobs'] }) {
  return (
    <div aria-live="polite">
      {jobs.map(({ kind, state, bytes, message }) =>
        state === 'failed' ? (
          <Problem key={kind} message={say('The last backup (%s) failed. %s', kinds[kind], message)} />
        ) : (
          <div key={kind} className="backup-running">
            <b>{kind === 'daily' ? say('Writing the daily backup…') : say('Writing a backup…')}</b>
            <span>
              {message === ''
                ? say('%s so far. You can leave this page.', spokenBytes(bytes))
                : say('Trying again: %s', message)}
            </span>
            <i aria-hidden="true" />
          </div>
        ),
      )}
    </div>
  );
}

function Files({
  data: { backups: files, free_bytes: free },
  onDownload,
  onOpen,
}: {
  readonly data: Backups;
  readonly onDownload: (backup: Backup) => void;
  readonly onOpen: (kind: Dialog['kind'], backup: Backup) => void;
}) {
  if (files.length === 0)
    return (
      <div className="backup-none">
        <b>{say('No backups yet')}</b>
        <p>{say('Back up now, or turn on daily backups below.')}</p>
      </div>
    );
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  return (
    <section aria-label={say('Backups')}>
      <ul className="backups">
        {files.map((file) => (
          <li key={file.name}>
            <div className="backup-facts">
              <b>
                <Moment of={file.date} />
              </b>
              <span className="backup-kind">{kinds[file.kind]}</span>
              <span>{spokenBytes(file.bytes)}</span>
              <bdi className="backup-name" dir="ltr">
                {file.name}
              </bdi>
            </div>
            <div className="backup-actions">
              <Action label={say('Download')} file={file} onClick={() => onDownload(file)} />
              <Action label={say('Restore')} file={file} onClick={() => onOpen('restore', file)} />
              <Action
                label={say('Delete')}
                file={file}
                isDestructive
                onClick={() => onOpen('delete', file)}
              />
            </div>
          </li>
        ))}
      </ul>
      <p className="backup-room">{say('%s used, %s free', spokenBytes(total), spokenBytes(free))}</p>
    </section>
  );
}

function Action({
  label,
  file,
  isDestructive = false,
  onClick,
}: {
  readonly label: string;
  readonly file: Backup;
  readonly isDestructive?: boolean;
  readonly onClick: () => void;
}) {
  return (
    <Button
      variant="tertiary"
      size="compact"
      isDestructive={isDestructive}
      aria-label={say('%s: %s', label, file.name)}
      onClick={onClick}
    >
      {label}
    </Button>
  );
}
