export { termListParams } from './term-routes.ts';
