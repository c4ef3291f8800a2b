import { fileType } from './names.ts';
import { definePostType } from './post-type.ts';

/** Uploaded files. Their pages are no pages to be found by, as in WordPress, and stand below the post that they were uploaded to. */
export const attachment = definePostType({
  name: fileType,
  labels: { plural: 'Media', singular: 'Media' },
  icon: 'dashicons-admin-media',
  slug: '',
  idParameter: 'attachment_id',
  archive: null,
  words: { name: 'kind_attachment' },
  openStatuses: ['inherit', 'publish'],
  showsParents: true,
  isEdited: false,
  pageKind: 'attachment',
  isSearched: false,
  inSitemap: false,
  restBase: 'media',
  supports: ['title', 'author', 'comments'],
});
