export { findAccount, presentUser, presentUsers, userArguments, userResource } from './user-resource.ts';
