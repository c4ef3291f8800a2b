import type { FastifyReply, FastifyRequest } from 'fastify';
import { readerText } from '../../modules/settings/definitions/translations.ts';
import { isNonce } from '../../modules/users/nonce.ts';
import type { SignedIn } from '../../modules/users/sessions.ts';
import { callerOf } from '../../lib/caller.ts';
import { BroadsheetError, ForbiddenError, StaleError, TooManyRequestsError } from '../../lib/errors.ts';
import type { Site } from '../pages/site.ts';
import { isForeign } from '../replies/comments/is-foreign.ts';
import type { ReceivedFile } from '../../kernel/http/receive-parts.ts';
import { formFields } from '../../kernel/http/form-fields.ts';
import type { Told } from '../login/login-action.ts';
import { toldOf } from '../login/told-of.ts';
import type { FieldLabels } from '../login/told-of.ts';
import { formWithFile } from './form-with-file.ts';

/** A form of somebody's account, as it was sent. */
export interface SentForm {
  readonly site: Site;
  readonly signedIn: SignedIn;
  readonly field: (name: string) => string;
  /** What was chosen in the form's field for a file. */
  readonly file: ReceivedFile | undefined;
  readonly caller: string;
}

/** What somebody typed into a section that could not be taken. */
export interface SentSection {
  readonly section: string;
  /** Fields at fault. */
  readonly wrong: readonly string[];
  /** Whether somebody else changed what it was about: it is gone on with from how that is now. */
  readonly isStale: boolean;
  readonly typed: ReadonlyMap<string, string>;
}

/** What a page of sections does with the one that was sent. */
export interface SectionPage<Done> {
  /** What its nonces are made for. */
  readonly nonceAction: string;
  /** Of a page that every member has; those of the newsroom tell of their faults in English, which says more. */
  readonly labels?: FieldLabels;
  readonly sections: Readonly<Record<string, (sent: SentForm) => Promise<Done>>>;
  readonly done: (done: Done) => FastifyReply | Promise<FastifyReply>;
  readonly refused: (told: Told, sent: SentSection) => Promise<FastifyReply>;
}

/** Saves one section (`section`) of a page; what can't be saved is shown with what was typed. */
export async function sendSection<Done>(
  site: Site,
  signedIn: SignedIn,
  request: FastifyRequest,
  reply: FastifyReply,
  { nonceAction, labels, sections, done, refused }: SectionPage<Done>,
): Promise<FastifyReply> {
  const settings = await site.content.settings.current();
  const { fields: sent, file, fault } = formWithFile(request.body);
  const fields = formFields(sent);
  const field = (name: string) => (fields.get(name) ?? '').toWellFormed().replaceAll('\0', '');
  const section = field('section');
  try {
    if (fault) throw fault;
    if (isForeign(request.headers, site.content.siteUrl))
      throw new ForbiddenError(readerText(settings, 'account_foreign'), 'account_foreign');
    const save = Object.hasOwn(sections, section) ? sections[section] : undefined;
    if (!save || !isNonce(site.signer, signedIn.session, nonceAction, field('_wpnonce'))) {
      throw new ForbiddenError(readerText(settings, 'account_expired'), 'account_expired');
    }
    return await done(await save({ site, signedIn, field, file, caller: callerOf(request.ip) }));
  } catch (error) {
    if (!(error instanceof BroadsheetError) || error.status >= 500) throw error;
    const inWords = toldOf(error, settings, labels);
    const told =
      error instanceof StaleError
        ? { kind: 'problem' as const, text: readerText(settings, 'account_stale') }
        : labels || error instanceof TooManyRequestsError
          ? inWords
          : { ...inWords, text: error.message };
    reply.status(error.status);
    return refused(told, {
      section,
      wrong: told.fields ?? [],
      isStale: error instanceof StaleError,
      typed: fields,
    });
  }
}
