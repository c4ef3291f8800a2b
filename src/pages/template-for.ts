import type { CompiledDocument } from '../blocks/document/document.ts';
import type { PageInfo } from '../blocks/load-context.ts';
import type { Tag } from '../content/tags.ts';
import { kindOfArchive, kindOfFormats, kindOfPost, kindOfSearch, kindOfTerm, mobilePages } from '../content/templates/kinds.ts';
import type { Template } from '../content/templates/template.ts';
import { layoutNamed } from '../content/templates/layouts.ts';
import type { Layout } from '../content/templates/layouts.ts';
import { builtInTemplates, chosenTemplate } from '../theme/built-in-templates.ts';
import type { PageRender } from './page-render.ts';
import type { Site } from './site.ts';

/** A document to show, and what the choice of it hangs on. */
export interface ChosenDocument {
  readonly id: string;
  readonly document: CompiledDocument;
  /** Templates and assignments that were looked at, those that are not there included: any of them may lead to another choice. */
  readonly tags: readonly Tag[];
}

/** What a page is laid out by, and why. */
export interface TemplateChoice extends ChosenDocument {
  /** What `document` was made of. */
  readonly markup: string;
  /** The template that lays it out at desktops; 0: a layout that comes with the theme. */
  readonly templateId: number;
  /** Ends the sentence "this page uses … because …". */
  readonly reason: string;
  readonly headerId: number;
  readonly footerId: number;
  /** Phones get another document: replies must be kept apart by device. */
  readonly variesByDevice: boolean;
  /** The layout of the theme that its post names. */
  readonly layout?: Layout | undefined;
}

/** The key of assignments: custom types and taxonomies have templates of their own. */
export function assignmentKind(page: PageInfo): string {
  if (page.kind === 'cpt') return kindOfPost(page.post?.type ?? '');
  if (page.kind !== 'cpt_tax') return page.kind;
  return page.term ? kindOfTerm(page.term.taxonomy) : page.format ? kindOfFormats : kindOfArchive(page.postType ?? '');
}

/** The kind of searches through one type, whose template comes before that of all searches; undefined for other pages. */
function searchKindOf({ kind, postType }: PageInfo): string | undefined {
  return kind === 'search' && postType !== undefined && !postType.includes(',') ? kindOfSearch(postType) : undefined;
}

function itemId(page: PageInfo): number {
  return page.post?.id ?? page.term?.id ?? page.author?.id ?? 0;
}

/**
 * The item's own template, else the theme's layout that its post names, with a full-screen header where it has one, else the global one of its kind, else the
 * built-in one; on phones the mobile template of whichever won, and of a page before that its mobile page.
 */
export async function templateFor(site: Site, page: PageInfo, phone: boolean): Promise<TemplateChoice> {
  const choice = await layoutFor(site, page, phone);
  const { kind, post } = page;
  return kind === 'page' && post ? withMobilePage(site, choice, post.id, phone) : choice;
}

/** A page's layout, for phones its mobile page; header and footer are those that the page has elsewhere. */
async function withMobilePage(site: Site, choice: TemplateChoice, pageId: number, phone: boolean): Promise<TemplateChoice> {
  const { item } = await site.content.templates.assignments(mobilePages, pageId);
  const tags: Tag[] = [...choice.tags, `assignment:${mobilePages}:${pageId}`, ...(item === undefined ? [] : [`template:${item}` as const])];
  const template = item === undefined ? undefined : await site.content.templates.byId(item);
  if (!template) return { ...choice, tags };
  const id = `template:${template.id}`;
  const markup = template.content;
  const shown = phone ? { id, markup, document: site.documents.template(markup, id), reason: 'phones get its mobile page' } : {};
  return { ...choice, ...shown, variesByDevice: true, tags };
}

async function layoutFor(site: Site, page: PageInfo, phone: boolean): Promise<TemplateChoice> {
  const { templates } = site.content;
  const kind = assignmentKind(page);
  const item = itemId(page);
  const tags: Tag[] = [`assignment:${kind}:0`, ...(item > 0 ? [`assignment:${kind}:${item}` as const] : [])];
  const assigned = await templates.assignments(kind, item);
  const chosen = chosenLayout(page);
  const search = searchKindOf(page);
  if (search !== undefined) tags.push(`assignment:${search}:0`);
  const candidates = [
    { id: search === undefined ? 0 : (await templates.assignments(search, 0)).global, reason: 'it was chosen for searches through this type' },
    { id: assigned.item, reason: `it was chosen for this ${page.kind}` },
    { id: chosen === undefined ? assigned.global : 0, reason: `it is the global template of the kind "${kind}"` },
  ];
  for (const { id, reason } of candidates) {
    if (!id) continue;
    tags.push(`template:${id}`);
    const template = await templates.byId(id);
    if (template) return choose(site, template, { reason, tags }, phone);
    site.log.warn({ template: id, kind }, 'Skipped a template that no longer exists');
  }
  if (chosen) return layoutChoice(site, chosen, assigned.global, tags);
  const markup = builtInTemplates[page.kind];
  return {
    id: `built-in:${page.kind}`, markup, document: site.documents.template(markup, `built-in:${page.kind}`),
    reason: 'no template is assigned, so the built-in one serves',
    templateId: 0, headerId: 0, footerId: 0, variesByDevice: false, tags,
  };
}

