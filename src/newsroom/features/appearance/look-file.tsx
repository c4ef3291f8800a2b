import { Button, FormFileUpload } from '@wordpress/components';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { saveBlob } from '../../../lib/save-blob.ts';
import { RestError, rest, send } from '../../app/rest.ts';
import type { ImportedLook } from '../../app/rest-types.ts';
import { toast, toastRefusal } from '../../app/toasts.tsx';
import { say } from '../../words.ts';
import { refreshSettings } from '../settings/settings-data.ts';
import { undo } from '../settings/use-edits.ts';

const maxMegabytes = 64;

/** Exports the saved look as a file, and applies such a file. */
export function LookFileButtons({
  isDirty,
  onFault,
}: {
  /** Importing replaces the saved look, so unsaved changes must be saved or discarded first. */
  readonly isDirty: boolean;
  readonly onFault: (message: string | undefined) => void;
}) {
  const queries = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const run = async (work: () => Promise<void>) => {
    setBusy(true);
    onFault(undefined);
    try {
      await work();
    } catch (error) {
      if (!(error instanceof RestError)) throw error;
      onFault(error.message);
    } finally {
      setBusy(false);
    }
  };
  const importFile = async (file: File) => {
    if (file.size > maxMegabytes * 2 ** 20)
      return onFault(say('%1$s is larger than %2$d MB, the maximum for a look.', file.name, maxMegabytes));
    const body = new FormData();
    body.append('file', file);
    const {
      body: { before, values },
    } = await rest<ImportedLook>('/broadsheet/v1/look', { method: 'POST', body });
    toast(say('Look imported.'), {
      undo: () => void undo(queries, before, values).catch(toastRefusal),
    });
    await refreshSettings(queries);
  };
  return (
    <>
      <Button
        variant="tertiary"
        disabled={isBusy}
        accessibleWhenDisabled
        onClick={() => void run(exportLook)}
      >
        {say('Export')}
      </Button>
      <FormFileUpload
        __next40pxDefaultSize={false}
        accept=".json,application/json"
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          event.currentTarget.value = '';
          if (file) void run(() => Promise.resolve(importFile(file)));
        }}
        render={({ openFileDialog }) => (
          <Button
            variant="tertiary"
            disabled={isBusy}
            accessibleWhenDisabled
            isBusy={isBusy}
            onClick={() =>
              isDirty
                ? onFault(say('Save or discard your changes before you import a look.'))
                : openFileDialog()
            }
          >
            {say('Import')}
          </Button>
        )}
      />
    </>
  );
}

async function exportLook(): Promise<void> {
  const reply = await send('/broadsheet/v1/look');
  if (!reply.ok) {
    const { message = '' } = (await reply.json().catch(() => ({}))) as { readonly message?: string };
    throw new RestError(reply.status, 'no_export', message);
  }
  saveBlob(await reply.blob(), 'look.json');
}
