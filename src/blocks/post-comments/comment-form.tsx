import type { CSSProperties, InputHTMLAttributes } from 'react';
import { classes } from '../../ui/class-names.ts';
import { spaceBehind } from '../../lib/messages.ts';
import { signedInTexts } from '../../lib/comment-texts.ts';
import type { SignedInText } from '../../lib/comment-texts.ts';
import type { CommentFormData, CommentTexts, PostCommentsData, TypedForm } from './data.ts';

/** `CommentConfig` of reader/behaviours/comment-form.ts. */
export function formConfig(
  { captcha, postId }: Pick<CommentFormData, 'captcha' | 'postId'>,
  texts: CommentTexts,
): Readonly<Record<string, unknown>> {
  return {
    postId,
    replyTo: texts.comment_reply_to,
    leave: texts.comment_leave,
    sending: texts.comment_sending,
    checking: texts.comment_checking,
    captcha,
    signedInTexts: replacedWords(texts),
  };
}

/** Only the strings that the site replaces; the script contains the English ones. */
function replacedWords(texts: CommentTexts): CommentTexts | undefined {
  const replaced = (Object.keys(signedInTexts) as SignedInText[]).filter(
    (name) => texts[name] !== signedInTexts[name],
  );
  return replaced.length === 0
    ? undefined
    : Object.fromEntries(replaced.map((name) => [name, texts[name] ?? '']));
}

export function Closed({
  closed,
  logInUrl,
  texts,
}: Pick<PostCommentsData, 'logInUrl' | 'texts'> & { readonly closed: string }) {
  return logInUrl === undefined ? (
    closed
  ) : (
    <>
      {closed + spaceBehind(closed)}
      <a href={logInUrl} rel="nofollow">
        {texts.account_log_in}
      </a>
    </>
  );
}

interface FormProps {
  readonly form: CommentFormData;
  readonly texts: CommentTexts;
  readonly isFirst: boolean;
  readonly wrapper?: { readonly id?: string; readonly className: string; readonly style?: CSSProperties };
}

/**
 * The comment form, with WordPress' ids and names. Works without scripts; `reader/behaviours/comment-form.ts` moves it
 * to replies and validates it.
 */
export function CommentForm({ form, texts, isFirst, wrapper }: FormProps) {
  const { replyTo } = form;
  return (
    <div {...wrapper} id="respond" className={classes(wrapper?.className, 'comment-respond')}>
      <h2 id="reply-title" className="section-title comment-reply-title">
        <span data-reply-title>
          {replyTo ? texts.comment_reply_to?.replace('%s', () => replyTo.name) : texts.comment_leave}
        </span>
        <a id="cancel-comment-reply-link" href={form.cancelUrl} rel="nofollow" data-held="" hidden={!replyTo}>
          {texts.comment_cancel_reply}
        </a>
      </h2>
      {isFirst && <p className="comments-first">{texts.comment_first}</p>}
      <CommentFields form={{ ...form, parentId: replyTo?.id ?? 0 }} texts={texts} />
    </div>
  );
}

interface FieldsProps {
  readonly form: Pick<CommentFormData, 'postId' | 'nameRequired' | 'captcha' | 'signedIn'> & {
    readonly parentId: number;
  };
  readonly texts: CommentTexts;
  /** Undefined: empty. */
  readonly typed?: TypedForm;
  /** False: read-only, for copying. */
  readonly isSendable?: boolean;
}

