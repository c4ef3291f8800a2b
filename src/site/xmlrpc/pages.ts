import { findSummaries } from '../../modules/posts/reader.ts';
import { pageType } from '../../modules/types/names.ts';
import { postTypeNamed } from '../../modules/types/registry.ts';
import { askRest, limitOf } from './call.ts';
import type { Call } from './call.ts';
import { changePost, createPost, blogStruct, pageStructs } from './meta-weblog.ts';
import { credentials, method, anything, id, optionalFlag, optionalWhole } from './method.ts';
import { maxPosts } from './posts.ts';
import { titleOf } from './structs.ts';
import { getPost, listPosts, noPost, removePost } from './rest-post.ts';
import type { RestPost } from './rest-post.ts';
import { IsoDate } from './values.ts';
import type { SentStruct } from './values.ts';

const maxTitles = 1000;

async function titlesAbove(
  { content }: Call,
  pages: readonly RestPost[],
): Promise<ReadonlyMap<number, string>> {
  const parents = await findSummaries(content.database.read, [
    ...new Set(pages.flatMap(({ parent }) => parent || [])),
  ]);
  return new Map([...parents].map(([parentId, { title }]) => [parentId, title]));
}

const structsOf = async (call: Call, pages: readonly RestPost[]) =>
  pageStructs(call, pages, await titlesAbove(call, pages));

const getPage = method(
  'wp.getPage',
  { blog_id: anything, page_id: id, ...credentials },
  async (call, { page_id: pageId }) => {
    const [found] = await structsOf(call, [await getPost(call, pageId, pageType)]);
    if (!found) throw noPost();
    return found;
  },
);

const getPages = method(
  'wp.getPages',
  { blog_id: anything, ...credentials, number: optionalWhole },
  async (call, { number }) =>
    structsOf(call, await listPosts(call, postTypeNamed(pageType), {}, limitOf(number, 10, maxPosts))),
);

const getPageList = method('wp.getPageList', { blog_id: anything, ...credentials }, async (call) =>
  (await listPosts(call, postTypeNamed(pageType), {}, maxTitles)).map(
    (page): SentStruct => ({
      page_id: String(page.id),
      page_title: titleOf(page),
      page_parent_id: String(page.parent ?? 0),
      dateCreated: IsoDate.of(page.date),
      date_created_gmt: IsoDate.of(page.date_gmt),
    }),
  ),
);

const newPage = method(
  'wp.newPage',
  { blog_id: anything, ...credentials, page: blogStruct, publish: optionalFlag },
  (call, { page, publish = false }) => createPost(call, { ...page, post_type: pageType }, publish),
);

const editPage = method(
  'wp.editPage',
  { blog_id: anything, page_id: id, ...credentials, page: blogStruct, publish: optionalFlag },
  (call, { page_id: pageId, page, publish = false }) =>
    changePost(call, pageId, { ...page, post_type: pageType }, publish, pageType),
);

const deletePage = method(
  'wp.deletePage',
  { blog_id: anything, ...credentials, page_id: id },
  (call, { page_id: pageId }) => removePost(call, pageId, pageType),
);

const getPageTemplates = method(
  'wp.getPageTemplates',
  { blog_id: anything, ...credentials },
  async (call) => {
    const templates = await askRest<readonly { readonly template: string; readonly title: string }[]>(
      call,
      'GET',
      '/broadsheet/v1/post-templates',
      { query: { type: pageType } },
    );
    return {
      Default: 'default',
      ...Object.fromEntries(
        templates.filter(({ template }) => template !== '').map(({ template, title }) => [title, template]),
      ),
    };
  },
);

export const pageMethods = [getPage, getPages, getPageList, newPage, editPage, deletePage, getPageTemplates];
