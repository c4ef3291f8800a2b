import { z } from 'zod';
import { patternSyncKey, patternTaxonomy, patternType } from './names.ts';
import { definePostType } from './post-type.ts';
import { defineTaxonomy } from './taxonomy.ts';

export const patternCategory = defineTaxonomy({
  name: patternTaxonomy,
  labels: { plural: 'Pattern categories', singular: 'Pattern category' },
  isPublic: false,
  restBase: 'wp_pattern_category',
});

export const pattern = definePostType({
  name: patternType,
  labels: { plural: 'Patterns', singular: 'Pattern' },
  icon: 'dashicons-layout',
  isPublic: false,
  isEdited: true,
  restBase: 'blocks',
  supports: ['title', 'editor', 'excerpt', 'revisions'],
  taxonomies: [patternTaxonomy],
  meta: { [patternSyncKey]: z.enum(['partial', 'unsynced']) },
});
