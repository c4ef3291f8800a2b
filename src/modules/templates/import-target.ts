import { z } from 'zod';
import type { Reader } from '../../kernel/db/open-database.ts';
import { InvalidInputError, NotFoundError } from '../../lib/errors.ts';
import { positive } from '../../lib/numbers.ts';
import { sentId, sentIdOrNone } from '../../kernel/input-kinds.ts';
import { findSummaries } from '../posts/reader.ts';
import { findTerms } from '../terms/reader.ts';
import { registeredTypes } from '../types/registry.ts';
import { kindOfArchive, kindOfPost, kindOfSearch, kindOfTerm, mobilePages } from './kinds.ts';
import { wordsOfKind } from './kind-words.ts';
import { targetParams, targetsByAddress } from './target-params.ts';
import type { TargetParam, TargetParams, targetsByItem } from './target-params.ts';
import { typeOfKind } from './template.ts';

/** What an imported template is for: an item of a kind, all that have none of their own (item 0), or the phones of another template. */
export const importTarget = z.union([
  z.strictObject({
    kind: z
      .string()
      .max(100)
      .refine((kind) => typeOfKind(kind) !== undefined, 'there is no such kind of page'),
    itemId: sentIdOrNone,
  }),
  z.strictObject({ mobileOf: sentId }),
]);
export type ImportTarget = z.output<typeof importTarget>;

/** What each of those that name an item may be about. */
const kindsOf: Readonly<Record<(typeof targetsByItem)[number], (kind: string) => boolean>> = {
  assign_to_post: (kind) => kind === 'single' || kind === 'page',
  assign_to_category: (kind) => kind === 'category',
  assign_to_author: (kind) => kind === 'author',
  assign_to_tag: (kind) => kind === 'tag',
  assign_to_woo_product: (kind) => kind === 'woo_product',
  assign_to_woo_archive: (kind) => kind === 'woo_archive',
  assign_to_cpt: (kind) => kind.startsWith('cpt:'),
  assign_to_cpt_tax: (kind) => kind.startsWith('cpt_tax:'),
};

function refused(param: string, message: string): InvalidInputError {
  return new InvalidInputError(message, 'rest_invalid_param', { [param]: message });
}

/** Where params are looked up. */
export interface TargetPlace {
  readonly read: Reader;
  readonly siteUrl: string;
  /** The kind of the page at a path with its query, as assignments name it; undefined: there is none. */
  readonly kindAt: (address: string) => Promise<string | undefined>;
}

/** What these params say that a template is for; undefined where they say nothing. Throws for several of them, and for one that names nothing of this site. */
export async function findImportTarget(
  { read, siteUrl, kindAt }: TargetPlace,
  params: TargetParams,
): Promise<ImportTarget | undefined> {
  const given = targetParams.filter((name) => params[name] !== undefined && params[name] !== '');
  const [param, other] = given;
  if (other !== undefined)
    throw refused(other, `A template is imported for one thing: say ${param} or ${other}, not both.`);
  if (params.assign_to_search_cpt && param !== 'assign_to_search') {
    throw refused('assign_to_search_cpt', 'assign_to_search_cpt goes with assign_to_search only.');
  }
  if (param === undefined) return undefined;
  const value = params[param] ?? '';
  if (param === 'assign_mobile_to_template') return { mobileOf: numberOf(param, value) };
  if (param === 'assign_mobile_to_page') return { kind: mobilePages, itemId: numberOf(param, value) };
  if (isByAddress(param)) {
    const address = decoded(value);
    if (!isOfSite(address, siteUrl))
      throw refused(param, `${param} takes the address of a page of this site in base64.`);
    const { pathname, search } = new URL(address);
    const found = await kindAt(pathname + search);
    if (found === undefined || typeOfKind(found) !== targetsByAddress[param]) {
      const { one } = wordsOfKind(targetsByAddress[param]);
      throw refused(
        param,
        `${param} takes the address of a page of the kind “${one}”, which ${(pathname + search).slice(0, 100)} is not.`,
      );
    }
    const type = params.assign_to_search_cpt;
    if (type && !registeredTypes().some(({ name, isPublic }) => isPublic && name === type)) {
      throw refused(
        'assign_to_search_cpt',
        'assign_to_search_cpt takes the name of a public type of this site.',
      );
    }
    return { kind: type ? kindOfSearch(type) : targetsByAddress[param], itemId: 0 };
  }
  const archive = param === 'assign_to_cpt_tax' && !/^\d/.test(value) ? archiveKind(value) : undefined;
  if (archive !== undefined) return { kind: archive, itemId: 0 };
  const itemId = numberOf(param, value);
  const kind = await kindOfItem(read, param, itemId);
  if (kind === undefined || !kindsOf[param](kind)) {
    throw new NotFoundError(
      `There is nothing of the number ${itemId} that ${param} could mean.`,
      'item_not_found',
    );
  }
  return { kind, itemId };
}

const isByAddress = (param: TargetParam): param is keyof typeof targetsByAddress =>
  Object.hasOwn(targetsByAddress, param);

function numberOf(param: string, value: string): number {
  const id = positive(value);
  if (id === undefined) throw refused(param, `${param} takes a number, not “${value.slice(0, 40)}”.`);
  return id;
}

/** The kind of the page that lists a type. */
function archiveKind(type: string): string | undefined {
  return /^[\w-]{1,20}$/.test(type) ? kindOfArchive(type) : undefined;
}

async function kindOfItem(
  read: Reader,
  param: (typeof targetsByItem)[number],
  id: number,
): Promise<string | undefined> {
  if (param === 'assign_to_author') return 'author';
  if (param === 'assign_to_post' || param === 'assign_to_woo_product' || param === 'assign_to_cpt') {
    const post = (await findSummaries(read, [id])).get(id);
    return post && kindOfPost(post.type);
  }
  const term = (await findTerms(read, [id])).get(id);
  return term && kindOfTerm(term.taxonomy);
}

/** Base64 of either alphabet, as UTF-8; empty for what is none. */
function decoded(value: string): string {
  return /^[\w+/-]+={0,2}$/.test(value) && value.length <= 4000
    ? Buffer.from(value, 'base64').toString('utf8')
    : '';
}

function isOfSite(address: string, siteUrl: string): boolean {
  return URL.canParse(address) && new URL(address).origin === new URL(siteUrl).origin;
}
