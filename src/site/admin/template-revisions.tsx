import type { Template } from '../../modules/templates/template.ts';
import type { TemplateRevision, TemplateRevisionSummary } from '../../modules/templates/revisions.ts';
import { compareLines } from '../../lib/compare-lines.ts';
import { PostTime } from '../../ui/post-time.tsx';
import { addressOf, HiddenFields, templatePath } from './template-form.tsx';
import type { Say } from './template-form.tsx';

interface RevisionsProps {
  readonly template: Template;
  readonly revisions: readonly TemplateRevisionSummary[];
  readonly authors: ReadonlyMap<number, string>;
  /** The one that is compared with what the template says now. */
  readonly compared: TemplateRevision | undefined;
  readonly nonce: string;
  readonly say: Say;
}

/** What a template was, by whom and when: each can be compared with what it is, and brought back. */
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

/** Blocks that follow each other on one line stand on lines of their own. */
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
