import {
  BroadsheetError,
  ForbiddenError,
  InvalidInputError,
  StaleError,
  TooManyRequestsError,
  UnauthorizedError,
} from '../../../lib/errors.ts';
import { unavailableError } from '../../db/unavailable.ts';

export interface ParamFault {
  /** `rest_invalid_type`, `rest_out_of_bounds`, `rest_not_in_enum` … */
  readonly code: string;
  readonly message: string;
  readonly data?: unknown;
}

/** 400 `rest_invalid_param`. */
export class InvalidParamsError extends InvalidInputError {
  readonly faults: Readonly<Record<string, ParamFault>>;

  constructor(faults: Readonly<Record<string, ParamFault>>) {
    super(`Invalid parameter(s): ${Object.keys(faults).join(', ')}`, 'rest_invalid_param');
    this.faults = faults;
  }
}

export class DetailedError extends BroadsheetError {
  readonly data: Readonly<Record<string, unknown>>;

  constructor(status: number, code: string, message: string, data: Readonly<Record<string, unknown>>) {
    super(status, code, message);
    this.data = data;
  }
}

/** 400 `rest_missing_callback_param`. */
export class MissingParamsError extends DetailedError {
  constructor(names: readonly string[]) {
    super(400, 'rest_missing_callback_param', `Missing parameter(s): ${names.join(', ')}`, { params: names });
  }
}

export function faultsOfParams(error: unknown, names: Readonly<Record<string, string>>): unknown {
  if (
    !(error instanceof InvalidInputError) ||
    error.code !== 'rest_invalid_param' ||
    Object.keys(error.fields).length === 0
  )
    return error;
  return new InvalidParamsError(
    Object.fromEntries(
      Object.entries(error.fields).map(([field, message]) => {
        const name = names[field] ?? field;
        return [
          name,
          { code: error.code, message: message.replace(`The field "${field}"`, () => `The field "${name}"`) },
        ];
      }),
    ),
  );
}

interface RestErrorBody {
  readonly code: string;
  readonly message: string;
  readonly data: Readonly<Record<string, unknown>> & { readonly status: number };
}

const otherTypes =
  'The Content-Type header could not be read. Send application/json, application/x-www-form-urlencoded or ' +
  'multipart/form-data.';

/** Encodes any error; an unexpected one reveals no details (the caller logs it). */
export function encodeRestError(error: unknown): RestErrorBody {
  const faults = faultsOf(error);
  if (faults && error instanceof InvalidInputError) {
    return {
      code: error.code,
      message: error.message,
      data: {
        status: error.status,
        params: Object.fromEntries(faults.map(([name, fault]) => [name, fault.message])),
        details: Object.fromEntries(
          faults.map(([name, { code, message, data }]) => [name, { code, message, data: data ?? null }]),
        ),
      },
    };
  }
  if (error instanceof StaleError) {
    return {
      code: error.code,
      message: error.message,
      data: { status: error.status, mine: error.mine, theirs: error.theirs },
    };
  }
  if (error instanceof DetailedError)
    return { code: error.code, message: error.message, data: { status: error.status, ...error.data } };
  if (error instanceof BroadsheetError)
    return { code: error.code, message: error.message, data: { status: error.status } };
  const unavailable = unavailableError(error);
  if (unavailable) return encodeRestError(unavailable);
  const { statusCode, message } = error as { statusCode?: number; message?: string };
  if (statusCode === 415)
    return { code: 'rest_unsupported_media_type', message: otherTypes, data: { status: 415 } };
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return {
      code: 'rest_bad_request',
      message: message ?? 'The request could not be read.',
      data: { status: statusCode },
    };
  }
  return {
    code: 'internal_server_error',
    message: 'Something went wrong on the server. The error was logged.',
    data: { status: 500 },
  };
}

/** Error headers: the retry time, and the missing capability, for which WordPress' error data has no key. */
export function errorHeaders(error: unknown): Readonly<Record<string, string>> {
  if (error instanceof TooManyRequestsError) return { 'retry-after': String(error.retryAfter) };
  const isRefusal = error instanceof ForbiddenError || error instanceof UnauthorizedError;
  return isRefusal && error.capability !== undefined ? { [missingCapabilityHeader]: error.capability } : {};
}

const missingCapabilityHeader = 'x-missing-capability';

function faultsOf(error: unknown): [string, ParamFault][] | undefined {
  if (error instanceof InvalidParamsError) return Object.entries(error.faults);
  if (!(error instanceof InvalidInputError)) return undefined;
  const faults = Object.entries(error.fields).map(([name, message]): [string, ParamFault] => [
    name,
    { code: error.code, message },
  ]);
  return faults.length > 0 ? faults : undefined;
}

/** For a caller who creates a post under an id. */
export const existingPost = { code: 'rest_post_exists', message: 'Cannot create existing post.' };

/** Prefix of the theme builder's calls, below `/wp-json`. */
export const builderBase = '/td-cloud-library/';

/** The error as the caller of `path` expects it: the builder gets the message as `error`, and 403 where REST replies 401 to visitors. */
export function faultAt(path: string, fault: RestErrorBody): RestErrorBody & { readonly error?: string } {
  if (!path.startsWith(builderBase)) return fault;
  const { message, data } = fault;
  return { ...fault, error: message, data: { ...data, status: data.status === 401 ? 403 : data.status } };
}
