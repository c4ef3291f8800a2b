export { listedTypes } from './store.ts';
