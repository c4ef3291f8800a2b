import type { FastifyReply, FastifyRequest } from 'fastify';
import { demand } from '../../kernel/permission.ts';
import { readerText } from '../../modules/settings/definitions/translations.ts';
import type { Settings } from '../../modules/settings/settings.ts';
import { samplePage } from '../../modules/templates/page-links.ts';
import { editTemplates } from '../../modules/templates/policy.ts';
import { findTemplate, listTemplates } from '../../modules/templates/reader.ts';
import { findTemplateRevision, listTemplateRevisions } from '../../modules/templates/revisions.ts';
import type { TemplateRevision, TemplateRevisionSummary } from '../../modules/templates/revisions.ts';
import { saveTemplate, restoreTemplate } from '../../modules/templates/template-commands.ts';
import { cleanTemplateAhead, maxDocumentLength } from '../../modules/templates/template-input.ts';
import type { Template } from '../../modules/templates/model.ts';
import { createNonce } from '../../modules/users/session.ts';
import { findUsers } from '../../modules/users/reader.ts';
import type { Actor } from '../../kernel/permission.ts';
import type { SignedIn } from '../../modules/users/sessions.ts';
import { InvalidInputError, NotFoundError } from '../../lib/errors.ts';
import { idOf } from '../../lib/numbers.ts';
import { visibleName } from '../../lib/visible-name.ts';
import { wholeText } from '../../lib/text-around.ts';
import { queryOf, withQuery } from '../../lib/urls.ts';
import { faultOfTemplate } from '../pages/sound-template.ts';
import { listWarnings, warningsOfSaving } from '../pages/template-warnings.ts';
import type { Site } from '../pages/site.ts';
import { renderAccountPage } from '../login/account-page.tsx';
import type { Notice } from '../login/login-action.ts';
import { sendSection } from './send-section.ts';
import type { SentForm, SentSection } from './send-section.ts';
import {
  addressOf,
  beganIn,
  markupMark,
  SaveForm,
  sayer,
  templatePath,
  AskDialog,
  askedFields,
} from './template-form.tsx';
import type { Say, Asked } from './template-form.tsx';
import type { SiteUse } from './template-sections.tsx';
import {
  kindWords,
  TemplateList,
  Revisions,
  findSiteUse,
  SiteUseForm,
  useOnSite,
} from './template-sections.tsx';
import styles from './template-page.css?inline';

const nonceAction = 'template';
/** The command line lists all. */
const shownRevisions = 20;

const idIn = (text: string) => idOf(text) ?? 0;
const revisionIn = (field: SentForm['field']) => Number(field('revision') || Number.NaN);

function changedIn(field: (name: string) => string): { readonly title?: string; readonly content?: string } {
  // Browsers send CRLF line ends.
  const [title, content] = [field('title'), field('content').replaceAll('\r\n', '\n')];
  const began = beganIn(field);
  return {
    ...(title === began.title ? {} : { title }),
    ...(markupMark(content) === began.mark ? {} : { content }),
  };
}

/** The question to answer first; undefined if already confirmed, or if readers would miss nothing. */
async function askFirst(
  { site, field }: SentForm,
  section: Asked['section'],
  id: number,
  content: string | undefined,
): Promise<Asked | undefined> {
  const { read } = site.content.database;
  const template =
    field('anyway') === '1' || content === undefined ? undefined : await findTemplate(read, id);
  const warnings = template && content !== undefined ? await warningsOfSaving(read, template, content) : [];
  if (warnings.length === 0) return undefined;
  return { section, id, warnings, typed: new Map(askedFields.map((name) => [name, field(name)])) };
}

/** Handlers of the forms; each returns the template's id, or a question to answer first. */
const sections: Readonly<Record<string, (sent: SentForm) => Promise<number | Asked>>> = {
  save: async (sent) => {
    const {
      site,
      signedIn: { actor },
      field,
    } = sent;
    const { database, settings } = site.content;
    const id = idIn(field('postId'));
    const { title, content } = changedIn(field);
    const input = {
      id,
      ...(title === undefined ? {} : { title }),
      ...(content === undefined ? {} : { content }),
    };
    // Before cleaning, which takes time in proportion to the length.
    if (content !== undefined && content.length > maxDocumentLength)
      throw tooLong(await settings.current(), content);
    const question = await askFirst(sent, 'save', id, content);
    if (question) return question;
    const ahead = await cleanTemplateAhead(site.content, actor, input);
    await database.write((tx) => saveTemplate(tx, actor, input, revisionIn(field), ahead));
    return id;
  },
  restore: async (sent) => {
    const {
      site,
      signedIn: { actor },
      field,
    } = sent;
    const { database } = site.content;
    const revision = await findTemplateRevision(database.read, idIn(field('restore')));
    if (!revision) throw new NotFoundError('Template revision not found.', 'template_revision_not_found');
    const { templateId, content } = revision;
    const question = await askFirst(sent, 'restore', templateId, content);
    if (question) return question;
    const ahead = await cleanTemplateAhead(site.content, actor, { id: templateId, content });
    await database.write((tx) => restoreTemplate(tx, actor, { id: revision.id }, revisionIn(field), ahead));
    return templateId;
  },
  use: async (sent) => {
    const id = idIn(sent.field('postId'));
    await useOnSite(sent, id);
    return id;
  },
};

