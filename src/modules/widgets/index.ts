export { createWidgetAreas } from './cache.ts';
export type { WidgetAreas } from './cache.ts';
