import type { Tag } from '../../modules/content/tags.ts';
import type { Template, TemplateSummary } from '../../modules/templates/model.ts';
import type { Site } from './site.ts';
import type { TemplateDocument } from './template-faults.ts';

/** A template that came first and lays the page out nevertheless not; `reason` ends the sentence "it was skipped, since …". */
export interface SkippedTemplate {
  readonly id: number;
  readonly reason: string;
}

/** What was looked at on the way to a choice. */
export interface Looked {
  readonly tags: Tag[];
  readonly skipped: SkippedTemplate[];
}

/** A template with its compiled document. */
export interface SoundTemplate {
  readonly template: Template;
  readonly document: TemplateDocument;
}

/** Where a template is looked for: which ones may stand there, and what the log says of it. */
export interface TemplatePlace {
  readonly fits: (template: TemplateSummary) => boolean;
  readonly [detail: string]: unknown;
}

/** A template that is there and fits its place, sound or broken. Undefined: it is skipped, which is logged and kept in `looked`. */
export async function fittingTemplate(
  site: Site,
  id: number,
  looked: Looked,
  { fits, ...place }: TemplatePlace,
): Promise<Template | undefined> {
  looked.tags.push(`template:${id}`);
  const skip = skipping(site, id, looked, place);
  const template = await site.content.templates.byId(id);
  if (!template) return skip('it no longer exists', 'Skipped a template that no longer exists');
  if (!fits(template))
    return skip(`it is of the type "${template.type}"`, 'Skipped a template of another type', {
      type: template.type,
    });
  return template;
}

/** A template with its document, unless that is broken. Undefined: it is skipped, which is logged and kept in `looked`. */
export function soundDocument(
  site: Site,
  template: Template,
  looked: Looked,
  place: Readonly<Record<string, unknown>>,
): SoundTemplate | undefined {
  const { id, content } = template;
  const document = site.documents.template(content, `template:${id}`);
  const fault = site.templateFaults.of(id, document);
  if (!fault) return { template, document };
  looked.tags.push(...fault.tags);
  return skipping(
    site,
    id,
    looked,
    place,
  )(`it is broken: ${fault.reason}`, 'Skipped a broken template', { reason: fault.reason });
}

/** Why pages skip a stored template, in English; undefined: nothing is wrong with it, as far as anybody knows. */
export function faultOfTemplate(
  { documents, templateFaults }: Site,
  { id, content }: Pick<Template, 'id' | 'content'>,
): string | undefined {
  return templateFaults.of(id, documents.template(content, `template:${id}`))?.reason;
}

/** A template that is there, fits its place and is not broken. Undefined: it is skipped, which is logged and kept in `looked`. */
export async function soundTemplate(
  site: Site,
  id: number,
  looked: Looked,
  place: TemplatePlace,
): Promise<SoundTemplate | undefined> {
  const template = await fittingTemplate(site, id, looked, place);
  if (!template) return undefined;
  const { fits: _fits, ...where } = place;
  return soundDocument(site, template, looked, where);
}

function skipping(site: Site, id: number, looked: Looked, place: Readonly<Record<string, unknown>>) {
  return (reason: string, message: string, more = {}): undefined => {
    looked.skipped.push({ id, reason });
    site.log.warn({ template: id, ...place, ...more }, message);
  };
}
