export { createMissingPageCounter } from './missing-page-counter.ts';
export type { MissingPageCounter } from './missing-page-counter.ts';
