import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { FormEvent } from 'react';
import { FileField } from '../../app/file-field.tsx';
import { CancelButton, FormModal, SubmitButton, useSending } from '../../app/form-modal.tsx';
import { Problem } from '../../app/problem.tsx';
import type { WidgetImport, WidgetImportSent } from '../../app/rest-types.ts';
import { rest } from '../../app/rest.ts';
import { toast } from '../../app/toasts.tsx';
import { say, sayCount } from '../../words.ts';
import { areaTitle, widgetsKey } from './widget-data.ts';

const maxFileBytes = 2_000_000;

async function send(file: string, preview: boolean): Promise<WidgetImport> {
  const body = { file, preview };
  return (
    await rest<WidgetImport, WidgetImportSent>('/broadsheet/v1/widget-imports', { method: 'POST', body })
  ).body;
}

/** Imports a file of widgets after a report of its effects. */
export function WidgetImportDialog({ onClose }: { readonly onClose: () => void }) {
  const queries = useQueryClient();
  const [file, setFile] = useState('');
  const [plan, setPlan] = useState<WidgetImport>();
  const [problem, setProblem] = useState('');
  const { fault, isBusy, send: work } = useSending();
  const choose = (chosen: File | undefined) => {
    setPlan(undefined);
    setFile('');
    setProblem('');
    if (!chosen) return;
    if (chosen.size > maxFileBytes) {
      setProblem(say('The file is larger than 2 MB.'));
      return;
    }
    void work(async () => {
      const text = await chosen.text();
      setPlan(await send(text, true));
      setFile(text);
    });
  };
  const added = plan?.areas.reduce((sum, area) => sum + area.added, 0) ?? 0;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (added === 0) return;
    void work(async () => {
      await send(file, false);
      toast(sayCount('%d widget imported.|%d widgets imported.', added));
      onClose();
      await queries.invalidateQueries({ queryKey: widgetsKey });
    });
  };
  return (
    <FormModal title={say('Import widgets')} size="medium" onRequestClose={onClose}>
      <form className="form" onSubmit={submit}>
        <p className="widget-hint">
          {say(
            'Exports of WordPress contain no widgets. Export them there with the plugin Widget Importer & Exporter, and choose its file (.wie) here. Widgets are added below those of an edited area.',
          )}
        </p>
        <FileField
          label={say('File of widgets')}
          accept=".wie,.json,application/json,text/plain"
          isDisabled={isBusy}
          onChoose={choose}
        />
        <Problem message={problem || fault?.message} />
        <p className="hidden-text" role="status">
          {plan
            ? sayCount('%d widget can be imported.|%d widgets can be imported.', added)
            : isBusy && say('Checking the file…')}
        </p>
        {plan && <Report plan={plan} />}
        <div className="form-end">
          <CancelButton />
          <SubmitButton isBusy={isBusy} isDisabled={isBusy || added === 0}>
            {added > 0 ? sayCount('Import %d widget|Import %d widgets', added) : say('Import')}
          </SubmitButton>
        </div>
      </form>
    </FormModal>
  );
}

function Report({ plan: { areas, notes } }: { readonly plan: WidgetImport }) {
  return (
    <section className="widget-report" aria-label={say('Preview')}>
      {areas.length > 0 && (
        <table>
          <thead>
            <tr>
              <th scope="col">{say('Sidebar in the file')}</th>
              <th scope="col">{say('Widget area')}</th>
              <th scope="col">{say('Added')}</th>
              <th scope="col">{say('Already there')}</th>
            </tr>
          </thead>
          <tbody>
            {areas.map(({ area, sidebars, added, unchanged }) => (
              <tr key={area}>
                <td>{sidebars.join(', ')}</td>
                <td>{areaTitle(area)}</td>
                <td>{added}</td>
                <td>{unchanged}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {[true, false].map((isLeftOut) => {
        const some = notes.filter((note) => note.left_out === isLeftOut);
        return (
          some.length > 0 && (
            <div key={String(isLeftOut)}>
              <h3>{isLeftOut ? say('Left out') : say('To check afterwards')}</h3>
              <ul>
                {some.map(({ sidebar, widget, message }) => (
                  <li key={`${sidebar} ${widget} ${message}`}>
                    <b>
                      {sidebar}: {widget}
                    </b>{' '}
                    {message}
                  </li>
                ))}
              </ul>
            </div>
          )
        );
      })}
    </section>
  );
}
