import type { TemplateSummary, TemplateType } from '../../modules/templates/template.ts';
import { fold } from '../../lib/fold.ts';
import { warningLabel, warningText } from '../../lib/template-warnings.ts';
import type { TemplateWarning } from '../../lib/template-warnings.ts';
import { addressOf, templatePath } from './template-form.tsx';
import type { Say } from './template-form.tsx';

/** Lists of more can be filtered. */
const few = 10;

interface TemplateListProps {
  readonly templates: readonly TemplateSummary[];
  /** Warnings by the ids of templates. */
  readonly warnings: ReadonlyMap<number, readonly TemplateWarning[]>;
  /** What the names or kinds hold that are asked for; empty: all. */
  readonly filter: string;
  readonly say: Say;
}

/** All templates, those of a kind below each other. */
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

/** What pages a template is for. */
export function kindWords(say: Say, type: TemplateType, isMobile: boolean): string {
  const kind = type === 'header' || type === 'footer' ? say(`library_${type}`) : say(`kind_${type}`);
  return isMobile ? say('template_for_phones', kind) : kind;
}
