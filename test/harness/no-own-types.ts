import { setFieldMeta } from '../../src/modules/types/index.ts';
import { useOwnDefinitions } from '../../src/modules/types/registry.ts';

// Types and fields of the former test file's site: a worker keeps its loaded modules for the next file.
useOwnDefinitions({ postTypes: [], taxonomies: [] }, () => {});
setFieldMeta(new Map());
