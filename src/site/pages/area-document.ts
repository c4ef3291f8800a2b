import { expandAreas } from '../../modules/widgets/area-markup.ts';
import type { Tag } from '../../modules/content/tags.ts';
import type { Site } from './site.ts';
import type { TemplateDocument } from './template-faults.ts';

export interface AreaDocument {
  readonly document: TemplateDocument;
  /** The widget areas that it shows. */
  readonly tags: readonly Tag[];
}

/**
 * Compiles a template with the blocks of its widget areas in their places. An area whose blocks can't be rendered has the
 * template's own. `name`: as of `documents.template`; `type`: the template type.
 */
export async function areaDocument(
  site: Site,
  markup: string,
  name: string,
  type: string,
): Promise<AreaDocument> {
  const { markup: expanded, isEdited, tags } = await site.content.widgetAreas.expand(markup, type);
  // Stored blocks are not trusted, whatever template they are in.
  const isCleaned = isEdited && !name.startsWith('template:');
  const document = site.documents.template(expanded, isCleaned ? `template:areas of ${name}` : name);
  if (!isEdited || document.fault === undefined) return { document, tags };
  const own = site.documents.template(
    expandAreas(markup, () => undefined),
    name,
  );
  if (own.fault !== undefined) return { document: own, tags };
  site.log.warn({ document: name, problem: document.fault }, 'Skipped the content of widget areas');
  return { document: own, tags };
}
