import { useEffect, useRef, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { may } from '../../app/boot.ts';
import { AccessDenied, ScreenHead, Skeleton } from '../../app/screen-head.tsx';
import { Problem } from '../../app/problem.tsx';
import { say } from '../../words.ts';
import { CheckStep } from './check-step.tsx';
import type { FieldChanges } from './field-choices.tsx';
import { FilesStep } from './files-step.tsx';
import { isImporting, useImportState, useImportWork } from './import-data.ts';
import type { ImportState } from './import-data.ts';
import { ReportStep } from './report-step.tsx';
import { RunStep } from './run-step.tsx';
import { stepAddress, steps } from './steps.tsx';
import type { StepName } from './steps.tsx';
import './import.css';

/** `import.php`: files, their check, the import and its report, one step after the other. */
export function ImportScreen() {
  if (!may('import'))
    return <AccessDenied>{say('Importing content requires the capability “import”.')}</AccessDenied>;
  return <Importing />;
}

/** The step to open when the address names none. */
function currentStep(state: ImportState): StepName {
  if (isImporting(state) || state.status === 'failed') return 'import';
  return state.files.length === 0 && state.outcome ? 'report' : 'files';
}

function isOpen(step: StepName, state: ImportState): boolean {
  if (isImporting(state)) return step === 'import' || (step === 'report' && state.outcome !== null);
  if (step === 'report') return state.outcome !== null;
  return step === 'files' || state.files.length > 0;
}

function Importing() {
  const [address, setAddress] = useSearchParams();
  const { data: state, error } = useImportState();
  const work = useImportWork();
  // Stays while the user moves between the steps.
  const [changes, setChanges] = useState<FieldChanges>(new Map());
  const wasImporting = useRef(false);
  const isUnderWay = state !== undefined && isImporting(state);
  useEffect(() => {
    if (!state) return;
    if (wasImporting.current && !isUnderWay && state.status === 'idle')
      setAddress({ step: 'report' }, { replace: true });
    wasImporting.current = isUnderWay;
  }, [state, isUnderWay, setAddress]);
  if (!state)
    return (
      <>
        <ScreenHead title={say('Import')} />
        {error ? <Problem message={error.message} /> : <Skeleton rows={5} />}
      </>
    );
  const asked = steps.find(({ name }) => name === address.get('step'))?.name;
  const step = asked !== undefined && isOpen(asked, state) ? asked : currentStep(state);
  const shown = { state, work };
  return (
    <>
      <ScreenHead title={say('Import')} />
      <ol className="import-steps" aria-label={say('Steps')}>
        {steps.map(({ name, label }) => (
          <li key={name} data-current={name === step}>
            {isOpen(name, state) ? (
              <Link to={stepAddress(name)} aria-current={name === step ? 'step' : undefined}>
                {label}
              </Link>
            ) : (
              <span>{label}</span>
            )}
          </li>
        ))}
      </ol>
      <div className="import">
        {step === 'files' && <FilesStep {...shown} />}
        {step === 'check' && <CheckStep {...shown} changes={changes} setChanges={setChanges} />}
        {step === 'import' && <RunStep {...shown} changes={changes} />}
        {step === 'report' && state.outcome && <ReportStep outcome={state.outcome} />}
      </div>
    </>
  );
}
