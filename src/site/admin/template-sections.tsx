import type { TemplateSummary, TemplateType, Template } from '../../modules/templates/model.ts';
import { fold } from '../../lib/fold.ts';
import { warningLabel, warningText } from '../../lib/template-texts.ts';
import type { TemplateWarning } from '../../lib/template-texts.ts';
import { addressOf, templatePath, HiddenFields } from './template-form.tsx';
import type { Say } from './template-form.tsx';
import type { TemplateRevision, TemplateRevisionSummary } from '../../modules/templates/revisions.ts';
import { compareLines } from '../../lib/compare-lines.ts';
import { PostTime } from '../../ui/byline.tsx';
import { NotFoundError } from '../../lib/errors.ts';
import { assignTemplate } from '../../modules/templates/assign-template.ts';
import { findAssignments, findTemplate } from '../../modules/templates/reader.ts';
import type { Reader } from '../../kernel/db/open-database.ts';
import type { SentForm } from './send-section.ts';

const few = 10;

interface TemplateListProps {
  readonly templates: readonly TemplateSummary[];
  readonly warnings: ReadonlyMap<number, readonly TemplateWarning[]>;
  /** Text to find in names and kinds; empty: all. */
  readonly filter: string;
  readonly say: Say;
}

export function TemplateList({ templates, warnings, filter, say }: TemplateListProps) {
  if (templates.length === 0) return <p className="account-text">{say('template_list_empty')}</p>;
  const wanted = fold(filter.trim());
  const named = templates.map(({ id, type, title, isMobile }) => ({
    id,
    title,
    kind: kindWords(say, type, isMobile),
  }));
  const shown = named.filter(({ title, kind }) => fold(`${title} ${kind}`).includes(wanted));
  return (
    <>
      {(templates.length > few || wanted !== '') && (
        <form className="account-form" action={templatePath} role="search">
          <div className="account-field">
            <label htmlFor="template-filter">{say('template_filter')}</label>
            <input className="field" id="template-filter" name="s" type="search" defaultValue={filter} />
          </div>
          <p className="account-send">
            <button className="button" type="submit">
              {say('template_filter_go')}
            </button>
          </p>
        </form>
      )}
      {shown.length === 0 && (
        <p className="account-text" role="status">
          {say('panel_filter_none')}
        </p>
      )}
      <ul className="profile-sessions">
        {shown.map(({ id, title, kind }) => (
          <li key={id}>
            <span>
              <b>
                <a href={addressOf(id)}>{title}</a>
              </b>
              <small>{kind}</small>
              {warnings.get(id)?.map((warning) => (
                <small key={`${warning.device} ${warning.what}`}>
                  <span className="template-mark">{warningLabel(say, warning)}</span>
                  {warningText(say, warning)}
                </small>
              ))}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

export function kindWords(say: Say, type: TemplateType, isMobile: boolean): string {
  const kind = type === 'header' || type === 'footer' ? say(`library_${type}`) : say(`kind_${type}`);
  return isMobile ? say('template_for_phones', kind) : kind;
}

interface RevisionsProps {
  readonly template: Template;
  readonly revisions: readonly TemplateRevisionSummary[];
  readonly authors: ReadonlyMap<number, string>;
  readonly compared: TemplateRevision | undefined;
  readonly nonce: string;
  readonly say: Say;
}

export function Revisions({ template, revisions, authors, compared, nonce, say }: RevisionsProps) {
  const { id, revision } = template;
  return (
    <form className="account-form profile-section" method="post" action={templatePath}>
      <h2 className="section-title" id="revisions">
        {say('template_revisions')}
      </h2>
      <HiddenFields section="restore" nonce={nonce} id={id} revision={revision} />
      {revisions.length === 0 && <p className="account-text">{say('template_revisions_none')}</p>}
      <ul className="profile-sessions">
        {revisions.map((one) => (
          <li key={one.id}>
            <span>
              <b>{one.title}</b>
              <small>
                <PostTime at={one.createdAt} withTime /> {authors.get(one.authorId) ?? ''}
              </small>
            </span>
            <a
              className="template-compare"
              href={`${addressOf(id)}&compare=${one.id}#revisions`}
              aria-current={compared?.id === one.id}
            >
              {say('template_compare')}
            </a>
            <button className="button button-quiet" name="restore" value={one.id} type="submit">
              {say('template_restore')}
            </button>
          </li>
        ))}
      </ul>
      {compared && <Comparison earlier={compared} later={template} say={say} />}
    </form>
  );
}

/** Splits consecutive blocks on one line as well. */
const linesOf = (markup: string) => markup.replaceAll('\r\n', '\n').split(/\n|(?<=-->)(?=<!--)/);

const marks = { both: '  ', earlier: '− ', later: '+ ' } as const;

interface ComparisonProps {
  readonly earlier: TemplateRevision;
  readonly later: Template;
  readonly say: Say;
}

function Comparison({ earlier, later, say }: ComparisonProps) {
  const lines = compareLines(linesOf(earlier.content), linesOf(later.content));
  const isSame = lines.every(({ of }) => of === 'both');
  return (
    <section aria-label={say('template_comparison')}>
      <p className="account-text">
        {earlier.title === later.title ? '' : `${say('template_name_was', earlier.title, later.title)} `}
        {say(isSame ? 'template_same' : 'template_differs')}
      </p>
      {!isSame && (
        <pre className="template-comparison" tabIndex={0} dir="ltr">
          {lines.map(({ of, text }, at) => {
            const line = `${marks[of]}${text}\n`;
            return of === 'both' ? (
              <span key={at}>{line}</span>
            ) : of === 'earlier' ? (
              <del key={at}>{line}</del>
            ) : (
              <ins key={at}>{line}</ins>
            );
          })}
        </pre>
      )}
    </section>
  );
}

export interface SiteUse {
  /** 0: the theme's. */
  readonly templateId: number;
  readonly title: string;
}

/** Headers and footers apply to the whole site; the panels above pages assign templates to kinds of pages. */
const standsOnSite = ({ type, isMobile }: Pick<Template, 'type' | 'isMobile'>): boolean =>
  (type === 'header' || type === 'footer') && !isMobile;

/** Undefined for templates of pages. */
export async function findSiteUse(read: Reader, template: Template): Promise<SiteUse | undefined> {
  if (!standsOnSite(template)) return undefined;
  const { global = 0 } = await findAssignments(read, template.type, 0);
  return {
    templateId: global,
    title: (global > 0 ? await findTemplate(read, global) : undefined)?.title ?? '',
  };
}

/** Makes a header or footer the site's, or removes it, based on the assignment in the form. Throws as `assignTemplate` does. */
export async function useOnSite(
  {
    site: {
      content: { database },
    },
    signedIn: { actor },
    field,
  }: SentForm,
  id: number,
): Promise<void> {
  const template = await findTemplate(database.read, id);
  if (!template || !standsOnSite(template))
    throw new NotFoundError(`Header or footer ${id} not found.`, 'template_not_found');
  const input = { kind: template.type, templateId: field('use') === '1' ? id : 0 };
  await database.write((tx) => assignTemplate(tx, actor, input, Number(field('from'))));
}

export function SiteUseForm({
  id,
  use,
  nonce,
  say,
}: {
  readonly id: number;
  readonly use: SiteUse;
  readonly nonce: string;
  readonly say: Say;
}) {
  const isUsed = use.templateId === id;
  return (
    <form className="profile-section" method="post" action={templatePath}>
      <HiddenFields section="use" nonce={nonce} id={id} revision="" />
      <input type="hidden" name="from" value={use.templateId} />
      <input type="hidden" name="use" value={isUsed ? '0' : '1'} />
      <p className="account-text">
        {isUsed
          ? say('template_site_this')
          : use.templateId > 0
            ? say('template_site_other', use.title)
            : say('template_site_theme')}
      </p>
      <p className="account-send">
        <button className="button" type="submit">
          {say(isUsed ? 'template_site_leave' : 'template_site_use')}
        </button>
      </p>
    </form>
  );
}
