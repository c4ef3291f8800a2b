import type { RestErrorBody } from './rest-errors.ts';

/** Where the calls of the theme's builder are, below `/wp-json`. */
export const builderBase = '/td-cloud-library/';

/**
 * A fault as who called `path` is told of it: the builder as by its calls over AJAX, with a sentence as `error`, and 403 to all who may not, where REST
 * has 401 for visitors.
 */
export function faultAt(path: string, fault: RestErrorBody): RestErrorBody & { readonly error?: string } {
  if (!path.startsWith(builderBase)) return fault;
  const { message, data } = fault;
  return { ...fault, error: message, data: { ...data, status: data.status === 401 ? 403 : data.status } };
}
