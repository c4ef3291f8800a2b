/** The fifteen template types of the specification. */
export const pageTemplateTypes = [
  'single',
  'category',
  'author',
  'tag',
  '404',
  'date',
  'search',
  'attachment',
  'page',
  'woo_product',
  'woo_archive',
  'woo_search_archive',
  'woo_shop_base',
  'cpt',
  'cpt_tax',
] as const;

export type PageTemplateType = (typeof pageTemplateTypes)[number];

/** Every template type: those, the front page, and the two shared parts. */
export const templateTypes = [...pageTemplateTypes, 'home', 'header', 'footer'] as const;
export type TemplateType = (typeof templateTypes)[number];

export interface TemplateSummary {
  readonly id: number;
  readonly type: TemplateType;
  readonly title: string;
  /** For phones: only used through another template's `mobileTemplateId`. */
  readonly isMobile: boolean;
  /** 0: phones get the same template. */
  readonly mobileTemplateId: number;
  /** 0: the site's header. */
  readonly headerId: number;
  /** 0: the site's footer. */
  readonly footerId: number;
  readonly revision: number;
  /** Milliseconds. */
  readonly createdAt: number;
  readonly updatedAt: number;
}

export interface Template extends TemplateSummary {
  readonly content: string;
}

/** Ids of the templates that apply to an item; the item's own takes precedence. */
export interface TemplateAssignments {
  readonly item: number | undefined;
  readonly global: number | undefined;
}

export interface TemplateUse {
  readonly kind: string;
  /** 0: global template of the kind. */
  readonly itemId: number;
}

export function isTemplateType(type: string): type is TemplateType {
  return (templateTypes as readonly string[]).includes(type);
}

/** Types with kinds below them: one per post type or taxonomy, searches of one type, and mobile pages. */
const dividedTypes: ReadonlySet<string> = new Set(['cpt', 'cpt_tax', 'search', 'page']);

/** Returns the template type of a kind. A kind is a type, or a type with a name (`cpt:book`, `search:book`, `page:mobile`). */
export function typeOfKind(kind: string): TemplateType | undefined {
  const [type = '', ...names] = kind.split(':');
  if (names.length > 0 && !(names.length === 1 && dividedTypes.has(type) && /^[\w-]+$/.test(names[0] ?? '')))
    return undefined;
  return isTemplateType(type) ? type : undefined;
}

/** URL of a template's editor; `postId`: a post to preview it with. */
export function templateEditorUrl(siteUrl: string, id: number, postId?: number): string {
  return `${siteUrl}/wp-admin/site-editor.php?postType=wp_template&postId=${id}${postId === undefined ? '' : `&tdbLoadDataFromId=${postId}`}`;
}

/** Library params that name a page by the base64 of its address, because its kind has no items. */
export const targetsByAddress = {
  assign_to_404: '404',
  assign_to_archive: 'date',
  assign_to_search: 'search',
  assign_to_attachment: 'attachment',
  assign_to_woo_search_archive: 'woo_search_archive',
  assign_to_woo_shop_base: 'woo_shop_base',
} as const;
export const targetsByItem = [
  'assign_to_post',
  'assign_to_category',
  'assign_to_author',
  'assign_to_tag',
  'assign_to_woo_product',
  'assign_to_woo_archive',
  'assign_to_cpt',
  'assign_to_cpt_tax',
] as const;

export const targetParams = [
  ...(Object.keys(targetsByAddress) as (keyof typeof targetsByAddress)[]),
  ...targetsByItem,
  'assign_mobile_to_template',
  'assign_mobile_to_page',
] as const;
export type TargetParam = (typeof targetParams)[number];
export type TargetParams = Readonly<Partial<Record<TargetParam | 'assign_to_search_cpt', string>>>;

export interface DraftTemplate
  extends Pick<Template, 'type' | 'content'>,
    Partial<Pick<Template, 'headerId' | 'footerId'>> {
  readonly mobileContent?: string | undefined;
}

/** A preview that an editor of templates sees on a page; visitors still see the page itself. */
export interface Trial {
  /** An id, `global`, `built-in` or `library:NAME` (`site/pages/trial-for.ts`), or an unsaved document; undefined: the page's own template. */
  readonly template: string | DraftTemplate | undefined;
  /** Colour scheme; undefined: as the site or the viewer has it set. */
  readonly isDark?: boolean | undefined;
}
