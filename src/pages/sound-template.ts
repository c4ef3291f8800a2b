import type { Tag } from '../content/tags.ts';
import type { Template, TemplateSummary } from '../content/templates/template.ts';
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

/**
 * A template that is there, fits its place and is not broken. Undefined: it is skipped, which is logged and kept in `looked`. `place`: for the log.
 */
export async function soundTemplate(
  site: Site, id: number, looked: Looked, { fits, ...place }: { readonly fits: (template: TemplateSummary) => boolean; readonly [detail: string]: unknown },
): Promise<SoundTemplate | undefined> {
  looked.tags.push(`template:${id}`);
  const skip = (reason: string, message: string, more = {}) => {
    looked.skipped.push({ id, reason });
    site.log.warn({ template: id, ...place, ...more }, message);
    return undefined;
  };
  const template = await site.content.templates.byId(id);
  if (!template) return skip('it no longer exists', 'Skipped a template that no longer exists');
  if (!fits(template)) return skip(`it is of the type "${template.type}"`, 'Skipped a template of another type', { type: template.type });
  const document = site.documents.template(template.content, `template:${id}`);
  const fault = site.templateFaults.of(id, document);
  if (!fault) return { template, document };
  looked.tags.push(...fault.tags);
  return skip(`it is broken: ${fault.reason}`, 'Skipped a broken template', { reason: fault.reason });
}
