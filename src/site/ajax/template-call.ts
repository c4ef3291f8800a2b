import { editTemplates } from '../../modules/templates/policy.ts';
import { demand } from '../../kernel/permission.ts';
import { writtenBy } from '../../modules/users/check-actor-again.ts';
import { isNonce } from '../../modules/users/session.ts';
import type { Actor } from '../../kernel/permission.ts';
import type { Database } from '../../kernel/db/open-database.ts';
import { BroadsheetError, ForbiddenError, InvalidInputError } from '../../lib/errors.ts';
import { idOf } from '../../lib/numbers.ts';
import { isForeign } from '../http/security-headers.ts';
import { restNonceAction } from '../rest/rest-actor.ts';
import type { AjaxAction, AjaxContext } from './ajax-action.ts';
import { asItStands } from '../../kernel/command.ts';
import { saveTemplate } from '../../modules/templates/template-commands.ts';
import { cleanTemplateAhead } from '../../modules/templates/template-input.ts';

/** A call by a user with the capability to edit templates, verified by session and nonce. */
export interface TemplateCall extends AjaxContext {
  readonly actor: Actor;
  /** Writes only while the caller's session and capabilities are valid. */
  readonly database: Database;
}

/**
 * An action of the template panels. Errors are `{"error": "…"}`: 403 without the capability or the session's REST nonce
 * in `_nonce`, else the error's own status. `faulty`: further keys of error replies.
 */
export function templateCall({
  name,
  faulty = {},
  run,
}: {
  readonly name: string;
  readonly faulty?: object;
  readonly run: (call: TemplateCall) => Promise<unknown>;
}): AjaxAction {
  return {
    name,
    handle: async (context) => {
      try {
        const actor = editorOf(context);
        return {
          json: await run({ ...context, actor, database: writtenBy(context.site.content.database, actor) }),
        };
      } catch (error) {
        if (!(error instanceof BroadsheetError) || error.status >= 500) throw error;
        return {
          status: error.status === 401 ? 403 : error.status,
          json: { ...faulty, error: error.message },
        };
      }
    },
  };
}

/** Throws `ForbiddenError` without the capability, for a wrong nonce, and for a call from another site. */
function editorOf({ site, signer, fields, client }: AjaxContext): Actor {
  const signedIn = client?.signedIn;
  demand(editTemplates, signedIn?.actor, undefined);
  const isProven =
    signedIn !== undefined && isNonce(signer, signedIn.session, restNonceAction, fields.get('_nonce') ?? '');
  if (!isProven || isForeign(client?.headers ?? {}, site.content.siteUrl)) {
    throw new ForbiddenError(
      'The nonce is missing, expired or from another session; reload the page.',
      'rest_cookie_invalid_nonce',
    );
  }
  return signedIn.actor;
}

/** Parses an id; throws `InvalidInputError` for anything else. */
export function idField(fields: TemplateCall['fields'], name: string): number {
  const sent = fields.get(name);
  const id = idOf(sent);
  if (id === undefined)
    throw new InvalidInputError(
      `${name} ${sent === undefined ? 'is missing' : `can't be "${sent.slice(0, 80)}"`}; send an id.`,
    );
  return id;
}

/** The same, but an empty field is 0; a missing field still throws. */
export function idFieldOrNone(fields: TemplateCall['fields'], name: string): number {
  return fields.get(name) === '' ? 0 : idField(fields, name);
}

/** Saves without a conflict check: calls don't send the revision they are based on. */
export async function saveAsItStands(
  { actor, database, site }: TemplateCall,
  id: number,
  changes: { readonly title?: string; readonly mobileTemplateId?: number },
): Promise<void> {
  const ahead = await cleanTemplateAhead(site.content, actor, { id });
  await database.write((tx) => saveTemplate(tx, actor, { id, ...changes }, asItStands, ahead));
}
