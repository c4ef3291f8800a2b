import { Button, FormFileUpload, Modal } from '@wordpress/components';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { say, sayCount, sayWith } from '../../words.ts';
import { Decide } from '../../app/decide.tsx';
import { spokenBytes } from '../../app/spoken-bytes.ts';
import { DropAnywhere } from '../media/uploads.tsx';
import { isChecking } from './import-data.ts';
import type { ImportState, ImportWork } from './import-data.ts';
import { StepTitle, stepAddress } from './steps.tsx';
import { canRetry, dropSending, retrySending, sendFiles, sendFolder, useSendings } from './import-uploads.ts';
import type { Sending } from './import-uploads.ts';

interface StepProps {
  readonly state: ImportState;
  readonly work: ImportWork;
}

const exportTypes = '.xml,.gz,.wxr,.txt,text/xml,application/xml,application/gzip';

export function FilesStep({ state, work }: StepProps) {
  const { files, limits, uploads } = state;
  const sendings = useSendings();
  const add = (chosen: Iterable<File>) => sendFiles(chosen, limits, work.reload);
  const isSending = sendings.some(({ state: reached }) => reached === 'waits' || reached === 'goes');
  return (
    <>
      <section>
        <StepTitle step="files">{say('Choose your files')}</StepTitle>
        <p>
          {say(
            'In WordPress, open Tools → Export, choose “All content” and download the file. If a large site gives you several files, add all of them.',
          )}
        </p>
        <div className="import-drop">
          <Picker
            label={say('Choose export files')}
            accept={`${exportTypes},.zip`}
            isPrimary={files.length === 0}
            onFiles={add}
          />
          <p>
            {say(
              'or drop them here: .xml or .xml.gz, up to %d GB each, and ZIP files of uploads',
              Math.floor(limits.bytes / 2 ** 30),
            )}
          </p>
        </div>
        <DropAnywhere message={say('Drop exports and ZIP files of uploads here')} onFiles={add} />
        <Sendings sendings={sendings} />
        {files.length > 0 && (
          <ul className="import-files" aria-label={say('Files to import')}>
            {files.map(({ name, bytes, contents }) => (
              <li key={name}>
                <span>
                  <bdi dir="auto">{name}</bdi>
                  <small data-fault={contents !== null && contents.problem !== ''}>
                    {spokenBytes(bytes)} · {stateOfFile(contents, isChecking(state))}
                  </small>
                </span>
                <Button
                  variant="tertiary"
                  size="small"
                  aria-label={say('Remove %s', name)}
                  onClick={() => void work.remove(name)}
                >
                  {say('Remove')}
                </Button>
              </li>
            ))}
          </ul>
        )}
      </section>
      <section>
        <h2>{say('Images and other files')}</h2>
        <p>
          {sayWith(
            'Exports contain no images. Add a copy of the folder %s to import them; their addresses stay the same. Without it, images load from the old site.',
            <code dir="ltr">wp-content/uploads</code>,
          )}
        </p>
        <div className="import-buttons">
          <Picker label={say('Choose ZIP files')} accept=".zip,application/zip" onFiles={add} />
          <FolderPicker onFiles={(chosen) => sendFolder(chosen, work.reload)} />
        </div>
        <Uploads uploads={uploads} isUnpacking={uploads.waiting > 0} work={work} />
      </section>
      <div className="import-end">
        {files.length > 0 && !isSending ? (
          <Link className="head-new" to={stepAddress('check')}>
            {say('Continue')}
          </Link>
        ) : (
          <Button __next40pxDefaultSize variant="primary" disabled accessibleWhenDisabled>
            {say('Continue')}
          </Button>
        )}
      </div>
    </>
  );
}

function stateOfFile(contents: ImportState['files'][number]['contents'], isUnderWay: boolean): string {
  if (contents === null) return isUnderWay ? say('Checking…') : say('Not checked yet');
  if (contents.problem !== '') return contents.problem;
  return contents.site.title || contents.site.url || say('Untitled site');
}

interface PickerProps {
  readonly label: string;
  readonly accept: string;
  readonly isPrimary?: boolean;
  readonly onFiles: (files: readonly File[]) => void;
}

function Picker({ label, accept, isPrimary = false, onFiles }: PickerProps) {
  return (
    <FormFileUpload
      multiple
      accept={accept}
      onChange={({ currentTarget }) => {
        onFiles([...(currentTarget.files ?? [])]);
        currentTarget.value = '';
      }}
      render={({ openFileDialog }) => (
        <Button __next40pxDefaultSize variant={isPrimary ? 'primary' : 'secondary'} onClick={openFileDialog}>
          {label}
        </Button>
      )}
    />
  );
}