/** `GET /wp-admin/site-editor.php?postId=7`: a template's markup, problems and preview; without `postId` the list of templates. */
export async function showTemplatePage(
  site: Site,
  signedIn: SignedIn,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  demand(editTemplates, signedIn.actor, undefined);
  const query = new URLSearchParams(queryOf(request.raw.url ?? ''));
  const notice =
    query.get('done') === '1'
      ? { kind: 'done' as const, text: readerText(await site.content.settings.current(), 'account_saved') }
      : undefined;
  const [id, dataFrom, compare] = ['postId', 'tdbLoadDataFromId', 'compare'].map((name) =>
    idIn(query.get(name) ?? ''),
  );
  return send(site, signedIn, reply, {
    notice,
    id: id ?? 0,
    dataFrom: dataFrom ?? 0,
    compare: compare ?? 0,
    filter: query.get('s') ?? '',
  });
}

/** `POST` of the same: saves the template or restores a revision; refused input is shown again. */
export async function saveTemplatePage(
  site: Site,
  signedIn: SignedIn,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  demand(editTemplates, signedIn.actor, undefined);
  return sendSection(site, signedIn, request, reply, {
    nonceAction,
    sections,
    done: async (done) => {
      if (typeof done === 'number') return reply.redirect(`${addressOf(done)}&done=1`, 303);
      const { id, section, typed } = done;
      const text = readerText(await site.content.settings.current(), 'warn_not_saved');
      return send(site, signedIn, reply, {
        notice: section === 'save' ? { kind: 'problem', text } : undefined,
        sent: { section, wrong: [], isStale: false, typed },
        asked: done,
        id,
        dataFrom: 0,
        compare: 0,
      });
    },
    refused: async (notice, sent) => {
      const wrong = sent.wrong.includes('title')
        ? nameWords(await site.content.settings.current(), sent.typed.get('title') ?? '')
        : notice.text;
      return send(site, signedIn, reply, {
        notice: { ...notice, text: wrong },
        sent,
        id: idIn(sent.typed.get('postId') ?? ''),
        dataFrom: 0,
        compare: 0,
      });
    },
  });
}

function tooLong(settings: Settings, content: string): InvalidInputError {
  const said = sayer(settings)('template_long', String(content.length), String(maxDocumentLength));
  return new InvalidInputError(said, 'rest_invalid_param', { content: said });
}

const nameWords = (settings: Settings, typed: string) =>
  sayer(settings)(visibleName(typed) === '' ? 'panel_name_missing' : 'panel_name_long');

interface Shown {
  readonly notice: Notice | undefined;
  readonly sent?: SentSection;
  readonly asked?: Asked;
  readonly id: number;
  /** A post whose page is the preview; 0: any page of the kind. */
  readonly dataFrom: number;
  /** Revision to compare with the current one; 0: none. */
  readonly compare: number;
  readonly filter?: string;
}

async function send(
  site: Site,
  { session, actor }: SignedIn,
  reply: FastifyReply,
  shown: Shown,
): Promise<FastifyReply> {
  const { notice, sent, id } = shown;
  const { content } = site;
  const { read } = content.database;
  const settings = await content.settings.current();
  const template = id > 0 ? await findTemplate(read, id) : undefined;
  if (id > 0 && !template && !sent)
    throw new NotFoundError(`Template ${id} not found.`, 'template_not_found');
  const say = sayer(settings);
  const form = template ? (
    <Editing
      {...(await partsOf(site, actor, template, shown))}
      nonce={createNonce(site.signer, session, nonceAction)}
      sent={sent}
      asked={shown.asked}
      say={say}
    />
  ) : (
    <TemplateList
      templates={await listTemplates(read)}
      warnings={await listWarnings(read)}
      filter={shown.filter ?? ''}
      say={say}
    />
  );
  const title = template ? template.title : say('template_list');
  const back = template
    ? { url: templatePath, text: say('template_list_all') }
    : { url: '/wp-admin/', text: say('template_newsroom') };
  const { html, headers } = await renderAccountPage(
    { site, settings },
    {
      title,
      notice,
      form: (
        <div className="template-page">
          <style dangerouslySetInnerHTML={{ __html: styles }} />
          {form}
        </div>
      ),
    },
    back,
  );
  return reply
    .headers({ ...headers, 'referrer-policy': 'same-origin' })
    .type('text/html; charset=utf-8')
    .send(wholeText(html));
}

