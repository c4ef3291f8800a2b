import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest, FastifyInstance } from 'fastify';
import { readerText } from '../../modules/settings/definitions/translations.ts';
import { isNonce } from '../../modules/users/session.ts';
import type { SignedIn } from '../../modules/users/sessions.ts';
import { callerOf } from '../../lib/request-headers.ts';
import { BroadsheetError, ForbiddenError, StaleError, TooManyRequestsError } from '../../lib/errors.ts';
import { PortraitError } from '../../modules/portraits/portraits.ts';
import { staleReply } from '../../kernel/http/rest/from-revision.ts';
import { encodeRestError, errorHeaders } from '../../kernel/http/rest/rest-errors.ts';
import { restNonceAction } from '../rest/rest-actor.ts';
import type { Site } from '../pages/site.ts';
import { isForeign } from '../http/security-headers.ts';
import type { ReceivedFile } from '../../kernel/http/receive-parts.ts';
import { formFields } from '../../kernel/http/forms.ts';
import type { Notice, FieldLabels } from '../login/login-action.ts';
import { noticeOf } from '../login/login-action.ts';
import { removePart } from '../../kernel/part-files.ts';
import type { Actor } from '../../kernel/permission.ts';
import { describeFileFault, diskFullError, isDiskFull } from '../../lib/files.ts';
import { atItsPace } from '../../kernel/http/connections.ts';
import { receiveParts } from '../../kernel/http/receive-parts.ts';
import { readText } from '../../kernel/http/rest/receive-body.ts';

export interface SentForm {
  readonly site: Site;
  readonly signedIn: SignedIn;
  readonly field: (name: string) => string;
  readonly file: ReceivedFile | undefined;
  readonly caller: string;
}

export interface SentSection {
  readonly section: string;
  readonly wrong: readonly string[];
  /** Whether another user changed the item; the form then continues from the current revision. */
  readonly isStale: boolean;
  readonly typed: ReadonlyMap<string, string>;
}

/** The newsroom's requests: answered with JSON, and authorized by its REST nonce. */
export const wantsJson = ({ headers: { accept = '' } }: Pick<FastifyRequest, 'headers'>): boolean =>
  accept.startsWith('application/json');

export interface SectionPage<Done> {
  readonly nonceAction: string;
  /** Whether the newsroom may send the sections (`wantsJson`); `theirs` is what it shows next to stale input. */
  readonly json?: { readonly theirs: () => Promise<unknown> };
  /** For pages of all users; the newsroom's pages show the errors' English messages, which are more detailed. */
  readonly labels?: FieldLabels;
  readonly sections: Readonly<Record<string, (sent: SentForm) => Promise<Done>>>;
  readonly done: (done: Done) => FastifyReply | Promise<FastifyReply>;
  readonly refused: (notice: Notice, sent: SentSection) => Promise<FastifyReply>;
}

/** Saves the page's section that the field `section` names; refused input is shown again, or as JSON as by REST. */
export async function sendSection<Done>(
  site: Site,
  signedIn: SignedIn,
  request: FastifyRequest,
  reply: FastifyReply,
  { nonceAction, json, labels, sections, done, refused }: SectionPage<Done>,
): Promise<FastifyReply> {
  const settings = await site.content.settings.current();
  const { fields: sent, file, fault } = formWithFile(request.body);
  const fields = formFields(sent);
  // Browsers send line ends as CRLF.
  const field = (name: string) =>
    (fields.get(name) ?? '').toWellFormed().replaceAll('\0', '').replaceAll('\r\n', '\n');
  const section = field('section');
  try {
    if (fault) throw fault;
    if (isForeign(request.headers, site.content.siteUrl))
      throw new ForbiddenError(readerText(settings, 'account_foreign'), 'account_foreign');
    const save = Object.hasOwn(sections, section) ? sections[section] : undefined;
    if (json && wantsJson(request)) checkRestNonce(site, signedIn, request);
    else if (!isNonce(site.signer, signedIn.session, nonceAction, field('_wpnonce')))
      throw new ForbiddenError(readerText(settings, 'account_expired'), 'account_expired');
    if (!save) {
      throw new ForbiddenError(readerText(settings, 'account_expired'), 'account_expired');
    }
    return await done(await save({ site, signedIn, field, file, caller: callerOf(request.ip) }));
  } catch (error) {
    if (!(error instanceof BroadsheetError) || error.status >= 500) throw error;
    if (json && wantsJson(request)) return sendRefusal(reply, error, noticeOf(error, settings), json.theirs);
    const inWords = noticeOf(error, settings, labels);
    const notice =
      error instanceof StaleError
        ? { kind: 'problem' as const, text: readerText(settings, 'account_stale') }
        : labels || error instanceof TooManyRequestsError
          ? inWords
          : { ...inWords, text: error.message };
    reply.status(error.status);
    return refused(notice, {
      section,
      wrong: notice.fields ?? [],
      isStale: error instanceof StaleError,
      typed: fields,
    });
  }
}

