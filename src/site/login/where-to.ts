import type { SignIn } from '../../modules/accounts/sign-in.ts';
import { mayEditSomething } from '../../kernel/permission.ts';
import type { Actor } from '../../kernel/actor.ts';
import { callerOf } from '../../lib/caller.ts';
import type { LoginContext } from './login-action.ts';

/** Where people who have signed in find what is theirs. */
export const profilePath = '/wp-admin/profile.php';

/** Where people set up what they show beside their password. */
export const secondFactorPath = '/wp-admin/second-factor.php';

/** Page shown after logging in inside a frame of the newsroom. Unlike pages below `/wp-admin/`, the site may frame it. */
export const signedInPath = '/wp-login.php?action=signed-in';

/** Where somebody signs in who was going to this address of the site. */
export function signInAgain(back: string): string {
  return `/wp-login.php?redirect_to=${encodeURIComponent(back)}&reauth=1`;
}

/** Where somebody begins who said nothing else. */
export function homeOf(actor: Actor | undefined): string {
  return actor && mayEditSomething(actor) ? '/wp-admin/' : profilePath;
}

/** What everybody's sign-in needs of a request. */
export function signInOf({ site, headers, ip }: LoginContext): Pick<SignIn, 'caller' | 'place' | 'deviceOf'> {
  return {
    caller: callerOf(ip),
    place: { ip, userAgent: headers['user-agent'] ?? '' },
    deviceOf: (userId) => site.sessions.deviceOf(headers.cookie, userId),
  };
}
