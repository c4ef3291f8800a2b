/** Posts that can share a second before their keys run into the next one's. */
const perSecond = 2 ** 20;
/** Seconds beyond this would leave the whole numbers that JavaScript holds exactly. */
const lastSecond = 2 ** 33 - 2;

/** The key in the index of a post: in order of publication, whatever the order of ids. The writer takes the next free one when it is taken. */
export function searchKeyOf(post: { readonly id: number; readonly publishedAt: number }): number {
  const seconds = Math.min(Math.max(Math.floor(post.publishedAt / 1000), -lastSecond), lastSecond);
  return seconds * perSecond + (post.id % perSecond);
}

/** Seconds since 1970 when the post with this key was published. */
export function publishedSeconds(searchKey: number): number {
  return Math.floor(searchKey / perSecond);
}