export function CommentFields({
  form: { postId, parentId, nameRequired, captcha, signedIn },
  texts,
  typed,
  isSendable = true,
}: FieldsProps) {
  const given = typed?.typed;
  // On a cached page the visitor may be logged in: without scripts, `required` would make the browser ask for fields
  // that the server ignores.
  const demand = nameRequired ? (typed ? { required: true } : { 'aria-required': true }) : {};
  const fields = (
    <>
      <div className="comment-form-comment">
        <label htmlFor="comment">
          {texts.comment_field}
          <span aria-hidden="true"> *</span>
        </label>
        <textarea
          className="field"
          id="comment"
          name="comment"
          rows={6}
          maxLength={65_525}
          required
          defaultValue={given?.comment}
        />
        <Warning of="comment" text={texts.comment_warning} />
      </div>
      {!signedIn && <NameFields demand={demand} isRequired={nameRequired} texts={texts} given={given} />}
    </>
  );
  if (!isSendable) return <div className="comment-form">{fields}</div>;
  return (
    <form id="commentform" className="comment-form" action="/wp-comments-post.php" method="post">
      {signedIn ? (
        <p className="logged-in-as">
          {`${texts.comment_logged_in_as?.replace('%s', () => signedIn.name)} `}
          <a href={signedIn.logOutUrl}>{texts.comment_log_out}</a>
        </p>
      ) : (
        <p className="comment-note">{texts.comment_note}</p>
      )}
      {fields}
      {/* Honeypot: invisible, only programs fill it in. */}
      <div className="comment-form-more" aria-hidden="true">
        <label htmlFor="comment_more">{texts.comment_trap}</label>
        <input id="comment_more" name="comment_more" type="text" tabIndex={-1} autoComplete="off" />
      </div>
      {!signedIn && (
        <p className="comment-form-cookies-consent">
          <input
            id="wp-comment-cookies-consent"
            name="wp-comment-cookies-consent"
            type="checkbox"
            value="yes"
            defaultChecked={typed?.consent}
          />
          <label htmlFor="wp-comment-cookies-consent">{texts.comment_consent}</label>
        </p>
      )}
      <input type="hidden" name="comment_post_ID" id="comment_post_ID" value={postId} />
      <input type="hidden" name="comment_parent" id="comment_parent" value={parentId} />
      {captcha && <input type="hidden" name="comment_captcha" />}
      {captcha && <Warning of="captcha" text={texts.captcha_warning} isAlone />}
      {captcha && <Warning of="captcha-score" text={texts.captcha_score_warning} isAlone />}
      {captcha && (
        <noscript>
          <p className="comment-warning">{texts.captcha_noscript}</p>
        </noscript>
      )}
      <p className="form-submit">
        <button className="button" type="submit" id="submit">
          {texts.comment_post}
        </button>
        <span className="comment-state" role="status" />
        {captcha && (
          <button className="comment-stop" type="button" hidden>
            {texts.comment_stop}
          </button>
        )}
      </p>
    </form>
  );
}

interface NameProps {
  readonly demand: Readonly<InputHTMLAttributes<HTMLInputElement>>;
  readonly isRequired: boolean;
  readonly texts: CommentTexts;
  readonly given: TypedForm['typed'] | undefined;
}

function NameFields({ demand, isRequired, texts, given }: NameProps) {
  const required = isRequired ? <span aria-hidden="true"> *</span> : null;
  return (
    <>
      <div className="comment-form-author">
        <label htmlFor="author">
          {texts.comment_name}
          {required}
        </label>
        <input
          className="field"
          id="author"
          name="author"
          type="text"
          maxLength={245}
          autoComplete="name"
          {...demand}
          defaultValue={given?.author}
        />
        <Warning of="author" text={texts.comment_author_warning} />
      </div>
      <div className="comment-form-email">
        <label htmlFor="email">
          {texts.comment_email}
          {required}
        </label>
        <input
          className="field"
          id="email"
          name="email"
          type="email"
          dir="ltr"
          maxLength={100}
          autoComplete="email"
          {...demand}
          defaultValue={given?.email}
        />
        <Warning of="email" text={texts.comment_email_warning} />
        <Warning of="email-error" text={texts.comment_email_error} />
      </div>
      <div className="comment-form-url">
        <label htmlFor="url">{texts.comment_url}</label>
        <input
          className="field"
          id="url"
          name="url"
          type="text"
          inputMode="url"
          dir="ltr"
          maxLength={200}
          autoComplete="url"
          defaultValue={given?.url}
        />
      </div>
    </>
  );
}

/** A field's warning is read with the field, which gets the focus; an `isAlone` warning is a live region. */
function Warning({
  of,
  text,
  isAlone = false,
}: {
  readonly of: string;
  readonly text: string | undefined;
  readonly isAlone?: boolean;
}) {
  return (
    <p
      className="comment-warning"
      id={`${of}-warning`}
      data-warning={of}
      role={isAlone ? 'alert' : undefined}
      hidden
    >
      {text}
    </p>
  );
}