/** Absent in browsers that can't choose folders, such as those of phones. */
function FolderPicker({ onFiles }: { readonly onFiles: (files: readonly File[]) => void }) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    input.current?.setAttribute('webkitdirectory', '');
  }, []);
  if (!('webkitdirectory' in HTMLInputElement.prototype)) return null;
  return (
    <>
      <Button __next40pxDefaultSize variant="secondary" onClick={() => input.current?.click()}>
        {say('Choose the folder')}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        aria-label={say('Folder of uploads')}
        data-folder=""
        onChange={({ currentTarget }) => {
          const chosen = [...(currentTarget.files ?? [])];
          if (chosen.length > 0) onFiles(chosen);
          currentTarget.value = '';
        }}
      />
    </>
  );
}

const stateWords: Readonly<Record<Sending['state'], string>> = {
  waits: say('Waiting'),
  goes: say('Uploading'),
  done: say('Uploaded'),
  failed: say('Upload failed'),
};

function Sendings({ sendings }: { readonly sendings: readonly Sending[] }) {
  const going = sendings.filter(({ state }) => state === 'waits' || state === 'goes').length;
  return (
    <>
      <p className="hidden-text" role="status">
        {going > 0 ? sayCount('Uploading %d file|Uploading %d files', going) : ''}
      </p>
      {sendings.length > 0 && (
        <ul className="import-files import-sendings" aria-label={say('Uploads')}>
          {sendings.map((one) => (
            <li key={one.key} data-state={one.state}>
              <span>
                <bdi dir="auto">{one.name}</bdi>
                {one.state === 'failed' ? (
                  <small role="alert" data-fault="true">
                    {one.fault}
                  </small>
                ) : (
                  <>
                    {one.isFolder && <small>{folderWords(one)}</small>}
                    {one.state !== 'done' && (
                      <progress
                        value={one.share}
                        max={1}
                        aria-label={say('%s: %s', stateWords[one.state], one.name)}
                      />
                    )}
                  </>
                )}
              </span>
              {one.state === 'failed' && canRetry(one.key) && (
                <Button variant="link" size="small" onClick={() => retrySending(one.key)}>
                  {say('Try again')}
                  <span className="hidden-text"> {one.name}</span>
                </Button>
              )}
              <Button variant="tertiary" size="small" onClick={() => dropSending(one.key)}>
                {one.state === 'waits' || one.state === 'goes' ? say('Cancel') : say('Dismiss')}
                <span className="hidden-text"> {one.name}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function folderWords({ sent, files, skipped }: Sending): string {
  const done = say('%d of %d files', sent, files);
  return skipped > 0
    ? `${done} · ${sayCount('%d file of another type is left out|%d files of other types are left out', skipped)}`
    : done;
}

function Uploads({
  uploads,
  isUnpacking,
  work,
}: {
  readonly uploads: ImportState['uploads'];
  readonly isUnpacking: boolean;
  readonly work: ImportWork;
}) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      {isAsking && (
        <Modal
          title={say('Remove the copy of the uploads?')}
          size="small"
          onRequestClose={() => setAsking(false)}
        >
          <div className="ask">
            <p>
              {sayCount(
                'The folder and its file are deleted. Files that were already imported stay.|The folder and its %d files are deleted. Files that were already imported stay.',
                uploads.files,
              )}
            </p>
            <Decide
              isBusy={work.isPending}
              onCancel={() => setAsking(false)}
              onDecide={() => void work.removeUploads().then(() => setAsking(false))}
            >
              {say('Remove')}
            </Decide>
          </div>
        </Modal>
      )}
      <p className="hidden-text" role="status">
        {isUnpacking ? say('Unpacking ZIP files…') : ''}
      </p>
      {(uploads.exists || isUnpacking) && (
        <ul className="import-files" aria-label={say('Copy of the uploads')}>
          <li>
            <span>
              {isUnpacking ? say('Unpacking ZIP files…') : sayCount('%d file|%d files', uploads.files)}
              <small>
                {spokenBytes(uploads.bytes)} · <bdi dir="ltr">{uploads.folder}</bdi>
              </small>
            </span>
            <Button
              variant="tertiary"
              size="small"
              isDestructive
              aria-label={say('Remove the copy of the uploads')}
              onClick={() => setAsking(true)}
            >
              {say('Remove')}
            </Button>
          </li>
        </ul>
      )}
      {uploads.problems.map(({ name, reason }) => (
        <p className="problem" role="alert" key={name}>
          <bdi>{name}</bdi>: <span lang="en">{reason}</span>
        </p>
      ))}
      {uploads.skipped > 0 && (
        <details className="import-more">
          <summary>
            {sayCount(
              '%d file of the ZIP files is left out|%d files of the ZIP files are left out',
              uploads.skipped,
            )}
          </summary>
          <ul lang="en">
            {uploads.listed.map(({ path, reason }) => (
              <li key={path}>
                <bdi dir="ltr">{path}</bdi>: {reason}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}
