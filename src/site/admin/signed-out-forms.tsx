import type { FastifyReply, FastifyRequest } from 'fastify';
import { readerText } from '../../modules/settings/definitions/translations.ts';
import { wholeText } from '../../lib/text-around.ts';
import type { Site } from '../pages/site.ts';
import { isForeign } from '../http/security-headers.ts';
import { formFields } from '../../kernel/http/forms.ts';
import { renderAccountPage } from '../login/account-page.tsx';
import { profilePath, signInAgain } from '../login/login-action.ts';
import { formWithFile } from './send-section.ts';
import { Section } from './form-parts.tsx';
import { writtenSections } from './profile-fields.tsx';
import { idOf } from '../../lib/numbers.ts';
import { addressOf, beganIn, SaveForm, sayer } from './template-form.tsx';
import styles from './template-page.css?inline';

/**
 * Shows the input of a profile form whose session ended, unsaved. After logging in, the user sends it on without a nonce,
 * so the profile's form shows it first. Undefined without text (passwords don't count) and for other sites' requests.
 */
export async function preserveTyped(
  site: Site,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply | undefined> {
  if (isForeign(request.headers, site.content.siteUrl)) return undefined;
  const fields = formFields(formWithFile(request.body).fields);
  const typed = (name: string) => (fields.get(name) ?? '').toWellFormed().replaceAll('\0', '');
  const section = writtenSections.get(typed('section'));
  if (!section?.names.some((name) => typed(name).trim() !== '')) return undefined;
  const settings = await site.content.settings.current();
  const { title, Fields } = section;
  const form = (
    <>
      <p className="account-send">
        <a className="button" href={signInAgain(profilePath)} target="_blank" rel="noopener">
          {readerText(settings, 'account_log_in_beside')}
        </a>
      </p>
      <Section
        settings={settings}
        nonce=""
        path={profilePath}
        section={typed('section')}
        title={title}
        button="account_go_on"
        revision={/^\d{1,9}$/.test(typed('revision')) ? Number(typed('revision')) : undefined}
      >
        <Fields settings={settings} value={typed} isWrong={() => false} sendsMail={site.accounts.sendsMail} />
      </Section>
    </>
  );
  const notice = { kind: 'problem', text: readerText(settings, 'account_signed_out') } as const;
  const { html, headers } = await renderAccountPage(
    { site, settings },
    { title: readerText(settings, 'account_profile'), notice, form },
  );
  return reply
    .status(403)
    .headers({ ...headers, 'referrer-policy': 'same-origin' })
    .type('text/html; charset=utf-8')
    .send(wholeText(html));
}

/** The same for a template's form, which the input is sent on to. Undefined without markup and for other sites' requests. */
export async function preserveTypedTemplate(
  site: Site,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply | undefined> {
  if (isForeign(request.headers, site.content.siteUrl)) return undefined;
  const fields = formFields(formWithFile(request.body).fields);
  const typed = (name: string) => (fields.get(name) ?? '').toWellFormed().replaceAll('\0', '');
  const id = idOf(typed('postId'));
  if (typed('section') !== 'save' || id === undefined || typed('content').trim() === '') return undefined;
  const settings = await site.content.settings.current();
  const say = sayer(settings);
  const form = (
    <div className="template-page">
      <style dangerouslySetInnerHTML={{ __html: styles }} />
      <p className="account-send">
        <a className="button" href={signInAgain(addressOf(id))} target="_blank" rel="noopener">
          {readerText(settings, 'account_log_in_beside')}
        </a>
      </p>
      <SaveForm
        nonce=""
        id={id}
        revision={/^\d{1,9}$/.test(typed('revision')) ? typed('revision') : ''}
        title={typed('title').slice(0, 200)}
        content={typed('content')}
        began={beganIn(typed)}
        isUnsaved
        button={readerText(settings, 'account_go_on')}
        say={say}
      />
    </div>
  );
  const notice = { kind: 'problem', text: readerText(settings, 'account_signed_out') } as const;
  const { html, headers } = await renderAccountPage(
    { site, settings },
    { title: say('panel_template'), notice, form },
  );
  return reply
    .status(403)
    .headers({ ...headers, 'referrer-policy': 'same-origin' })
    .type('text/html; charset=utf-8')
    .send(wholeText(html));
}
