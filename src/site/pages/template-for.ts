import type { PreparedDocument } from './prepared-document.ts';
import type { PageInfo } from '../../blocks/load-context.ts';
import type { Tag } from '../../modules/content/tags.ts';
import {
  kindOfArchive,
  kindOfFormats,
  kindOfPost,
  kindOfSearch,
  kindOfTerm,
  mobilePages,
} from '../../modules/templates/kinds.ts';
import { fitsKind } from '../../modules/templates/policy.ts';
import type { TemplateSummary } from '../../modules/templates/model.ts';
import { layoutNamed } from '../../modules/templates/own-template.ts';
import type { Layout } from '../../modules/templates/own-template.ts';
import { builtInTemplates, chosenTemplate } from '../../theme/built-in-templates.ts';
import { areaDocument } from './area-document.ts';
import type { PageRender } from './page-render.ts';
import type { Site } from './site.ts';
import { fittingTemplate, soundDocument, soundTemplate } from './sound-template.ts';
import type { Looked, SkippedTemplate, SoundTemplate } from './sound-template.ts';

export interface ChosenDocument {
  readonly id: string;
  readonly document: PreparedDocument;
  /** Templates and assignments that were checked, including missing ones: a change to any may change the choice. */
  readonly tags: readonly Tag[];
}

export interface TemplateChoice extends ChosenDocument {
  readonly markup: string;
  /** The desktop template; 0: a layout of the theme. */
  readonly templateId: number;
  /** Ends the sentence "this page uses … because …". */
  readonly reason: string;
  readonly headerId: number;
  readonly footerId: number;
  /** Preferred templates that can't be used, and why. */
  readonly skipped: readonly SkippedTemplate[];
  /** Phones get another document: replies must be stored per device. */
  readonly variesByDevice: boolean;
  readonly layout?: Layout | undefined;
}

/** The key of assignments: custom types and taxonomies have their own templates. */
export function assignmentKind(page: PageInfo): string {
  if (page.kind === 'cpt') return kindOfPost(page.post?.type ?? '');
  if (page.kind !== 'cpt_tax') return page.kind;
  const taxonomy = page.term?.taxonomy ?? page.several?.taxonomy;
  return taxonomy !== undefined
    ? kindOfTerm(taxonomy)
    : page.format
      ? kindOfFormats
      : kindOfArchive(page.postType ?? '');
}

/** The kind of searches in one type, whose template precedes that of all searches; undefined for other pages. */
function searchKindOf({ kind, postType }: PageInfo): string | undefined {
  return kind === 'search' && postType !== undefined && !postType.includes(',')
    ? kindOfSearch(postType)
    : undefined;
}

function itemId(page: PageInfo): number {
  return page.post?.id ?? page.term?.id ?? page.author?.id ?? 0;
}

/**
 * The item's own template, else the theme layout that its post names, with its full-screen header if any, else the
 * kind's global one, else the built-in one. On phones its mobile template; for a page first its mobile page.
 */
export async function templateFor(site: Site, page: PageInfo, phone: boolean): Promise<TemplateChoice> {
  const choice = await layoutFor(site, page, phone);
  const { kind, post } = page;
  return kind === 'page' && post ? withMobilePage(site, choice, post.id, phone) : choice;
}

export const forMobilePage = 'phones get its mobile page';

/** On phones a page's mobile page; header and footer stay the same. */
async function withMobilePage(
  site: Site,
  choice: TemplateChoice,
  pageId: number,
  phone: boolean,
): Promise<TemplateChoice> {
  const { item } = await site.content.templates.assignments(mobilePages, pageId);
  const looked: Looked = {
    tags: [...choice.tags, `assignment:${mobilePages}:${pageId}`],
    skipped: [...choice.skipped],
  };
  const fits = (template: TemplateSummary) => fitsKind(template, mobilePages);
  const sound =
    item === undefined ? undefined : await soundTemplate(site, item, looked, { fits, kind: mobilePages });
  if (!sound) return { ...choice, ...looked };
  const {
    template: { id, content },
    document,
  } = sound;
  const shown = phone ? { id: `template:${id}`, markup: content, document, reason: forMobilePage } : {};
  return { ...choice, ...shown, ...looked, variesByDevice: true };
}

