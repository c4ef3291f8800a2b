import { classes } from '../../ui/class-names.ts';
import { readerText } from '../../modules/settings/definitions/translations.ts';
import { siteTypography, siteDates } from '../../modules/settings/site-facts.ts';
import { ActScope } from '../../reader/islands/acting.ts';
import type { Act } from '../../reader/islands/acting.ts';
import { fillIn } from '../../lib/messages.ts';
import { siteWithoutOthers } from '../pages/site.ts';
import { renderShell } from '../pages/render-page.ts';
import type { RenderedPage } from '../pages/render-page.ts';
import { absentPage } from '../pages/resolve-page.ts';
import { renderHtml } from '../../ui/elements.tsx';
import { DateScope } from '../../ui/language.ts';
import accountCss from './account.css?inline';
import type { LoginContext, LoginReply } from './login-action.ts';

/**
 * An account page in the site's style, without its menus. Works without scripts and loads none of third parties, which could read passwords.
 * Its section holds its styles, for the header's dialog. `back`: its last link; default: the front page.
 */
export async function renderAccountPage(
  { site, settings }: Pick<LoginContext, 'site' | 'settings'>,
  { title, notice, form }: Pick<Extract<LoginReply, { kind: 'page' }>, 'title' | 'notice' | 'form'>,
  back?: { readonly url: string; readonly text: string },
): Promise<RenderedPage> {
  const acts: Act[] = [];
  const isProblem = notice?.kind === 'problem';
  const main = renderHtml(
    <ActScope value={(act) => acts.push(act)}>
      <section className="account">
        <style dangerouslySetInnerHTML={{ __html: accountCss }} />
        <h1 className="account-title">{title}</h1>
        <p
          className={classes('account-notice', isProblem && 'is-problem')}
          id="account-notice"
          role={isProblem ? 'alert' : 'status'}
        >
          {notice?.text}
        </p>
        <DateScope value={siteDates(settings)}>{form}</DateScope>
        <p className="account-ways account-home">
          <a href={back?.url ?? '/'}>
            {back?.text ??
              fillIn(readerText(settings, 'account_back'), siteTypography(settings).line(settings.blogname))}
          </a>
          {settings.consent_policy_url !== '' && (
            <a href={settings.consent_policy_url}>{readerText(settings, 'consent_policy')}</a>
          )}
        </p>
      </section>
    </ActScope>,
  );
  return renderShell(siteWithoutOthers(site), { ...absentPage, title }, { main, acts, isFocused: true });
}
