import { fileType, folderTaxonomy } from './names.ts';
import { defineTaxonomy } from './taxonomy.ts';

/** Folders of the library: who uploads files puts them there, who looks after categories looks after folders. No address has to do with them. */
export const mediaFolder = defineTaxonomy({
  name: folderTaxonomy,
  labels: { plural: 'Folders', singular: 'Folder' },
  isPublic: false,
  isPrivate: true,
  isHierarchical: true,
  postTypes: [fileType],
  capabilities: { assign_terms: 'upload_files' },
});
