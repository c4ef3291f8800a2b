import { CommentFields, formConfig } from '../../../blocks/post-comments/comment-form.tsx';
import { commentTexts } from '../../../blocks/post-comments/comment-texts.server.ts';
import { formCaptcha } from '../../../blocks/post-comments/form-captcha.server.ts';
import { isNameRequired } from '../../../modules/comments/submission.ts';
import { readerText } from '../../../modules/settings/definitions/translations.ts';
import type { ReaderText } from '../../../languages/en.ts';
import type { Settings } from '../../../modules/settings/settings.ts';
import type { Actor } from '../../../kernel/actor.ts';
import { logOutUrl } from '../../../lib/account-urls.ts';
import { renderShell } from '../../pages/render-page.ts';
import type { RenderedPage } from '../../pages/render-page.ts';
import { absentPage } from '../../pages/resolve-page.ts';
import type { Site } from '../../pages/site.ts';
import { ActScope, useActing } from '../../../reader/islands/acting.ts';
import type { Act } from '../../../reader/islands/acting.ts';
import { renderHtml } from '../../../ui/render-html.ts';
import type { CommentForm } from './read-form.ts';

/** Why a comment was not taken, and what was typed. */
export interface Refusal {
  readonly problems: readonly string[];
  readonly form: CommentForm;
  /** Who is signed in: nothing but their words is asked of them. */
  readonly actor: Actor | undefined;
  /** The article; undefined when the comment named none that visitors may see. */
  readonly back: string | undefined;
  /** Whether the same words may be sent again from here. */
  readonly mayRetry: boolean;
}

/** Blocks whose styles the page has. */
const looks = ['broadsheet/not-found', 'broadsheet/post-comments'];

/** Here and not in the block's styles, which every article carries. */
const problemLook = { margin: '16px 0 0', padding: 0, listStyle: 'none' } as const;
const backLook = { marginTop: '24px' } as const;

/**
 * The page that says why a comment was not taken, as a page of the site. What was typed is all there, to be mended and sent again, or copied. It needs no
 * script but for a captcha.
 */
export async function renderRefusal(site: Site, refusal: Refusal): Promise<RenderedPage> {
  const settings = await site.content.settings.current();
  const acts: Act[] = [];
  const main = renderHtml(
    <ActScope value={(act) => acts.push(act)}>
      <RefusalView {...refusal} settings={settings} />
    </ActScope>,
  );
  return renderShell(
    site,
    { ...absentPage, title: readerText(settings, 'comment_not_sent') },
    main,
    looks,
    acts,
  );
}

function RefusalView({
  problems,
  form,
  actor,
  back,
  mayRetry,
  settings,
}: Refusal & { readonly settings: Settings }) {
  const acting = useActing();
  const said = (name: ReaderText) => readerText(settings, name);
  const isEmpty = Object.values(form.typed).every((text) => text === '');
  const texts = commentTexts(settings);
  const fields = {
    postId: form.postId,
    parentId: form.parentId,
    nameRequired: isNameRequired(settings),
    captcha: actor ? undefined : formCaptcha(settings),
    signedIn: actor && { name: actor.displayName, logOutUrl: logOutUrl(back) },
  };
  const behaviour = mayRetry ? acting.late('comment-form', formConfig(fields, texts)) : {};
  return (
    <section className="post-comments" {...behaviour}>
      <h1 className="not-found-title">{said('comment_not_sent')}</h1>
      <ul role="alert" style={problemLook}>
        {problems.map((problem) => (
          <li key={problem} className="comment-warning">
            {problem}
          </li>
        ))}
      </ul>
      {!isEmpty && (
        <p className="not-found-text">
          {said('comment_kept')}
          {!mayRetry && ` ${said('comment_copy')}`}
        </p>
      )}
      {(mayRetry || !isEmpty) && (
        <CommentFields form={fields} texts={texts} typed={form} isSendable={mayRetry} />
      )}
      <p style={backLook}>
        <a className="button button-quiet" href={back ?? '/'}>
          {said(back === undefined ? 'comment_home' : 'comment_back')}
        </a>
      </p>
    </section>
  );
}
