import { createHash } from 'node:crypto';
import { readerText } from '../../modules/settings/definitions/translations.ts';
import type { Settings } from '../../modules/settings/settings.ts';
import { maxDocumentLength } from '../../modules/templates/template-input.ts';
import { useActing } from '../../reader/islands/acting.ts';
import type { BarText } from '../../lib/bar-texts.ts';
import { fillIn } from '../../lib/messages.ts';
import type { TemplateText, TemplateWarning } from '../../lib/template-texts.ts';
import { warningText } from '../../lib/template-texts.ts';

export type Say = (name: TemplateText | BarText, ...values: readonly string[]) => string;

export const sayer =
  (settings: Settings): Say =>
  (name, ...values) =>
    fillIn(readerText(settings, name), ...values);

/** WordPress' address for editing templates (`modules/templates/model.ts`). */
export const templatePath = '/wp-admin/site-editor.php';

export const addressOf = (id: number) => `${templatePath}?postType=wp_template&postId=${id}`;

interface HiddenProps {
  readonly section: string;
  readonly nonce: string;
  readonly id: number | string;
  readonly revision: number | string;
}

export function HiddenFields({ section, nonce, id, revision }: HiddenProps) {
  return (
    <>
      <input type="hidden" name="section" value={section} />
      <input type="hidden" name="_wpnonce" value={nonce} />
      <input type="hidden" name="postId" value={id} />
      <input type="hidden" name="revision" value={revision} />
    </>
  );
}

/** A form's initial values: unchanged fields are not saved, so that they overwrite no other user's change. */
export interface Began {
  readonly title: string;
  readonly mark: string;
}

export const beganIn = (field: (name: string) => string): Began => ({
  title: field('beganTitle'),
  mark: field('beganMark'),
});

/** Hash of markup, independent of the line ends that a form sends. */
export const markupMark = (content: string): string =>
  createHash('sha256').update(content.replace(/\r\n?/g, '\n')).digest('base64url').slice(0, 22);

interface SaveFormProps extends Omit<HiddenProps, 'section'> {
  readonly title: string;
  readonly content: string;
  readonly began: Began;
  /** Whether title and content were sent but not saved. */
  readonly isUnsaved: boolean;
  readonly button: string;
  readonly say: Say;
}

const saveFormId = 'template-save';

export function SaveForm({ title, content, began, isUnsaved, button, say, ...hidden }: SaveFormProps) {
  const acting = useActing();
  const asks = acting.now('unsaved-form', {
    isUnsaved,
    longest: maxDocumentLength,
    tooLong: say('template_long', '%1$s', '%2$s'),
  });
  return (
    <form
      className="account-form"
      id={saveFormId}
      method="post"
      action={templatePath}
      encType="multipart/form-data"
      {...asks}
    >
      <HiddenFields section="save" {...hidden} />
      <input type="hidden" name="beganTitle" value={began.title} />
      <input type="hidden" name="beganMark" value={began.mark} />
      <div className="account-field">
        <label htmlFor="template-title">{say('panel_name')}</label>
        <input
          className="field"
          id="template-title"
          name="title"
          defaultValue={title}
          maxLength={200}
          required
        />
      </div>
      <div className="account-field">
        <label htmlFor="template-content">{say('template_markup')}</label>
        <textarea
          className="field field-code"
          id="template-content"
          name="content"
          defaultValue={content}
          spellCheck={false}
          autoComplete="off"
          dir="ltr"
        />
      </div>
      <p className="account-send">
        <button className="button" type="submit">
          {button}
        </button>
      </p>
    </form>
  );
}

/** A question about warnings that the editor answers before a template is saved. */
export interface Asked {
  readonly section: 'save' | 'restore';
  readonly id: number;
  readonly warnings: readonly TemplateWarning[];
  readonly typed: ReadonlyMap<string, string>;
}

export const askedFields = ['postId', 'revision', 'restore', 'title', 'content', 'beganTitle', 'beganMark'];

interface AskDialogProps {
  readonly asked: Asked;
  readonly nonce: string;
  readonly say: Say;
}

/** The warnings with Save anyway and Cancel; the form behind keeps the typed text. Works without scripts, so it is not modal. */
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
