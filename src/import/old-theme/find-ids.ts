import { findPictures } from '../../modules/media/reader.ts';
import { fileType } from '../../modules/types/names.ts';
import { FormerSites } from '../../lib/former-sites.ts';
import { renameFiles } from '../../lib/markup/file-refs.ts';
import type { TermImport } from '../import-terms.ts';
import type { UserImport } from '../import-users.ts';
import type { References } from '../references.ts';
import type { ImportRun } from '../run.ts';
import type { WxrSite } from '../wxr-events.ts';
import type { NamedIds } from './collect-ids.ts';
import type { ForeignIds } from './foreign-ids.ts';

/** Who knows what things of an export became here. */
export interface IdSources {
  readonly site: WxrSite;
  readonly references: References;
  readonly terms: TermImport;
  readonly users: UserImport;
}

/** What the things are here that elements of the old theme name: posts and files among `named`, categories, people and addresses of any kind. */
export async function findForeignIds(
  { database }: Pick<ImportRun, 'database'>,
  { site, references, terms, users }: IdSources,
  named: NamedIds,
): Promise<ForeignIds> {
  const former = new FormerSites(site.url === '' ? [] : [site.url]);
  const posts = await references.findAll(database.read, [...named.posts]);
  const files = await references.findAll(database.read, [...named.pictures], fileType);
  const pictures = await findPictures({ database, siteUrl: '' }, [...files.values()]);
  return {
    category: (id) => terms.byExternalId('category', id),
    post: (id) => posts.get(id),
    author: (id) => users.byExternalId(id) || undefined,
    picture: (id) => pictureOf(pictures.get(files.get(id) ?? 0)),
    address: (url) => former.pageOf(url) || (former.restOf(url) === undefined ? url : '/'),
    files: (html) =>
      renameFiles(html, { file: (id) => files.get(String(id)), post: (id) => posts.get(String(id)) }),
  };
}

const pictureOf = (picture: { id: number; fullUrl: string; alt: string } | undefined) =>
  picture && { id: picture.id, url: picture.fullUrl, alt: picture.alt };
