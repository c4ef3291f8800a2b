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

/** Every type of template: those, the front page, and the two parts that pages share. */
export const templateTypes = [...pageTemplateTypes, 'home', 'header', 'footer'] as const;
export type TemplateType = (typeof templateTypes)[number];

/** What lists of templates need; the document is left in the database. */
export interface TemplateSummary {
  readonly id: number;
  readonly type: TemplateType;
  readonly title: string;
  /** Meant for phones: only reached through another template's `mobileTemplateId`. */
  readonly isMobile: boolean;
  /** 0: phones get the same template. */
  readonly mobileTemplateId: number;
  /** 0: the site's header. */
  readonly headerId: number;
  /** 0: the site's footer. */
  readonly footerId: number;
  /** Counts saves of the document. */
  readonly revision: number;
  /** Milliseconds. */
  readonly createdAt: number;
  readonly updatedAt: number;
}

export interface Template extends TemplateSummary {
  /** Block markup. */
  readonly content: string;
}

/** Which templates apply to an item, by id; the item's own comes first. */
export interface TemplateAssignments {
  readonly item: number | undefined;
  readonly global: number | undefined;
}

/** A place where a template is used. */
export interface TemplateUse {
  readonly kind: string;
  /** 0: global template of the kind. */
  readonly itemId: number;
}

/** Whether a text is one of the template types. */
export function isTemplateType(type: string): type is TemplateType {
  return (templateTypes as readonly string[]).includes(type);
}

/** Types of which some pages have a kind of their own: those of one post type or taxonomy, searches through one, and the mobile pages of pages. */
const dividedTypes: ReadonlySet<string> = new Set(['cpt', 'cpt_tax', 'search', 'page']);

/** The type that templates of a kind have: a kind is a type, or a type with a name (`cpt:book`, `search:book`, `page:mobile`). */
export function typeOfKind(kind: string): TemplateType | undefined {
  const [type = '', ...names] = kind.split(':');
  if (names.length > 0 && !(names.length === 1 && dividedTypes.has(type) && /^[\w-]+$/.test(names[0] ?? '')))
    return undefined;
  return isTemplateType(type) ? type : undefined;
}

/** Where a template's document is edited; `postId`: a post whose data it is seen with meanwhile. */
export function templateEditorUrl(siteUrl: string, id: number, postId?: number): string {
  return `${siteUrl}/wp-admin/site-editor.php?postType=wp_template&postId=${id}${postId === undefined ? '' : `&tdbLoadDataFromId=${postId}`}`;
}

/** Params of the library that name the page at hand by the base64 of its address: its kind has no items. */
export const targetsByAddress = {
  assign_to_404: '404',
  assign_to_archive: 'date',
  assign_to_search: 'search',
  assign_to_attachment: 'attachment',
  assign_to_woo_search_archive: 'woo_search_archive',
  assign_to_woo_shop_base: 'woo_shop_base',
} as const;
/** Those that name an item by its id. */
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

/** Every param by which the library is told what a template is for; exactly one is given. */
export const targetParams = [
  ...(Object.keys(targetsByAddress) as (keyof typeof targetsByAddress)[]),
  ...targetsByItem,
  'assign_mobile_to_template',
  'assign_mobile_to_page',
] as const;
export type TargetParam = (typeof targetParams)[number];
export type TargetParams = Readonly<Partial<Record<TargetParam | 'assign_to_search_cpt', string>>>;

/** A template that is tried on without being stored here: one of the library, or one that somebody is still writing. */
export interface DraftTemplate
  extends Pick<Template, 'type' | 'content'>,
    Partial<Pick<Template, 'headerId' | 'footerId'>> {
  /** Block markup of its variant for phones. */
  readonly mobileContent?: string | undefined;
}

/** What somebody who edits templates wants to see on a page, which stays as it is for everybody else. */
export interface Trial {
  /**
   * As addresses name it (`site/pages/trial-for.ts`): an id, `global`, `built-in`, `library:NAME`; a document that is not stored; undefined: what the
   * page has.
   */
  readonly template: string | DraftTemplate | undefined;
  /** In which colours; undefined: as the site or who looks has it. */
  readonly isDark?: boolean | undefined;
}