/** A page's layout. `tried`: a stored template that precedes all others, as if assigned to the page; 0: none. */
export async function layoutFor(
  site: Site,
  page: PageInfo,
  phone: boolean,
  tried = 0,
): Promise<TemplateChoice> {
  const { templates } = site.content;
  const kind = assignmentKind(page);
  const item = itemId(page);
  const search = searchKindOf(page);
  const looked: Looked = {
    tags: [
      `assignment:${kind}:0`,
      ...(item > 0 ? [`assignment:${kind}:${item}` as const] : []),
      ...(search === undefined ? [] : [`assignment:${search}:0` as const]),
    ],
    skipped: [],
  };
  const assigned = await templates.assignments(kind, item);
  const chosen = chosenLayout(page);
  const candidates = [
    { id: tried, reason: 'it is tried on' },
    {
      id: search === undefined ? 0 : (await templates.assignments(search, 0)).global,
      reason: 'it was chosen for searches through this type',
    },
    { id: assigned.item, reason: `it was chosen for this ${page.kind}` },
    {
      id: chosen === undefined ? assigned.global : 0,
      reason: `it is the global template of the kind "${kind}"`,
    },
  ];
  let variesByDevice = false;
  for (const { id, reason } of candidates) {
    const template = id
      ? await fittingTemplate(site, id, looked, { fits: (one) => fitsKind(one, kind), kind })
      : undefined;
    if (!template) continue;
    // A template may turn out to be broken only when rendered, which phones don't do: their layout depends on the
    // mobile template alone.
    const mobile = await mobileTemplateOf(site, template, looked);
    variesByDevice ||= mobile !== undefined;
    const shown = (phone ? mobile : undefined) ?? (await soundDocument(site, template, looked, { kind }));
    if (shown) return templateChoice(template, shown, { reason, looked, variesByDevice });
  }
  if (chosen) return { ...(await layoutChoice(site, chosen, assigned.global, looked)), variesByDevice };
  const markup = builtInTemplates[page.kind];
  const { document, tags } = await areaDocument(site, markup, `built-in:${page.kind}`, page.kind);
  return {
    id: `built-in:${page.kind}`,
    markup,
    document,
    reason:
      looked.skipped.length > 0
        ? 'no other template is assigned, so the built-in one serves'
        : 'no template is assigned, so the built-in one serves',
    templateId: 0,
    headerId: 0,
    footerId: 0,
    variesByDevice,
    skipped: looked.skipped,
    tags: [...looked.tags, ...tags],
  };
}

interface ChosenLayout {
  readonly kind: string;
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
  const parts = [
    ...(found.fullScreen ? ['a full-screen header'] : []),
    ...(found.layout ? [`the layout "${found.layout}"`] : []),
  ];
  return {
    kind,
    name: `built-in:${[...(found.fullScreen ? ['full-screen'] : []), ...(found.layout ? [found.layout] : []), kind].join('-')}`,
    markup: found.markup,
    reason: `${parts.join(' and ')} ${parts.length > 1 ? 'were' : 'was'} chosen for it`,
    layout: found.layout,
  };
}

/** A built-in layout with the header and footer of other pages of its kind. */
async function layoutChoice(
  site: Site,
  { kind, name, markup, reason, layout }: ChosenLayout,
  global: number | undefined,
  { tags, skipped }: Looked,
): Promise<Omit<TemplateChoice, 'variesByDevice'>> {
  const around = global === undefined ? undefined : await site.content.templates.byId(global);
  const { document, tags: ofAreas } = await areaDocument(site, markup, name, kind);
  return {
    id: name,
    markup,
    document,
    reason,
    layout,
    templateId: 0,
    headerId: around?.headerId ?? 0,
    footerId: around?.footerId ?? 0,
    skipped,
    tags: [...tags, ...ofAreas, ...(global === undefined ? [] : [`template:${global}` as const])],
  };
}

/** The mobile variant of a template, unless it is broken. */
async function mobileTemplateOf(
  site: Site,
  { id, type, mobileTemplateId }: TemplateSummary,
  looked: Looked,
): Promise<SoundTemplate | undefined> {
  if (mobileTemplateId === 0) return undefined;
  return soundTemplate(site, mobileTemplateId, looked, {
    fits: (one) => one.type === type && one.isMobile,
    mobileOf: id,
  });
}

/** `shown`: the template itself, or its mobile variant. */
function templateChoice(
  template: TemplateSummary,
  shown: SoundTemplate,
  {
    reason,
    looked,
    variesByDevice,
  }: { readonly reason: string; readonly looked: Looked; readonly variesByDevice: boolean },
): TemplateChoice {
  const isItself = shown.template.id === template.id;
  return {
    id: `template:${shown.template.id}`,
    markup: shown.template.content,
    document: shown.document,
    reason: isItself ? reason : `${reason}, and phones get its mobile template`,
    templateId: template.id,
    headerId: template.headerId,
    footerId: template.footerId,
    variesByDevice,
    ...looked,
  };
}

/** The header or footer with this id (0: none), else the site's, else the built-in one; skips and logs missing or broken ones. */
export async function partDocument(
  site: Site,
  part: 'header' | 'footer',
  id: number,
): Promise<ChosenDocument> {
  const looked: Looked = { tags: [], skipped: [] };
  const find = async (one: number | undefined) =>
    one ? soundTemplate(site, one, looked, { fits: ({ type }) => type === part, part }) : undefined;
  const own = await find(id);
  const ofSite = async () => {
    looked.tags.push(`assignment:${part}:0`);
    const { global } = await site.content.templates.assignments(part, 0);
    return global === id ? undefined : find(global);
  };
  const sound = own ?? (await ofSite());
  if (sound) return { id: `template:${sound.template.id}`, document: sound.document, tags: looked.tags };
  const { document, tags } = await areaDocument(site, builtInTemplates[part], `built-in:${part}`, part);
  return { id: `built-in:${part}`, document, tags: [...looked.tags, ...tags] };
}

export async function templateDocument(id: number, render: PageRender): Promise<ChosenDocument | undefined> {
  const tags = [`template:${id}`] as const;
  render.addTags(tags);
  const template = await render.site.content.templates.byId(id);
  if (!template) return undefined;
  const found = await areaDocument(render.site, template.content, `template:${id}`, template.type);
  render.addTags(found.tags);
  return { id: `template:${id}`, document: found.document, tags: [...tags, ...found.tags] };
}

export async function footerDocument(site: Site, page: PageInfo): Promise<ChosenDocument> {
  const choice = await templateFor(site, page, false);
  const footer = await partDocument(site, 'footer', choice.footerId);
  return { ...footer, tags: [...choice.tags, ...footer.tags] };
}
