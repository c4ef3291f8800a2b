/** Where a template's document is edited; `postId`: a post whose data it is seen with meanwhile. */
export function templateEditorUrl(siteUrl: string, id: number, postId?: number): string {
  return `${siteUrl}/wp-admin/site-editor.php?postType=wp_template&postId=${id}${postId === undefined ? '' : `&tdbLoadDataFromId=${postId}`}`;
}
