import { Button } from '@wordpress/components';
import { useState } from 'react';
import { Link } from 'react-router';
import { say, sayCount } from '../../words.ts';
import { chosenOf, fieldsOfFiles } from './field-choices.tsx';
import type { FieldChanges } from './field-choices.tsx';
import { isImporting } from './import-data.ts';
import type { ImportState, ImportWork } from './import-data.ts';
import { KeepDemo, StepTitle, stepAddress } from './steps.tsx';

const phases = {
  preparing: say('Preparing the import…'),
  reading: say('Importing content…'),
  finishing: say('Connecting links, menus and images…'),
  checking: say('Checking the imported pages…'),
} as const;

/** Progress of the import, which continues when the window closes. */
interface Shown {
  readonly state: ImportState;
  readonly work: ImportWork;
  readonly changes: FieldChanges;
}

export function RunStep({ state, work, changes }: Shown) {
  if (!isImporting(state)) return <NotRunning state={state} work={work} changes={changes} />;
  const { progress } = state;
  const phase = state.status === 'waiting' || !progress ? 'preparing' : progress.phase;
  const isStopping = state.status === 'stopping';
  const share = progress && progress.total > 0 ? Math.min(1, progress.done / progress.total) : undefined;
  const isMeasured = phase === 'reading' || phase === 'checking';
  return (
    <section className="import-run">
      <StepTitle step="import">{say('Import in progress')}</StepTitle>
      <p className="import-phase" role="status">
        {isStopping ? say('Stopping after the current step…') : phases[phase]}
      </p>
      {/* Not part of the status: screen readers would read it every second. */}
      <p>
        {phase === 'checking' && progress
          ? say('%d of %d pages', progress.done, progress.total)
          : progress && progress.found > 0
            ? sayCount('%d item read|%d items read', progress.found)
            : ''}
      </p>
      <progress
        max={1}
        value={isMeasured ? share : undefined}
        aria-label={phase === 'checking' ? say('Pages checked') : say('Progress of the import')}
      />
      {state.reason !== '' && (
        <p className="problem" role="alert">
          <span lang="en">{state.reason}</span>
        </p>
      )}
      <p>
        {say('You can close this window; the import continues. Readers can use the site in the meantime.')}
      </p>
      <div className="import-end">
        <Button
          __next40pxDefaultSize
          variant="secondary"
          isDestructive
          isBusy={work.isPending || isStopping}
          disabled={isStopping}
          accessibleWhenDisabled
          onClick={() => void work.stop()}
        >
          {say('Stop import')}
        </Button>
      </div>
    </section>
  );
}

function NotRunning({ state, work, changes }: Shown) {
  const [isKept, setKept] = useState(false);
  const hasFailed = state.status === 'failed';
  return (
    <section className="import-run">
      <StepTitle step="import">{hasFailed ? say('The import failed') : say('Ready to import')}</StepTitle>
      {hasFailed && (
        <p className="problem" role="alert">
          <span lang="en">{state.reason}</span>
        </p>
      )}
      <p>
        {hasFailed
          ? say('Everything imported so far remains. Starting again continues the import.')
          : say('Check the files first to see what they contain.')}
      </p>
      {state.has_demo && <KeepDemo isKept={isKept} onChange={setKept} />}
      <div className="import-end">
        <Link to={stepAddress('files')}>{say('Back to the files')}</Link>
        {state.files.length > 0 && (
          <Button
            __next40pxDefaultSize
            variant="primary"
            isBusy={work.isPending}
            // An import that failed continues with its own choice of fields.
            onClick={() =>
              void work.start(isKept, hasFailed ? undefined : chosenOf(fieldsOfFiles(state.files), changes))
            }
          >
            {hasFailed ? say('Try again') : say('Start import')}
          </Button>
        )}
      </div>
    </section>
  );
}
