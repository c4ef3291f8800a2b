import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  offerSecret,
  removePasskey,
  renewRecoveryCodes,
  turnOffCodes,
  turnOnCodes,
} from '../../modules/accounts/own-account.ts';
import { addPasskey, passkeyOrigin } from '../../modules/accounts/passkeys.ts';
import { readerText } from '../../modules/settings/definitions/translations.ts';
import type { ReaderText } from '../../languages/en.ts';
import { createNonce } from '../../modules/users/nonce.ts';
import { findSecondFactor } from '../../modules/users/second-factor.ts';
import type { Session } from '../../modules/users/session.ts';
import type { SignedIn } from '../../modules/users/sessions.ts';
import { wholeText } from '../../lib/text-around.ts';
import { queryOf } from '../../lib/with-query.ts';
import type { Site } from '../pages/site.ts';
import { renderAccountPage } from '../login/account-page.tsx';
import type { Told } from '../login/login-action.ts';
import { profilePath, secondFactorPath } from '../login/where-to.ts';
import { RecoveryCodes, SecondFactorForms } from './second-factor-forms.tsx';
import { sendSection } from './send-section.ts';
import type { SentForm, SentSection } from './send-section.ts';

const nonceAction = 'second-factor';

/** What a section that was sent comes to. */
interface Done {
  readonly text: ReaderText;
  /** Recovery codes, to be shown this once. */
  readonly codes?: readonly string[] | undefined;
  /** Under which the browser goes on. */
  readonly session?: Session | undefined;
}

const sections: Readonly<Record<string, (sent: SentForm) => Promise<Done>>> = {
  on: async ({ site, signedIn, field, caller }) => ({
    text: 'account_factor_on_done',
    ...(await turnOnCodes(site.accounts, {
      signedIn,
      caller,
      current: field('current'),
      sealed: field('sealed'),
      code: field('code'),
    })),
  }),
  off: async ({ site, signedIn, field, caller }) => {
    await turnOffCodes(site.accounts, { signedIn, caller, current: field('current'), code: field('code') });
    return { text: 'account_factor_off_done' };
  },
  passkey: async ({ site, signedIn, field, caller }) => {
    const given = { credential: field('credential'), name: field('name'), current: field('current') };
    return {
      text: 'account_passkey_added',
      ...(await addPasskey(site.accounts, { signedIn, caller, ...given })),
    };
  },
  'passkey-gone': async ({ site, signedIn, field, caller }) => {
    await removePasskey(site.accounts, {
      signedIn,
      caller,
      current: field('current'),
      credential: field('end'),
    });
    return { text: 'account_passkey_removed' };
  },
  codes: async ({ site, signedIn, field, caller }) => ({
    text: 'account_recovery_done',
    codes: await renewRecoveryCodes(site.accounts, { signedIn, caller, current: field('current') }),
  }),
};

/** `GET /wp-admin/second-factor.php`: what somebody shows beside their password. */
export async function showSecondFactor(
  site: Site,
  signedIn: SignedIn,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const asked = new URLSearchParams(queryOf(request.raw.url ?? '')).get('done') ?? '';
  const done = (
    ['account_factor_off_done', 'account_passkey_added', 'account_passkey_removed'] as const
  ).find((name) => name === asked);
  const settings = await site.content.settings.current();
  const owes = done === undefined && (await site.sessions.findOwing(request.headers.cookie)) !== undefined;
  const told = done ?? (owes ? 'account_factor_required' : undefined);
  return send(site, signedIn, reply, { told: told && { kind: 'done', text: readerText(settings, told) } });
}

/** `POST` of the same: turns it on or off, or makes recovery codes. */
export async function saveSecondFactor(
  site: Site,
  signedIn: SignedIn,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  return sendSection(site, signedIn, request, reply, {
    nonceAction,
    sections,
    labels: { name: 'account_passkey_name' },
    done: async ({ text, codes, session }) => {
      // Other browsers are strangers from now on; this one has shown all that it takes.
      const device = await site.sessions.deviceCookie(request.headers.cookie, signedIn.actor.id);
      reply.header('set-cookie', [
        ...(session ? site.sessions.cookies(session, signedIn.actor.displayName) : []),
        device,
      ]);
      // No address may bring them back.
      if (!codes) return reply.redirect(`${secondFactorPath}?done=${text}`, 303);
      const told = { kind: 'done', text: readerText(await site.content.settings.current(), text) } as const;
      return send(site, { ...signedIn, session: session ?? signedIn.session }, reply, { told, codes });
    },
    refused: (told, sent) => send(site, signedIn, reply, { told, sent }),
  });
}

interface Shown {
  readonly told: Told | undefined;
  readonly sent?: SentSection;
  readonly codes?: readonly string[];
}

async function send(
  site: Site,
  signedIn: SignedIn,
  reply: FastifyReply,
  { told, sent, codes }: Shown,
): Promise<FastifyReply> {
  const settings = await site.content.settings.current();
  const factor = await findSecondFactor(site.content.database.read, signedIn.actor.id);
  const offered = factor.app
    ? undefined
    : await offerSecret(site.accounts, signedIn, sent?.typed.get('sealed'));
  const nonce = createNonce(site.signer, signedIn.session, nonceAction);
  const form = (
    <>
      {codes ? (
        <RecoveryCodes settings={settings} codes={codes} />
      ) : (
        <SecondFactorForms
          settings={settings}
          nonce={nonce}
          login={signedIn.actor.login}
          factor={factor}
          offered={offered}
          sent={sent}
          passkeysAt={passkeyOrigin(site.content.siteUrl)}
        />
      )}
      <p className="account-ways">
        <a href={profilePath}>{readerText(settings, 'account_back_profile')}</a>
      </p>
    </>
  );
  const { html, headers } = await renderAccountPage(
    { site, settings },
    { title: readerText(settings, 'account_factor'), told, form },
  );
  return reply
    .headers({ ...headers, 'referrer-policy': 'same-origin' })
    .type('text/html; charset=utf-8')
    .send(wholeText(html));
}
