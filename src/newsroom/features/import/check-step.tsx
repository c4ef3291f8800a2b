import { Button } from '@wordpress/components';
import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';
import { Moment } from '../../app/moment.tsx';
import { say, sayCount } from '../../words.ts';
import { spokenBytes } from '../../app/spoken-bytes.ts';
import { chosenOf, FieldChoices, fieldsOfFiles } from './field-choices.tsx';
import type { FieldChanges } from './field-choices.tsx';
import { isChecking } from './import-data.ts';
import type { ExportContents, ImportState, ImportWork, WaitingExport } from './import-data.ts';
import { kindName, taxonomyName } from './import-names.ts';
import { KeepDemo, StepTitle, stepAddress } from './steps.tsx';

/** Contents of the files and expected losses, before anything is written. */
export function CheckStep({
  state,
  work,
  changes,
  setChanges,
}: {
  readonly state: ImportState;
  readonly work: ImportWork;
  readonly changes: FieldChanges;
  readonly setChanges: (changes: FieldChanges) => void;
}) {
  const [, setAddress] = useSearchParams();
  const [isKept, setKept] = useState(false);
  const { files, uploads, check_fault: fault } = state;
  const left = files.filter(({ contents }) => contents === null).length;
  const isUnderWay = isChecking(state);
  const hasProblem = files.some(({ contents }) => contents !== null && contents.problem !== '');
  const isAsked = useRef(false);
  const { check } = work;
  const fields = fieldsOfFiles(files);
  // Files that were copied into the folder by hand, or whose check was interrupted.
  useEffect(() => {
    if (left === 0 || isUnderWay || fault !== '' || isAsked.current) return;
    isAsked.current = true;
    void check();
  }, [left, isUnderWay, fault, check]);
  const start = async () => {
    if (await work.start(isKept, chosenOf(fields, changes))) setAddress({ step: 'import' });
  };
  return (
    <>
      <section>
        <StepTitle step="check">{say('Check what will be imported')}</StepTitle>
        <p role="status">
          {uploads.waiting > 0 && fault === ''
            ? say('Unpacking ZIP files…')
            : left > 0 && fault === ''
              ? sayCount('Checking %d file…|Checking %d files…', left)
              : hasProblem
                ? say('Some files can’t be imported. Remove them, or add better ones.')
                : say('Nothing has been imported yet.')}
        </p>
        {fault !== '' && (
          <div className="problem" role="alert">
            {say('The files could not be checked. You can import them all the same.')}{' '}
            <span lang="en">{fault}</span>
            <p>
              <Button variant="link" onClick={() => void check()}>
                {say('Try again')}
              </Button>
            </p>
          </div>
        )}
        {files.map((file) => (
          <FileCard
            key={file.name}
            file={file}
            isChecking={fault === ''}
            hasUploads={uploads.exists}
            work={work}
          />
        ))}
        {fields.length > 0 && (
          <FieldChoices
            fields={fields}
            missingTypes={state.missing_types}
            changes={changes}
            onChange={setChanges}
          />
        )}
        {state.has_demo && <KeepDemo isKept={isKept} onChange={setKept} />}
      </section>
      <div className="import-end">
        <Link to={stepAddress('files')}>{say('Back')}</Link>
        <Button
          __next40pxDefaultSize
          variant="primary"
          isBusy={work.isPending}
          disabled={hasProblem || (fault === '' && (left > 0 || uploads.waiting > 0))}
          accessibleWhenDisabled
          onClick={() => void start()}
        >
          {say('Start import')}
        </Button>
      </div>
    </>
  );
}

