import { findPictures } from '../../modules/media/reader.ts';
import { fileType } from '../../modules/types/names.ts';
import { FormerSites } from '../../lib/former-sites.ts';
import { renameFiles, namedFiles } from '../../lib/markup/file-refs.ts';
import type { TermImport } from '../import-terms.ts';
import type { UserImport } from '../import-users.ts';
import type { References } from '../references.ts';
import type { ImportRun } from '../run.ts';
import type { WxrSite } from '../wxr-events.ts';
import type { ForeignIds } from './composer-values.ts';
import { onDesktops } from './composer-values.ts';
import { readShortcodes } from './shortcode-tree.ts';
import type { Shortcode } from './shortcode-tree.ts';
import { attributesHtml } from './write-out.ts';

export interface IdSources {
  readonly site: WxrSite;
  readonly references: References;
  readonly terms: TermImport;
  readonly users: UserImport;
}

/** Loads the local ids for everything that the old theme's elements refer to: posts and files in `named`, categories, users and URLs. */
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

const maxIds = 1000;

interface NamedIds {
  readonly posts: Set<string>;
  readonly pictures: Set<string>;
}

export function collectIds(source: string, { posts, pictures }: NamedIds): void {
  const maxTotal = posts.size + pictures.size + maxIds;
  const visit = (nodes: readonly Shortcode[]): void => {
    for (const { name, attributes, children } of nodes) {
      for (const id of onDesktops(attributes.post_ids).split(',')) {
        const bare = id.trim().replace('-', '');
        if (/^[1-9]\d{0,12}$/.test(bare) && posts.size + pictures.size < maxTotal) posts.add(bare);
      }
      const image = (attributes.image ?? '').trim();
      if (/^[1-9]\d{0,12}$/.test(image) && posts.size + pictures.size < maxTotal) pictures.add(image);
      const { files } = namedFiles(attributesHtml(name, attributes) ?? '');
      for (const id of files) if (posts.size + pictures.size < maxTotal) pictures.add(String(id));
      visit(children);
    }
  };
  visit(readShortcodes(source).nodes);
  const { files, posts: owners } = namedFiles(source);
  for (const [ids, into] of [
    [files, pictures],
    [owners, posts],
  ] as const)
    for (const id of ids) if (posts.size + pictures.size < maxTotal) into.add(String(id));
}
