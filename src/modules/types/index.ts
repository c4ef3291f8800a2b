export { authorCounterSql, counterKey } from './counters.ts';
export { createType } from './definition-commands.ts';
export { listTypes } from './definition-reader.ts';
export type { ListedType } from './definition-reader.ts';
export { holdDefinitions, listDefinitions } from './definition-store.ts';
export { capabilitiesAdded } from './events.ts';
export {
  accents,
  changedMeta,
  metaById,
  metaRules,
  metaText,
  postBase,
  readMeta,
  sentMeta,
  shownMeta,
  termBase,
} from './model.ts';
export type {
  MetaReferences,
  MetaRules,
  MetaSchema,
  PostFeature,
  PostType,
  StoredMeta,
  Taxonomy,
  TermAction,
} from './model.ts';
export {
  accentMetaKey,
  areaTaxonomy,
  articleType,
  creditKey,
  episodeType,
  eventType,
  fileType,
  folderTaxonomy,
  formatTaxonomy,
  languageTaxonomy,
  menuTaxonomy,
  navigationType,
  pageType,
  patternSyncKey,
  patternType,
  recipeType,
  reviewType,
  sectionTaxonomy,
  tagTaxonomy,
  templatePartType,
  themeTaxonomy,
} from './names.ts';
export { commentPagePath, isPlain, permalinks, withNames } from './permalinks.ts';
export type { PermalinkStructure } from './permalinks.ts';
export {
  articleTypes,
  capabilityOf,
  isClosedSlug,
  isOfCode,
  isOwnSegment,
  isSection,
  postTypeNamed,
  registeredTaxonomies,
  registeredTypes,
  setFieldMeta,
  taxonomiesOf,
  taxonomyNamed,
  isTypeCapability,
  typeCapabilities,
  typesOf,
} from './registry.ts';
export type { PostAction } from './registry.ts';
export { manageTypes } from './policy.ts';
export type { TaxonomyDefinition, TypeDefinition } from './own-definition.ts';