function FileCard({
  file: { name, bytes, contents },
  isChecking: isUnderWay,
  hasUploads,
  work,
}: {
  readonly file: WaitingExport;
  readonly isChecking: boolean;
  readonly hasUploads: boolean;
  readonly work: ImportWork;
}) {
  return (
    <article className="import-card" aria-busy={contents === null && isUnderWay} aria-label={name}>
      <header>
        <h3>
          <bdi dir="auto">{contents?.site.title || name}</bdi>
        </h3>
        <p>
          {contents?.site.title ? (
            <>
              <bdi dir="auto">{name}</bdi> ·{' '}
            </>
          ) : null}
          {spokenBytes(bytes)}
        </p>
      </header>
      {contents === null ? (
        isUnderWay ? (
          <progress aria-label={say('Checking %s', name)} />
        ) : (
          <p>{say('Not checked yet')}</p>
        )
      ) : contents.problem === '' ? (
        <Contents contents={contents} hasUploads={hasUploads} />
      ) : (
        <div className="problem" role="alert">
          <span lang="en">{contents.problem}</span>
          <p>
            <Button variant="link" onClick={() => void work.remove(name)}>
              {say('Remove %s', name)}
            </Button>
          </p>
        </div>
      )}
    </article>
  );
}

const amount = (count: number) => count.toLocaleString();

function Contents({
  contents,
  hasUploads,
}: {
  readonly contents: ExportContents;
  readonly hasUploads: boolean;
}) {
  const { site, types, authors, taxonomies, comments, menus, media, plugins, themes, languages, losses } =
    contents;
  return (
    <>
      {contents.incomplete !== '' && (
        <p className="problem" role="alert">
          {say('The file is not whole; everything before its end will be imported.')}{' '}
          <span lang="en">{contents.incomplete}</span>
        </p>
      )}
      <dl className="import-facts">
        <Fact name={say('Site')}>{site.url && <bdi dir="ltr">{site.url}</bdi>}</Fact>
        <Fact name={say('Created with')}>{site.generator && <bdi dir="ltr">{site.generator}</bdi>}</Fact>
        <Fact name={say('Exported on')}>{site.exported && <Moment of={site.exported} />}</Fact>
        <Fact name={say('Languages')}>{languages.join(', ')}</Fact>
        <Fact name={say('Plugins')}>{plugins.join(', ')}</Fact>
        <Fact name={say('Themes')}>{themes.join(', ')}</Fact>
      </dl>
      <table className="import-table">
        <thead>
          <tr>
            <th scope="col">{say('Content')}</th>
            <th scope="col">{say('Number')}</th>
          </tr>
        </thead>
        <tbody>
          {types.map(({ name, count, statuses }) => (
            <Row key={name} name={kindName(`item ${name}`)} count={count}>
              {name === 'attachment'
                ? hasUploads &&
                  say('%d of %d files are in your copy of the uploads', media.found, media.total)
                : statuses.length > 1 || (statuses[0] && statuses[0].name !== 'publish')
                  ? statuses.map((status) => `${statusName(status.name)} ${amount(status.count)}`).join(', ')
                  : ''}
            </Row>
          ))}
          <Row name={say('Comments')} count={comments} />
          <Row name={say('Authors')} count={authors} />
          {taxonomies.map(({ name, count }) => (
            <Row key={name} name={taxonomyName(name)} count={count} />
          ))}
          <Row name={say('Menus')} count={menus.length}>
            {menus.join(', ')}
          </Row>
        </tbody>
      </table>
      {losses.length > 0 && (
        <div className="import-losses">
          <h4>{say('Not imported, or only in part')}</h4>
          <ul>
            {losses.map(({ reason, count, examples }) => (
              <li key={reason} lang="en" dir="ltr">
                <b>{amount(count)}</b>
                <span>
                  <bdi>{reason}</bdi>
                  {examples.length > 0 && <small>{examples.join(', ')}</small>}
                </span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  if (!children) return null;
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Row({
  name,
  count,
  children,
}: {
  readonly name: string;
  readonly count: number;
  readonly children?: ReactNode;
}) {
  if (count === 0) return null;
  return (
    <tr>
      <th scope="row">
        <bdi>{name}</bdi>
        {children ? <small>{children}</small> : null}
      </th>
      <td>{amount(count)}</td>
    </tr>
  );
}

const statusNames: Readonly<Record<string, string>> = {
  publish: say('Published'),
  future: say('Scheduled'),
  draft: say('Draft'),
  pending: say('Pending'),
  private: say('Private'),
  trash: say('Trash'),
};
const statusName = (name: string) => (Object.hasOwn(statusNames, name) ? (statusNames[name] ?? name) : name);
