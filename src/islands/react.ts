// The chunk `react`: the loader fetches it at the first sign of a reader, before any island asks for it.
export { hydrateIsland } from './hydrate.tsx';
