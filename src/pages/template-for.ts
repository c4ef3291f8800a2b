import type { CompiledDocument } from '../blocks/document/document.ts';
import type { PageInfo } from '../blocks/load-context.ts';
import type { Template } from '../content/templates/template.ts';
import { builtInTemplates } from '../theme/built-in-templates.ts';
import type { PageRender } from './page-render.ts';
import type { Site } from './site.ts';

/** What a page is laid out by, and why. */
export interface TemplateChoice {
  readonly id: string;
  readonly document: CompiledDocument;
  /** Ends the sentence "this page uses … because …". */
  readonly reason: string;
  readonly headerId: number;
  readonly footerId: number;
  /** Phones get another document: replies must be kept apart by device. */
  readonly variesByDevice: boolean;
}

/** The key of assignments: custom types and taxonomies have templates of their own. */
export function assignmentKind(page: PageInfo): string {
  if (page.kind === 'cpt') return `cpt:${page.post?.type ?? ''}`;
  if (page.kind === 'cpt_tax') return `cpt_tax:${page.term?.taxonomy ?? page.postType ?? ''}`;
  return page.kind;
}

function itemId(page: PageInfo): number {
  return page.post?.id ?? page.term?.id ?? page.author?.id ?? 0;
}

/** The item's own template, else the global one of its kind, else the built-in one; on phones the mobile template of whichever won. */
export async function templateFor(site: Site, page: PageInfo, phone: boolean): Promise<TemplateChoice> {
  const { templates } = site.content;
  const kind = assignmentKind(page);
  const assigned = await templates.assignments(kind, itemId(page));
  const candidates = [
    { id: assigned.item, reason: `it was chosen for this ${page.kind}` },
    { id: assigned.global, reason: `it is the global template of the kind "${kind}"` },
  ];
  for (const { id, reason } of candidates) {
    if (!id) continue;
    const template = await templates.byId(id);
    if (template) return choose(site, template, reason, phone);
    site.log.warn({ template: id, kind }, 'Skipped a template that no longer exists');
  }
  const markup = builtInTemplates[page.kind];
  return {
    id: `built-in:${page.kind}`, document: site.documents.template(markup, `built-in:${page.kind}`), reason: 'no template is assigned, so the built-in one serves',
    headerId: 0, footerId: 0, variesByDevice: false,
  };
}

async function choose(site: Site, template: Template, reason: string, phone: boolean): Promise<TemplateChoice> {
  const mobile = template.mobileTemplateId > 0 ? await site.content.templates.byId(template.mobileTemplateId) : undefined;
  const shown = phone && mobile ? mobile : template;
  return {
    id: `template:${shown.id}`,
    document: site.documents.template(shown.content, `template:${shown.id}`),
    reason: shown === template ? reason : `${reason}, and phones get its mobile template`,
    headerId: template.headerId,
    footerId: template.footerId,
    variesByDevice: mobile !== undefined,
  };
}

/** A header, footer or other template by id, else the built-in one of that name; a missing one is logged and replaced. */
export async function partDocument(site: Site, part: 'header' | 'footer', id: number): Promise<{ id: string; document: CompiledDocument }> {
  const chosen = id || (await site.content.templates.assignments(part, 0)).global;
  const template = chosen ? await site.content.templates.byId(chosen) : undefined;
  if (template) return { id: `template:${template.id}`, document: site.documents.template(template.content, `template:${template.id}`) };
  if (chosen) site.log.warn({ template: chosen, part }, 'Skipped a template that no longer exists');
  return { id: `built-in:${part}`, document: site.documents.template(builtInTemplates[part], `built-in:${part}`) };
}

/** A template inside another document. */
export async function templateDocument(id: number, render: PageRender): Promise<{ id: string; document: CompiledDocument } | undefined> {
  render.addTag(`template:${id}`);
  const template = await render.site.content.templates.byId(id);
  return template && { id: `template:${id}`, document: render.site.documents.template(template.content, `template:${id}`) };
}

/** The footer of a page. */
export async function footerDocument(site: Site, page: PageInfo): Promise<{ id: string; document: CompiledDocument }> {
  const choice = await templateFor(site, page, false);
  return partDocument(site, 'footer', choice.footerId);
}
