export interface Term {
  readonly id: number;
  readonly taxonomy: string;
  readonly slug: string;
  readonly name: string;
  /** HTML as written. */
  readonly description: string;
  readonly parentId: number;
  /** Listed posts given this very term. */
  readonly count: number;
}

/** Taxonomies whose terms have parents. */
export const hierarchicalTaxonomies: ReadonlySet<string> = new Set(['category', 'product_cat']);
