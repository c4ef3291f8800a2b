import type { Template } from '../../../content/templates/template.ts';
import type { TemplateRevision, TemplateRevisionSummary } from '../../../content/templates/revisions.ts';
import { compareLines } from '../../../lib/compare-lines.ts';
import { PostTime } from '../../../ui/post-time.tsx';
import { addressOf, HiddenFields, templatePath } from './template-form.tsx';

interface RevisionsProps {
  readonly template: Template;
  readonly revisions: readonly TemplateRevisionSummary[];
  readonly authors: ReadonlyMap<number, string>;
  /** The one that is compared with what the template says now. */
  readonly compared: TemplateRevision | undefined;
  readonly nonce: string;
}

/** What a template was, by whom and when: each can be compared with what it is, and brought back. */
export function Revisions({ template, revisions, authors, compared, nonce }: RevisionsProps) {
  const { id, revision } = template;
  return (
    <form className="account-form profile-section" method="post" action={templatePath}>
      <h2 className="section-title" id="revisions">Revisions</h2>
      <HiddenFields section="restore" nonce={nonce} id={id} revision={revision} />
      {revisions.length === 0 && <p className="account-text">None is kept yet; the first save keeps what stood here before.</p>}
      <ul className="profile-sessions">
        {revisions.map((one) => (
          <li key={one.id}>
            <span><b>{one.title}</b><small><PostTime at={one.createdAt} withTime /> {authors.get(one.authorId) ?? ''}</small></span>
            <a className="template-compare" href={`${addressOf(id)}&compare=${one.id}#revisions`} aria-current={compared?.id === one.id}>Compare</a>
            <button className="button button-quiet" name="restore" value={one.id} type="submit">Restore</button>
          </li>
        ))}
      </ul>
      {compared && <Comparison earlier={compared} later={template} />}
    </form>
  );
}

/** Blocks that follow each other on one line stand on lines of their own. */
const linesOf = (markup: string) => markup.replaceAll('\r\n', '\n').split(/\n|(?<=-->)(?=<!--)/);

const marks = { both: '  ', earlier: '− ', later: '+ ' } as const;

function Comparison({ earlier, later }: { readonly earlier: TemplateRevision; readonly later: Template }) {
  const lines = compareLines(linesOf(earlier.content), linesOf(later.content));
  const isSame = lines.every(({ of }) => of === 'both');
  return (
    <section aria-label="Comparison">
      <p className="account-text">
        {earlier.title === later.title ? '' : `Name: “${earlier.title}”, now “${later.title}”. `}
        {isSame ? 'The markup of this revision is what stands there now.' : 'From this revision (−) to what stands there now (+):'}
      </p>
      {!isSame && (
        <pre className="template-comparison" tabIndex={0}>
          {lines.map(({ of, text }, at) => {
            const line = `${marks[of]}${text}\n`;
            return of === 'both' ? <span key={at}>{line}</span> : of === 'earlier' ? <del key={at}>{line}</del> : <ins key={at}>{line}</ins>;
          })}
        </pre>
      )}
    </section>
  );
}