interface Parts {
  readonly template: Template;
  /** Why pages skip the template; undefined if no problem is known. */
  readonly fault: string | undefined;
  /** Root-relative address of the preview's page. */
  readonly sample: string | undefined;
  readonly revisions: readonly TemplateRevisionSummary[];
  readonly authors: ReadonlyMap<number, string>;
  /** For headers and footers. */
  readonly use: SiteUse | undefined;
  readonly compared: TemplateRevision | undefined;
}

async function partsOf(
  site: Site,
  actor: Actor | undefined,
  template: Template,
  { dataFrom, compare }: Shown,
): Promise<Parts> {
  const { content } = site;
  const { read } = content.database;
  const [sample, { revisions }] = await Promise.all([
    dataFrom > 0 ? { path: `/?p=${dataFrom}` } : samplePage(content, actor, template.type),
    listTemplateRevisions(read, template.id, { limit: shownRevisions }),
  ]);
  const users = await findUsers(
    read,
    [...new Set(revisions.map(({ authorId }) => authorId))].filter((author) => author > 0),
  );
  const authors = new Map([...users].map(([author, { displayName }]) => [author, displayName]));
  const revision = compare > 0 ? await findTemplateRevision(read, compare) : undefined;
  const compared = revision?.templateId === template.id ? revision : undefined;
  return {
    template,
    fault: faultOfTemplate(site, template),
    sample: sample?.path,
    revisions,
    authors,
    use: await findSiteUse(read, template),
    compared,
  };
}

interface EditingProps extends Parts {
  readonly say: Say;
  readonly nonce: string;
  readonly sent: SentSection | undefined;
  readonly asked: Asked | undefined;
}

function Editing({
  template,
  fault,
  sample,
  revisions,
  authors,
  use,
  compared,
  nonce,
  sent,
  asked,
  say,
}: EditingProps) {
  const { id, type, title, content, isMobile, revision } = template;
  const typed = sent?.section === 'save' ? sent.typed : undefined;
  const field = (name: string) => typed?.get(name) ?? '';
  const { title: typedTitle = title, content: typedContent = content } = typed ? changedIn(field) : {};
  // Input refused for its content is still based on the revision that the user started from.
  const isGoingOn = typed !== undefined && !sent?.isStale;
  return (
    <>
      <p className="account-text">{say('template_kind_of', kindWords(say, type, isMobile))}</p>
      {fault !== undefined && (
        <p className="account-notice is-problem" role="alert">
          {say('template_broken')}{' '}
          <span lang="en" dir="ltr">
            {fault}
          </span>
        </p>
      )}
      <SaveForm
        nonce={nonce}
        id={id}
        revision={isGoingOn ? field('revision') : revision}
        title={typedTitle}
        content={typedContent}
        began={isGoingOn ? beganIn(field) : { title, mark: markupMark(content) }}
        isUnsaved={typed !== undefined}
        button={say('modal_save')}
        say={say}
      />
      {sent?.isStale && sent.section !== 'use' && (
        <details className="profile-section">
          <summary>{say('template_meanwhile')}</summary>
          <pre className="import-report" tabIndex={0} dir="ltr">
            {content}
          </pre>
        </details>
      )}
      {asked && <AskDialog asked={asked} nonce={nonce} say={say} />}
      {use && <SiteUseForm id={id} use={use} nonce={nonce} say={say} />}
      <Preview template={template} sample={sample} say={say} />
      <Revisions
        template={template}
        revisions={revisions}
        authors={authors}
        compared={compared}
        nonce={nonce}
        say={say}
      />
    </>
  );
}

/** A page with the stored template, wide and narrow; runs no scripts (`pages/still-page.ts`). */
function Preview({
  template: { id, title, isMobile },
  sample,
  say,
}: Pick<EditingProps, 'template' | 'sample' | 'say'>) {
  const frame = (device: 'desktop' | 'phone', label: string) => (
    <figure>
      <figcaption>{label}</figcaption>
      <div className={`template-frame is-${device}`}>
        <iframe
          src={withQuery(sample ?? '/', `template_preview=${id}&device=${device}`)}
          title={`${title}: ${label}`}
          loading="lazy"
          referrerPolicy="same-origin"
          sandbox="allow-same-origin"
        />
      </div>
    </figure>
  );
  return (
    <div className="profile-section">
      <h2 className="section-title">{say('template_preview')}</h2>
      {sample === undefined ? (
        <p className="account-text">{say('library_no_sample')}</p>
      ) : (
        <div className="template-frames">
          {!isMobile && frame('desktop', say('try_desktop'))}
          {frame('phone', say('try_phone'))}
        </div>
      )}
    </div>
  );
}
