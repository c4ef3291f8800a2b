import { SelectControl } from '@wordpress/components';
import { Link, useSearchParams } from 'react-router';
import { Moment } from '../../app/moment.tsx';
import { Problem } from '../../app/problem.tsx';
import { Skeleton } from '../../app/screen-head.tsx';
import { say, sayCount } from '../../words.ts';
import { useReportPage, useTemplates } from './import-data.ts';
import type { ImportOutcome } from './import-data.ts';
import { kindName, listOf } from './import-names.ts';
import { StepTitle, stepAddress } from './steps.tsx';

const amount = (count: number) => count.toLocaleString();

/** Result of the last import: counts with links to the lists, and every item that differs, with links. */
export function ReportStep({ outcome }: { readonly outcome: ImportOutcome }) {
  const { at, is_whole: isWhole, is_stopped: isStopped, fault, sites, counts, groups, summary } = outcome;
  return (
    <>
      <section>
        <StepTitle step="report">
          {fault !== ''
            ? say('The import failed')
            : isStopped
              ? say('The import was stopped')
              : isWhole
                ? say('Import complete')
                : say('The import is incomplete')}
        </StepTitle>
        <p>
          <Moment of={at} />
          {sites.map(({ file, title, url }) => (
            <span className="import-source" key={file}>
              {' · '}
              <bdi>{title || url || file}</bdi>
            </span>
          ))}
        </p>
        {fault !== '' && (
          <p className="problem" role="alert">
            <span lang="en">{fault}</span>
          </p>
        )}
        {isStopped && (
          <p>{say('Everything imported so far remains. Starting again continues the import.')}</p>
        )}
        <Counts counts={counts} />
        {summary !== '' && (
          <p lang="en" dir="ltr">
            {summary}
          </p>
        )}
        <p className="import-links">
          <a href="/">{say('View site')}</a>
          <Link to={stepAddress('files')}>{say('Import more files')}</Link>
          <a href="/wp-admin/import.php?report">{say('Download the report (JSON)')}</a>
        </p>
      </section>
      {groups.length > 0 && <Groups outcome={outcome} />}
      <Templates at={at} count={outcome.templates} />
      {counts.length === 0 && outcome.lines.length > 0 && (
        <pre className="import-lines" tabIndex={0} lang="en" dir="ltr">
          {outcome.lines.join('\n')}
        </pre>
      )}
    </>
  );
}

