import type { LoadContext } from '../load-context.ts';

/** The text of the page's post as HTML; or the question for its password. */
export type PostContentData = { readonly html: string } | { readonly askPassword: { readonly postId: number } };

export async function load(_settings: unknown, context: LoadContext): Promise<PostContentData | undefined> {
  const { post, unlocked } = context.page;
  if (!post) return undefined;
  if (post.isProtected && !unlocked) return { askPassword: { postId: post.id } };
  return { html: await context.renderDocument({ post: post.id }) };
}
