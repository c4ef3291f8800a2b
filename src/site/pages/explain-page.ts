import type { PageInfo } from '../../blocks/load-context.ts';
import { readerText } from '../../modules/settings/definitions/translations.ts';
import type { Settings } from '../../modules/settings/settings.ts';
import { layoutsForPosts } from '../../modules/templates/own-template.ts';
import { wordsOfKind } from '../../modules/templates/kinds.ts';
import { saidBy } from '../../languages/catalogues.ts';
import { whyTexts } from '../../lib/bar-texts.ts';
import { fillIn } from '../../lib/messages.ts';
import type { Site } from './site.ts';
import { assignmentKind, forMobilePage, templateFor } from './template-for.ts';
import type { TemplateChoice } from './template-for.ts';

export interface PageExplanation {
  /** As assignments name it: `single`, `cpt:book`. */
  readonly kind: string;
  /** The post, term or author of the page; 0: no subject that can have its own template. */
  readonly itemId: number;
  readonly title: string;
  readonly by: 'item' | 'global' | 'layout' | 'built-in';
  /** 0: a template of the theme. */
  readonly templateId: number;
  /** Empty: a template of the theme. */
  readonly templateTitle: string;
  readonly sentence: string;
  /** For phones; empty if identical. */
  readonly phones: string;
  /** Empty: phones get the same template. */
  readonly phonesTitle: string;
  readonly skipped: readonly SkippedOne[];
}

interface SkippedOne {
  readonly id: number;
  /** Empty: it no longer exists. */
  readonly title: string;
  readonly sentence: string;
  /** Its problem, in English. */
  readonly reason: string;
}

const itemOf = (page: PageInfo): number => page.post?.id ?? page.term?.id ?? page.author?.id ?? 0;
const idOf = ({ id }: Pick<TemplateChoice, 'id'>): number =>
  id.startsWith('template:') ? Number(id.slice('template:'.length)) : 0;

/** Explains which template a page has on each device and why: localized as in the panels, and in more detail in English. */
export async function explainPage(site: Site, page: PageInfo): Promise<PageExplanation> {
  const { templates } = site.content;
  const [kind, itemId] = [assignmentKind(page), itemOf(page)];
  const [wide, narrow] = [await templateFor(site, page, false), await templateFor(site, page, true)];
  const assigned = await templates.assignments(kind, itemId);
  const templateId = idOf(wide);
  const by =
    templateId > 0
      ? templateId === assigned.item
        ? 'item'
        : 'global'
      : wide.layout || wide.id !== `built-in:${page.kind}`
        ? 'layout'
        : 'built-in';
  const titleOf = async (id: number) => (await templates.byId(id))?.title ?? '';
  const templateTitle = templateId > 0 ? await titleOf(templateId) : '';
  const { one, many } = wordsOfKind(kind);
  const settings = await site.content.settings.current();
  const spoken = saidBy(settings.site_language).catalogue && spokenWords(settings);
  const sentences = {
    item: `This page uses the template “${templateTitle}” because it was chosen for this ${one}.`,
    global: `This page uses the template “${templateTitle}” because it is the global template of ${many}.`,
    layout: `This page uses ${layoutWords(page, wide)}, which was chosen for this ${one}.`,
    'built-in': `This page uses the built-in layout, since no ${wide.skipped.length > 0 ? 'other ' : ''}template was chosen for ${
      itemId > 0 ? `it or for ${many}` : many
    }.`,
  };
  const phonesTitle = narrow.id === wide.id ? '' : await titleOf(idOf(narrow));
  const phones =
    narrow.id === wide.id
      ? ''
      : (spoken?.phones(phonesTitle) ??
        `Phones get “${phonesTitle}”, its mobile ${narrow.reason === forMobilePage ? 'page' : 'template'}.`);
  const reasons = new Map([...wide.skipped, ...narrow.skipped].map(({ id, reason }) => [id, reason]));
  const skipped = await Promise.all(
    [...reasons].map(async ([id, reason]): Promise<SkippedOne> => {
      const title = await titleOf(id);
      const sentence =
        spoken?.skipped(title) ??
        `${title === '' ? `Template ${id}` : `“${title}”`} was chosen, too, and skipped: ${reason}.`;
      return { id, title, reason, sentence };
    }),
  );
  const sentence = spoken?.sentence(by, templateTitle) ?? sentences[by];
  return {
    kind,
    itemId,
    title: page.title,
    by,
    templateId,
    templateTitle,
    sentence,
    phones,
    phonesTitle,
    skipped,
  };
}

function spokenWords(settings: Settings) {
  return {
    sentence: (by: PageExplanation['by'], title: string) => fillIn(readerText(settings, whyTexts[by]), title),
    phones: (title: string) => fillIn(readerText(settings, 'why_phones'), title),
    skipped: (title: string) =>
      title === '' ? readerText(settings, 'why_gone') : `${readerText(settings, 'why_skipped')} ${title}`,
  };
}

function layoutWords({ post }: PageInfo, { layout }: TemplateChoice): string {
  const title = post && layoutsForPosts(post.type).find(({ template }) => template === layout)?.title;
  const named = title === undefined ? '' : `the theme’s layout “${title}”`;
  return post?.details.fullScreenHeader
    ? `${named}${named === '' ? '' : ' with '}a full-screen header`
    : named;
}
