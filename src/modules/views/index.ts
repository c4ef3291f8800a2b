export { createViewCounter, programs } from './view-counter.ts';
export type { ViewCounter, ViewReader } from './view-counter.ts';
