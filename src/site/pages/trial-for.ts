import type { PageInfo } from '../../blocks/load-context.ts';
import { layoutNamed } from '../../modules/templates/own-template.ts';
import { findLibraryFile } from '../../modules/templates/library/library.ts';
import { fitsKind } from '../../modules/templates/policy.ts';
import type { DraftTemplate, Trial } from '../../modules/templates/model.ts';
import { typeOfKind } from '../../modules/templates/model.ts';
import { NotFoundError } from '../../lib/errors.ts';
import { positive } from '../../lib/numbers.ts';
import { builtInTemplates, chosenTemplate } from '../../theme/built-in-templates.ts';
import { areaDocument } from './area-document.ts';
import type { Site } from './site.ts';
import { assignmentKind, layoutFor, partDocument, templateFor } from './template-for.ts';
import type { ChosenDocument, TemplateChoice } from './template-for.ts';

/** The layout of a trial, with header and footer, since either may be under trial. */
export interface TrialChoice extends TemplateChoice {
  readonly header: ChosenDocument;
  readonly footer: ChosenDocument;
}

/** Finds a template by its name after the colon; undefined if the page can't use one of that name. */
type Provider = (site: Site, name: string, page: PageInfo) => Promise<DraftTemplate | undefined>;

/** Sources of templates that are not stored, by the part of the name before the colon. */
const providers: Readonly<Record<string, Provider>> = {
  'built-in': async (_site, name, { kind }) => builtIn(kind, name),
  library: async (site, name) => ofLibrary(site, name),
};

async function ofLibrary(site: Site, name: string): Promise<DraftTemplate | undefined> {
  const file = await findLibraryFile(name, await site.content.settings.current(), site.libraries);
  const main = file.templates.find(({ id }) => id === file.main);
  const mobile = file.templates.find(({ id }) => id === main?.mobileTemplateId);
  return main && { type: main.type, content: main.content, mobileContent: mobile?.content };
}

/** A page's built-in template, header or footer, or a theme layout that posts of its kind can choose. */
function builtIn(kind: PageInfo['kind'], name: string): DraftTemplate | undefined {
  if (name === '' || name === kind) return { type: kind, content: builtInTemplates[kind] };
  if (name === 'header' || name === 'footer') return { type: name, content: builtInTemplates[name] };
  const layout = layoutNamed(name);
  const chosen = layout && chosenTemplate(kind, layout, false);
  return chosen && chosen.layout === layout ? { type: kind, content: chosen.markup } : undefined;
}

/**
 * The layout that a page would get. `global`: without a template of its own. Throws `NotFoundError` for a template that
 * doesn't exist or can't lay out this kind of page.
 */
export async function trialFor(
  site: Site,
  page: PageInfo,
  phone: boolean,
  { template }: Trial,
): Promise<TrialChoice> {
  const now = await templateFor(site, page, phone);
  if (template === undefined) return withParts(site, now);
  if (template === 'global') return withParts(site, await templateFor(site, withoutOwn(page), phone));
  const id = typeof template === 'string' ? positive(template) : undefined;
  const stored = id === undefined ? undefined : await site.content.templates.byId(id);
  // A stored template that fits is selected as for pages: if it or its mobile variant is broken, the trial shows what
  // readers would get.
  if (stored && fitsKind(stored, assignmentKind(page)))
    return withParts(site, await layoutFor(site, withoutOwn(page), phone, stored.id));
  const found: DraftTemplate | undefined =
    stored ?? (typeof template === 'string' ? await named(site, template, page) : template);
  const [ofPart, ofPage] = [
    found?.type === 'header' || found?.type === 'footer',
    found?.type === typeOfKind(assignmentKind(page)),
  ];
  if (!found || !(ofPart || ofPage)) {
    const name =
      typeof template === 'string' ? `“${template.slice(0, 80)}”` : `of the type “${template.type}”`;
    throw new NotFoundError(`There is no template ${name} for this kind of page.`, 'template_not_found');
  }
  const content = phone ? (found.mobileContent ?? found.content) : found.content;
  const tried = {
    id: 'template:tried',
    markup: content,
    ...(await areaDocument(site, content, 'template:tried', found.type)),
  };
  if (tried.document.fault !== undefined)
    return withParts(site, ofPart ? now : await templateFor(site, withoutOwn(page), phone));
  if (ofPart) return { ...(await withParts(site, now)), [found.type]: tried };
  const { headerId = 0, footerId = 0 } = found;
  return withParts(site, {
    ...tried,
    reason: 'it is tried on',
    templateId: 0,
    headerId,
    footerId,
    variesByDevice: false,
    skipped: [],
  });
}

async function withParts(site: Site, choice: TemplateChoice): Promise<TrialChoice> {
  const [header, footer] = await Promise.all([
    partDocument(site, 'header', choice.headerId),
    partDocument(site, 'footer', choice.footerId),
  ]);
  return { ...choice, header, footer };
}

/** The page as if its item had no template or layout of its own. */
function withoutOwn(page: PageInfo): PageInfo {
  if (page.post)
    return {
      ...page,
      post: {
        ...page.post,
        id: 0,
        templateName: '',
        details: { ...page.post.details, fullScreenHeader: false },
      },
    };
  if (page.term) return { ...page, term: { ...page.term, id: 0 } };
  return page.author ? { ...page, author: { ...page.author, id: 0 } } : page;
}

async function named(site: Site, name: string, page: PageInfo): Promise<DraftTemplate | undefined> {
  const [provider = '', ...rest] = name.split(':');
  return Object.hasOwn(providers, provider) ? providers[provider]?.(site, rest.join(':'), page) : undefined;
}
