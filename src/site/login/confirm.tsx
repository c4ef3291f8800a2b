import { askedToConfirm, confirmByLink } from '../../modules/accounts/confirm-by-link.ts';
import { readerText } from '../../modules/settings/definitions/translations.ts';
import { callerOf } from '../../lib/caller.ts';
import { fillInElements } from '../../ui/fill-in-elements.tsx';
import { BackToLogin, SureForm } from './account-forms.tsx';
import { field } from './login-action.ts';
import type { LoginAction, LoginContext, LoginReply, Told } from './login-action.ts';

function page({ settings }: LoginContext, told: Told, status = 200): LoginReply {
  return {
    kind: 'page',
    title: readerText(settings, 'account_confirm'),
    told,
    form: <BackToLogin settings={settings} />,
    status,
  };
}

/** From left to right, whatever stands around it. */
const latin = (text: string) => <bdi dir="ltr">{text}</bdi>;

/** Says what is about to be confirmed, and asks. */
async function asked(context: LoginContext): Promise<LoginReply> {
  const { settings, site } = context;
  const key = context.query.get('key') ?? '';
  const about = await askedToConfirm(site.accounts, key);
  if (!about) return page(context, { kind: 'problem', text: readerText(settings, 'account_link_used') }, 400);
  return {
    kind: 'page',
    title: readerText(settings, 'account_confirm'),
    form: (
      <>
        <p className="account-text">
          {fillInElements(
            readerText(settings, `account_confirm_${about.kind}`),
            latin(about.login),
            latin(about.email),
          )}
        </p>
        <SureForm settings={settings} action="confirm" button="account_confirm" fields={{ key }} />
      </>
    ),
  };
}

/** `action=confirm`: opens a link of a mail. It asks first, since programs that look through mails open links, too. */
export const confirm: LoginAction = {
  names: ['confirm'],
  get: asked,
  post: async (context) => {
    const kind = await confirmByLink(context.site.accounts, field(context, 'key'), callerOf(context.ip));
    return kind === 'registration'
      ? { kind: 'redirect', to: '/wp-login.php?registered=true' }
      : page(context, { kind: 'done', text: readerText(context.settings, 'account_email_saved') });
  },
  refused: async (context, told) => page(context, told),
};
