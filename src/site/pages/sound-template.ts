import type { Tag } from '../../modules/content/tags.ts';
import type { Template, TemplateSummary } from '../../modules/templates/model.ts';
import { areaDocument } from './area-document.ts';
import type { Site } from './site.ts';
import type { TemplateDocument } from './template-faults.ts';

/** A preferred template that can't be used; `reason` ends the sentence "it was skipped, since …". */
export interface SkippedTemplate {
  readonly id: number;
  readonly reason: string;
}

/** Tags and skipped templates of a search for a template. */
export interface Looked {
  readonly tags: Tag[];
  readonly skipped: SkippedTemplate[];
}

export interface SoundTemplate {
  readonly template: Template;
  readonly document: TemplateDocument;
}

/** The use that a template is searched for: which ones fit, and details for the log. */
export interface TemplatePlace {
  readonly fits: (template: TemplateSummary) => boolean;
  readonly [detail: string]: unknown;
}

/** An existing template that fits, sound or broken. Undefined: skipped, logged and added to `looked`. */
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

/** A template with its document, unless it is broken. Undefined: skipped, logged and added to `looked`. */
export async function soundDocument(
  site: Site,
  template: Template,
  looked: Looked,
  place: Readonly<Record<string, unknown>>,
): Promise<SoundTemplate | undefined> {
  const { id, type, content } = template;
  const { document, tags } = await areaDocument(site, content, `template:${id}`, type);
  looked.tags.push(...tags);
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

/** Why pages skip a stored template, in English; undefined if no problem is known. */
export function faultOfTemplate(
  { documents, templateFaults }: Site,
  { id, content }: Pick<Template, 'id' | 'content'>,
): string | undefined {
  return templateFaults.of(id, documents.template(content, `template:${id}`))?.reason;
}

/** An existing, fitting template that is not broken. Undefined: skipped, logged and added to `looked`. */
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