/** What a post chose among what comes with the theme. */
interface ChosenLayout {
  readonly name: string;
  readonly markup: string;
  readonly reason: string;
  readonly layout: Layout | undefined;
}

function chosenLayout({ kind, post }: PageInfo): ChosenLayout | undefined {
  const layout = layoutNamed(post?.templateName ?? '');
  const fullScreen = post?.details.fullScreenHeader ?? false;
  const found = chosenTemplate(kind, layout, fullScreen);
  if (!found) return undefined;
  const parts = [...(found.fullScreen ? ['a full-screen header'] : []), ...(found.layout ? [`the layout "${found.layout}"`] : [])];
  return {
    name: `built-in:${[...(found.fullScreen ? ['full-screen'] : []), ...(found.layout ? [found.layout] : []), kind].join('-')}`,
    markup: found.markup, reason: `${parts.join(' and ')} ${parts.length > 1 ? 'were' : 'was'} chosen for it`, layout: found.layout,
  };
}

/** A built-in layout; header and footer are those that other pages of the kind have. */
async function layoutChoice(
  site: Site, { name, markup, reason, layout }: ChosenLayout, global: number | undefined, tags: readonly Tag[],
): Promise<TemplateChoice> {
  const around = global === undefined ? undefined : await site.content.templates.byId(global);
  return {
    id: name, markup, document: site.documents.template(markup, name), reason, layout, templateId: 0,
    headerId: around?.headerId ?? 0, footerId: around?.footerId ?? 0, variesByDevice: false,
    tags: global === undefined ? tags : [...tags, `template:${global}`],
  };
}

async function choose(site: Site, template: Template, { reason, tags }: Pick<TemplateChoice, 'reason' | 'tags'>, phone: boolean): Promise<TemplateChoice> {
  const mobile = template.mobileTemplateId > 0 ? await site.content.templates.byId(template.mobileTemplateId) : undefined;
  const shown = phone && mobile ? mobile : template;
  return {
    id: `template:${shown.id}`,
    markup: shown.content,
    document: site.documents.template(shown.content, `template:${shown.id}`),
    reason: shown === template ? reason : `${reason}, and phones get its mobile template`,
    templateId: template.id,
    headerId: template.headerId,
    footerId: template.footerId,
    variesByDevice: mobile !== undefined,
    tags: template.mobileTemplateId > 0 ? [...tags, `template:${template.mobileTemplateId}`] : tags,
  };
}

/** A header, footer or other template by id, else the built-in one of that name; a missing one is logged and replaced. */
export async function partDocument(site: Site, part: 'header' | 'footer', id: number): Promise<ChosenDocument> {
  const chosen = id || (await site.content.templates.assignments(part, 0)).global;
  const tags: readonly Tag[] = [...(id === 0 ? [`assignment:${part}:0` as const] : []), ...(chosen ? [`template:${chosen}` as const] : [])];
  const template = chosen ? await site.content.templates.byId(chosen) : undefined;
  if (template) return { id: `template:${template.id}`, document: site.documents.template(template.content, `template:${template.id}`), tags };
  if (chosen) site.log.warn({ template: chosen, part }, 'Skipped a template that no longer exists');
  return { id: `built-in:${part}`, document: site.documents.template(builtInTemplates[part], `built-in:${part}`), tags };
}

/** A template inside another document. */
export async function templateDocument(id: number, render: PageRender): Promise<ChosenDocument | undefined> {
  const tags = [`template:${id}`] as const;
  render.addTags(tags);
  const template = await render.site.content.templates.byId(id);
  return template && { id: `template:${id}`, document: render.site.documents.template(template.content, `template:${id}`), tags };
}

/** The footer of a page. */
export async function footerDocument(site: Site, page: PageInfo): Promise<ChosenDocument> {
  const choice = await templateFor(site, page, false);
  const footer = await partDocument(site, 'footer', choice.footerId);
  return { ...footer, tags: [...choice.tags, ...footer.tags] };
}
