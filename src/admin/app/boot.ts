/** What posts of a type are sorted by. */
export interface ListedTaxonomy {
  readonly name: string;
  /** Below `/wp/v2/`, and the field of posts that names their terms. */
  readonly restBase: string;
  readonly isHierarchical: boolean;
  readonly plural: string;
  readonly singular: string;
  /** WordPress' word for it in the address of a list. */
  readonly parameter: string;
  /** The address names terms by their ids, else by their slugs. */
  readonly isById: boolean;
  /** Posts that would have none of its terms are given one. */
  readonly hasDefault: boolean;
  /** To see its terms as those do who look after them, to add one, to change and to delete some. */
  readonly manageCapability: string;
  readonly createCapability: string;
  readonly editCapability: string;
  readonly deleteCapability: string;
}

/** A role that accounts may have. */
interface ListedRole {
  readonly name: string;
  readonly label: string;
  /** Whether who is here may give it to somebody. */
  readonly mayGive: boolean;
}

/** A type of posts that has a list here. */
export interface ListedType {
  readonly name: string;
  /** Below `/wp/v2/`. */
  readonly restBase: string;
  readonly isHierarchical: boolean;
  readonly plural: string;
  readonly singular: string;
  /** Features in WordPress' words, as `author`, `comments`, `sticky`. */
  readonly supports: readonly string[];
  readonly editCapability: string;
  readonly publishCapability: string;
  /** To change what others wrote, and whose it is. */
  readonly othersCapability: string;
  readonly taxonomies: readonly ListedTaxonomy[];
}

/** What the page says when it comes (src/http/wp/admin/admin-app.tsx writes it). */
export interface Boot {
  /** `now`: what time it was there as the page came, without a zone; `defaultCategory`: the id of the one that posts get which have none, or 0. */
  readonly site: { readonly name: string; readonly url: string; readonly now: string; readonly defaultCategory: number };
  readonly user: {
    readonly id: number; readonly name: string; readonly capabilities: readonly string[];
    /** How they have made their lists, by the name of each. */
    readonly lists: Readonly<Record<string, unknown>>;
  };
  /** For REST. */
  readonly nonce: string;
  /** Limits of uploads, and the types of files by their endings. */
  readonly uploads: { readonly mostBytes: number; readonly mostPictureBytes: number; readonly types: Readonly<Record<string, string>> };
  /** Address that signs out. */
  readonly leave: string;
  readonly types: readonly ListedType[];
  /** Empty where who is here may not list accounts. */
  readonly roles: readonly ListedRole[];
}

export const boot = JSON.parse(document.querySelector('#boot')?.textContent ?? '{}') as Boot;

const cameAt = Date.now();
/** What time it is at the site, as milliseconds of a clock without a zone. */
export const siteNow = (): number => Date.parse(`${boot.site.now}Z`) + Date.now() - cameAt;

const own = new Set(boot.user.capabilities);
/** Whether who is here may do something, by what their roles say; the server is asked all the same. */
export const may = (capability: string): boolean => own.has(capability);

/** Types whose lists they have a use for. */
export const listedTypes = boot.types.filter(({ editCapability }) => may(editCapability));

const taxonomies = boot.types.flatMap((type) => type.taxonomies.map((taxonomy) => ({ ...taxonomy, type })));
/** Taxonomies whose terms they may look after, each once, with the first type that it sorts. */
export const managedTaxonomies = taxonomies.filter(({ name, manageCapability }, at) => (
  may(manageCapability) && taxonomies.findIndex((other) => other.name === name) === at
));
export type ManagedTaxonomy = (typeof managedTaxonomies)[number];