function Counts({ counts }: Pick<ImportOutcome, 'counts'>) {
  if (counts.length === 0) return null;
  return (
    <div className="import-scroll" tabIndex={0} role="region" aria-label={say('Imported content')}>
      <table className="import-table import-counts">
        <thead>
          <tr>
            <th scope="col">{say('Content')}</th>
            <th scope="col">{say('Found')}</th>
            <th scope="col">{say('Imported')}</th>
            <th scope="col">{say('Updated')}</th>
            <th scope="col">{say('Unchanged')}</th>
            <th scope="col">{say('Edited here')}</th>
            <th scope="col">{say('Not imported')}</th>
          </tr>
        </thead>
        <tbody>
          {counts.map(({ kind, found, imported, updated, unchanged, kept, dropped }) => {
            const list = listOf(kind);
            return (
              <tr key={kind}>
                <th scope="row">
                  {list === undefined ? <bdi>{kindName(kind)}</bdi> : <Link to={list}>{kindName(kind)}</Link>}
                </th>
                {[found, imported, updated, unchanged, kept, dropped].map((count, column) => (
                  <td key={column} data-none={count === 0}>
                    {amount(count)}
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

function Groups({ outcome: { at, groups } }: { readonly outcome: ImportOutcome }) {
  const [address, setAddress] = useSearchParams();
  const group = groups.find(({ name }) => name === address.get('group')) ?? groups[0];
  const page = Math.max(1, Number.parseInt(address.get('paged') ?? '1', 10) || 1);
  const { data, error } = useReportPage(group?.name ?? '', page, at);
  if (!group) return null;
  const pages = data ? Math.max(1, Math.ceil(data.total / data.per_page)) : 1;
  const to = (paged: number) => `/import.php?step=report&group=${group.name}&paged=${paged}`;
  return (
    <section>
      <h2>{say('Details')}</h2>
      <SelectControl
        __next40pxDefaultSize
        label={say('Show')}
        value={group.name}
        options={groups.map(({ name, heading, total }) => ({
          value: name,
          label: `${heading} (${amount(total)})`,
        }))}
        onChange={(name) => setAddress({ step: 'report', group: name })}
      />
      <p className="hidden-text" role="status">
        {data ? sayCount('%d entry|%d entries', data.total) : ''}
      </p>
      {error && <Problem message={error.message} />}
      {!data && !error && <Skeleton rows={4} />}
      {data && (
        <ul className="import-entries" aria-label={group.heading}>
          {data.entries.map((entry, index) => (
            <Entry key={index} {...entry} />
          ))}
        </ul>
      )}
      {pages > 1 && (
        <nav className="import-pages" aria-label={say('Pages')}>
          <PageLink to={to(page - 1)} isDisabled={page <= 1}>
            {say('Previous')}
          </PageLink>
          <span>{say('Page %d of %d', page, pages)}</span>
          <PageLink to={to(page + 1)} isDisabled={page >= pages}>
            {say('Next')}
          </PageLink>
        </nav>
      )}
    </section>
  );
}

/** Also a link on the first or last page, which would otherwise lose the focus. */
function PageLink({
  to,
  isDisabled,
  children,
}: {
  readonly to: string;
  readonly isDisabled: boolean;
  readonly children: string;
}) {
  return (
    <Link
      to={to}
      aria-disabled={isDisabled || undefined}
      onClick={(event) => isDisabled && event.preventDefault()}
    >
      {children}
    </Link>
  );
}

interface EntryProps {
  readonly kind: string;
  readonly title: string;
  readonly message: string;
  readonly edit: string;
  readonly view: string;
}

/** Paths of this site, and web addresses: examples in reports may be of any scheme. */
const isSafe = (address: string) => /^(?:\/(?![/\\])|https?:\/\/)/.test(address);

function Entry({ kind, title, message, edit, view }: EntryProps) {
  const isItem = kind.startsWith('item ') || ['comment', 'author', 'term', 'menu'].includes(kind);
  return (
    <li>
      <span lang="en">
        <b>
          <bdi>{title || say('(no title)')}</bdi>
        </b>
        {isItem && (
          <>
            {' '}
            <small className="import-kind">{kind.replace(/^item /, '')}</small>
          </>
        )}
        {message !== '' && (
          <small>
            <bdi>{message}</bdi>
          </small>
        )}
      </span>
      <span className="import-entry-links">
        {edit !== '' && isSafe(edit) && (
          <a href={edit} aria-label={say('Edit %s', title)}>
            {say('Edit')}
          </a>
        )}
        {view !== '' && isSafe(view) && (
          <a href={view} aria-label={say('View %s', title)}>
            {say('View')}
          </a>
        )}
      </span>
    </li>
  );
}

const deepestShown = 6;

function Templates({ at, count }: { readonly at: string; readonly count: number }) {
  const { data } = useTemplates(at, count);
  if (!data || data.length === 0) return null;
  return (
    <section>
      <h2>{say('Templates and pages of the old theme')}</h2>
      <div className="import-templates" lang="en" dir="ltr">
        {data.map(({ name, rows, notes }, index) => (
          <details className="import-more" key={index}>
            <summary>{name}</summary>
            {notes.length > 0 && (
              <ul>
                {notes.map((note) => (
                  <li key={note}>{note}</li>
                ))}
              </ul>
            )}
            <table className="import-table">
              <thead>
                <tr>
                  <th scope="col">Old site</th>
                  <th scope="col">This site</th>
                </tr>
              </thead>
              <tbody>
                {rows.map(({ depth, was, is }, row) => (
                  <tr key={row}>
                    <td style={{ paddingInlineStart: `${Math.min(depth, deepestShown) / 2}rem` }}>{was}</td>
                    <td>{is}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </details>
        ))}
      </div>
    </section>
  );
}
