import { Button, FormFileUpload } from '@wordpress/components';
import { useState } from 'react';
import { Problem } from '../../app/problem.tsx';
import type { UploadedFonts } from '../../app/rest-types.ts';
import { RestError, rest } from '../../app/rest.ts';
import { say } from '../../words.ts';
import { PartChange } from './look-part-field.tsx';
import type { LookEditing } from './look-part-field.tsx';

/** Custom fonts of a part of the look. Uploaded files are stored at once, and used when the look is saved. */
export function OwnFontsField({
  part,
  label,
  editing,
}: {
  readonly part: 'headlines' | 'text';
  readonly label: string;
  readonly editing: LookEditing;
}) {
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<string>();
  const path = `ownFonts.${part}`;
  const own = editing.whole.ownFonts[part] ?? [];
  const families = [...new Set(own.map(({ family }) => family))];
  const upload = async (files: readonly File[]) => {
    setBusy(true);
    setFault(undefined);
    try {
      let fonts: UploadedFonts['fonts'] = [...own];
      for (const file of files) {
        const body = new FormData();
        for (const { file: name } of fonts) body.append('fonts[]', name);
        body.append('file', file);
        const reply = await rest<UploadedFonts>('/broadsheet/v1/look/fonts', { method: 'POST', body });
        fonts = reply.body.fonts;
      }
      editing.onPart(path, fonts);
    } catch (error) {
      if (!(error instanceof RestError)) throw error;
      setFault(error.message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="setting" data-part={path}>
      <p className="setting-label">{label}</p>
      <p className="setting-help">
        {families.length > 0 ? families.join(', ') : say('WOFF2 files, each at most 2 MB.')}
      </p>
      <Problem message={fault} />
      <FormFileUpload
        __next40pxDefaultSize
        accept=".woff2,font/woff2"
        multiple
        onChange={(event) => {
          const files = [...(event.currentTarget.files ?? [])];
          event.currentTarget.value = '';
          if (files.length > 0) void upload(files);
        }}
        render={({ openFileDialog }) => (
          <Button
            __next40pxDefaultSize
            variant="secondary"
            disabled={isBusy}
            accessibleWhenDisabled
            isBusy={isBusy}
            aria-label={say('Upload files: %s', label)}
            onClick={openFileDialog}
          >
            {say('Upload files')}
          </Button>
        )}
      />
      <PartChange path={path} label={label} text="" editing={editing} />
    </div>
  );
}
