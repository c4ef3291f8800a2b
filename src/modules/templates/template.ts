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
