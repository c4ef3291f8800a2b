export { categoryOf, excerptOf, termLink } from './cards.ts';