/** Throws `ForbiddenError` for a nonce of another or ended session, with the code that renews it in the newsroom. */
function checkRestNonce({ signer }: Site, { session }: SignedIn, { headers }: FastifyRequest): void {
  const nonce = headers['x-wp-nonce'];
  if (typeof nonce !== 'string' || !isNonce(signer, session, restNonceAction, nonce))
    throw new ForbiddenError('Cookie check failed', 'rest_cookie_invalid_nonce');
}

/** A refusal as over REST; what can only be said in the site's language, in it. */
async function sendRefusal(
  reply: FastifyReply,
  error: BroadsheetError,
  { text }: Notice,
  theirs: () => Promise<unknown>,
): Promise<FastifyReply> {
  const refusal = error instanceof StaleError ? staleReply(error, null, await theirs()) : error;
  const isLocalized = error instanceof PortraitError || error instanceof TooManyRequestsError;
  const body = encodeRestError(refusal);
  return reply
    .status(refusal.status)
    .headers(errorHeaders(refusal))
    .send(isLocalized ? { ...body, message: text } : body);
}

/** Bytes of a form without its file. */
const restOfForm = 64 * 1024;

/** Bytes of a text form by a user who can't write long ones. */
const usualForm = 1024 * 1024;

/** A multipart form. A class, so that no request can imitate its other properties. */
class PartsForm {
  readonly fields: Readonly<Record<string, string>>;
  readonly file: ReceivedFile | undefined;
  readonly fault: BroadsheetError | undefined;

  constructor(params: URLSearchParams, { file, fault }: Pick<Partial<PartsForm>, 'file' | 'fault'>) {
    this.fields = Object.fromEntries(params);
    this.file = file;
    this.fault = fault;
  }
}

export function formWithFile(
  body: unknown,
): { readonly fields: unknown } & Partial<Pick<PartsForm, 'file' | 'fault'>> {
  return body instanceof PartsForm ? body : { fields: body };
}

/** Deletes a form's file unless a handler moved it. */
export async function forgetFile(body: unknown): Promise<void> {
  const { file } = formWithFile(body);
  if (file) await removePart(file);
}

export interface FormFile {
  readonly field: string;
  /** Maximum in bytes. */
  readonly most: () => number;
  readonly tooLarge: () => BroadsheetError;
  /** Whether the server reads the actor's files. */
  readonly may: (actor: Actor) => boolean;
}

interface LongForm {
  /** Bytes of all fields together. */
  readonly most: number;
  /** Whether the actor may send long forms; others get the usual limit. */
  readonly may: (actor: Actor) => boolean;
}

interface Taking {
  readonly dataDir: string;
  readonly texts: ReadonlyMap<string, LongForm>;
  readonly files: ReadonlyMap<string, FormFile>;
  readonly actorOf: (cookies: string | undefined) => Promise<Actor | undefined>;
}

/** Parses multipart forms of these pages: with one file each, which `forgetFile` removes, or with a long text. */
export function takeFiles(app: FastifyInstance, { dataDir, files, texts, actorOf }: Taking): void {
  const type = 'multipart/form-data';
  if (app.hasContentTypeParser(type)) app.removeContentTypeParser(type);
  app.addContentTypeParser(type, async (request: FastifyRequest, payload: IncomingMessage) => {
    const { cookie, 'content-type': contentType = '', 'content-length': announced = '0' } = payload.headers;
    const path = request.url.split('?', 1)[0] ?? '';
    const text = texts.get(path);
    if (text) {
      const writer = await actorOf(cookie);
      return await atItsPace(app.server, payload, () =>
        longForm(payload, contentType, Number(announced), writer && text.may(writer) ? text.most : usualForm),
      );
    }
    const wanted = files.get(path);
    const actor = wanted && (await actorOf(cookie));
    if (!wanted || !actor || !wanted.may(actor)) {
      payload.resume();
      return {};
    }
    const { field } = wanted;
    const most = wanted.most();
    const receive = () => receiveParts(payload, contentType, { file: { dataDir, field, most } });
    try {
      if (Number(announced) > most + restOfForm) throw wanted.tooLarge();
      const { params, file } = await atItsPace(app.server, payload, receive);
      return new PartsForm(params, { file });
    } catch (error) {
      payload.resume();
      if (isDiskFull(error)) return new PartsForm(new URLSearchParams(), { fault: diskFullError(error) });
      const full = error instanceof BroadsheetError ? undefined : describeFileFault(error);
      if (full !== undefined)
        return new PartsForm(new URLSearchParams(), { fault: new BroadsheetError(413, 'disk', full) });
      if (!(error instanceof BroadsheetError)) throw error;
      return new PartsForm(new URLSearchParams(), {
        fault: error.code === 'rest_upload_file_too_big' ? wanted.tooLarge() : error,
      });
    }
  });
}

async function longForm(
  payload: IncomingMessage,
  contentType: string,
  announced: number,
  most: number,
): Promise<PartsForm> {
  try {
    const bytes = await readText(payload, announced, most);
    const { params } = await receiveParts(Readable.from([bytes]), contentType, { longest: most });
    return new PartsForm(params, {});
  } catch (error) {
    if (!(error instanceof BroadsheetError)) throw error;
    return new PartsForm(new URLSearchParams(), { fault: error });
  }
}
