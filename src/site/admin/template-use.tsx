import { NotFoundError } from '../../lib/errors.ts';
import { assignTemplate } from '../../modules/templates/assign-template.ts';
import { findAssignments, findTemplate } from '../../modules/templates/reader.ts';
import type { Reader } from '../../kernel/db/open-database.ts';
import type { Template } from '../../modules/templates/template.ts';
import type { SentForm } from './send-section.ts';
import { HiddenFields, templatePath } from './template-form.tsx';
import type { Say } from './template-form.tsx';

/** What the whole site has where a template could stand. */
export interface SiteUse {
  /** 0: what comes with the theme. */
  readonly templateId: number;
  readonly title: string;
}

/** Headers and footers stand on the whole site; which kind of page has another template is said in the panels above its pages. */
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

/** Gives the whole site a header or footer, or takes it back, for who saw what the form says. Throws what `assignTemplate` throws. */
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
    throw new NotFoundError(`There is no header or footer ${id}.`, 'template_not_found');
  const input = { kind: template.type, templateId: field('use') === '1' ? id : 0 };
  await database.write((tx) => assignTemplate(tx, actor, input, Number(field('from'))));
}

/** What the whole site uses, and a button for this one. */
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
