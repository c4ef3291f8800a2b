import { warningText } from '../../lib/template-warnings.ts';
import type { TemplateWarning } from '../../lib/template-warnings.ts';
import { HiddenFields, saveFormId, templatePath } from './template-form.tsx';
import type { Say } from './template-form.tsx';

/** A question about warnings that the editor answers before a template is saved. */
export interface Asked {
  readonly section: 'save' | 'restore';
  readonly id: number;
  readonly warnings: readonly TemplateWarning[];
  /** Fields of the form as they were sent. */
  readonly typed: ReadonlyMap<string, string>;
}

/** The fields of both forms that go on to the next request. */
export const askedFields = ['postId', 'revision', 'restore', 'title', 'content', 'beganTitle', 'beganMark'];

interface AskDialogProps {
  readonly asked: Asked;
  readonly nonce: string;
  readonly say: Say;
}

/**
 * The warnings with Save anyway and Cancel; the form behind keeps the typed text. Works without scripts, so it is not
 * modal.
 */
export function AskDialog({ asked: { section, id, warnings, typed }, nonce, say }: AskDialogProps) {
  const goOn = say('warn_save');
  return (
    <dialog
      className="template-ask"
      open
      aria-labelledby="template-ask-title"
      aria-describedby="template-ask-text"
    >
      <h2 id="template-ask-title">{say('warn_title')}</h2>
      <ul id="template-ask-text">
        {warnings.map((warning) => (
          <li key={`${warning.device} ${warning.what}`}>{warningText(say, warning)}</li>
        ))}
      </ul>
      <div className="template-ask-end">
        {section === 'save' ? (
          <button className="button" type="submit" form={saveFormId} name="anyway" value="1">
            {goOn}
          </button>
        ) : (
          <form method="post" action={templatePath}>
            <HiddenFields section={section} nonce={nonce} id={id} revision={typed.get('revision') ?? ''} />
            <input type="hidden" name="restore" value={typed.get('restore') ?? ''} />
            <button className="button" type="submit" name="anyway" value="1">
              {goOn}
            </button>
          </form>
        )}
        <form method="dialog">
          <button className="button button-quiet" type="submit" autoFocus>
            {say('modal_cancel')}
          </button>
        </form>
      </div>
    </dialog>
  );
}
