import { useQueryClient } from '@tanstack/react-query';
import { Button, CheckboxControl, TextControl } from '@wordpress/components';
import { useState } from 'react';
import type { FormEvent } from 'react';
import { Decide } from '../../app/decide.tsx';
import { boot } from '../../app/boot.ts';
import { FileField } from '../../app/file-field.tsx';
import { CancelButton, FormModal, SubmitButton, useSending } from '../../app/form-modal.tsx';
import { Moment } from '../../app/moment.tsx';
import { Problem } from '../../app/problem.tsx';
import { spokenBytes } from '../../app/spoken-bytes.ts';
import { say, sayWith } from '../../words.ts';
import { backupWork } from './backup-data.ts';
import type { Backup } from './backup-data.ts';

interface DialogProps {
  readonly backup: Backup;
  readonly onClose: () => void;
}

export function DeleteBackup({
  backup,
  onClose,
  onDeleted,
}: DialogProps & { readonly onDeleted: () => void }) {
  const work = backupWork(useQueryClient());
  const { fault, isBusy, send } = useSending();
  return (
    <FormModal title={say('Delete this backup?')} size="small" onRequestClose={onClose}>
      <p>
        {sayWith(
          'The backup of %s is deleted from the server. This can’t be undone.',
          <Moment key="date" of={backup.date} />,
        )}
      </p>
      <Problem message={fault?.message} />
      <Decide
        isBusy={isBusy}
        onCancel={onClose}
        onDecide={() => void send(async () => (await work.remove(backup)) && onDeleted())}
      >
        {say('Delete')}
      </Decide>
    </FormModal>
  );
}

const host = window.location.hostname;
const isSame = (one: string, other: string) =>
  one.trim() !== '' && one.trim().toLowerCase() === other.trim().toLowerCase();

/** Asks for the site's title or host name, and replaces the site. */
export function RestoreBackup({
  backup,
  onClose,
  onStarted,
}: DialogProps & { readonly onStarted: () => void }) {
  const work = backupWork(useQueryClient());
  const [confirmation, setConfirmation] = useState('');
  const [backsUpFirst, setBacksUpFirst] = useState(true);
  const { fault, isBusy, send } = useSending();
  const isReady = isSame(confirmation, boot.site.name) || isSame(confirmation, host);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isReady) return;
    void send(async () => {
      if (await work.restore(backup, { confirmation, backup_first: backsUpFirst })) onStarted();
    });
  };
  return (
    <FormModal title={say('Restore this backup?')} size="medium" onRequestClose={onClose}>
      <form className="form" onSubmit={submit}>
        <div className="backup-warning">
          <p>
            {sayWith(
              'All content, accounts, settings and media are replaced by the backup of %s (%s). Everything that was changed since then is lost.',
              <Moment key="date" of={backup.date} />,
              spokenBytes(backup.bytes),
            )}
          </p>
          <p>
            {say(
              'The backup is checked in full first; a damaged one changes nothing. The site is unavailable for a moment, and everyone has to log in again, with the passwords of the backup.',
            )}
          </p>
        </div>
        <Problem message={fault?.message} />
        <CheckboxControl
          label={say('Back up the current state first')}
          help={say('Lets you return to it.')}
          checked={backsUpFirst}
          onChange={setBacksUpFirst}
        />
        <TextControl
          __next40pxDefaultSize
          label={
            boot.site.name === ''
              ? say('Type “%s” to confirm', host)
              : say('Type “%s” or “%s” to confirm', boot.site.name, host)
          }
          value={confirmation}
          autoComplete="off"
          onChange={setConfirmation}
        />
        <div className="form-end">
          <CancelButton />
          <Button
            __next40pxDefaultSize
            variant="primary"
            type="submit"
            isDestructive
            isBusy={isBusy}
            disabled={isBusy || !isReady}
            accessibleWhenDisabled
          >
            {say('Restore')}
          </Button>
        </div>
      </form>
    </FormModal>
  );
}

export function UploadBackup({ onClose }: { readonly onClose: () => void }) {
  const work = backupWork(useQueryClient());
  const [file, setFile] = useState<File>();
  const { fault, isBusy, send } = useSending();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!file) return;
    void send(async () => (await work.upload(file)) && onClose());
  };
  return (
    <FormModal title={say('Upload backup')} size="medium" onRequestClose={onClose}>
      <form className="form" onSubmit={submit}>
        <p className="backup-hint">
          {say(
            'Choose a backup of this or another Broadsheet site (.tar.gz). It is added to the list; nothing is restored yet.',
          )}
        </p>
        <FileField
          label={say('Backup file')}
          accept=".gz,application/gzip"
          isDisabled={isBusy}
          onChoose={setFile}
        />
        <Problem message={fault?.message} />
        <p role="status">{isBusy && file ? say('Uploading %s…', spokenBytes(file.size)) : ''}</p>
        <div className="form-end">
          <CancelButton />
          <SubmitButton isBusy={isBusy} isDisabled={isBusy || !file}>
            {say('Upload')}
          </SubmitButton>
        </div>
      </form>
    </FormModal>
  );
}
