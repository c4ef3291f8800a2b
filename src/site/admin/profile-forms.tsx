import { passwordRuleText } from '../../modules/accounts/accounts.ts';
import { readerText } from '../../modules/settings/definitions/translations.ts';
import type { ReaderText } from '../../languages/en.ts';
import type { Settings } from '../../modules/settings/settings.ts';
import type { ApplicationPassword } from '../../modules/users/application-password.ts';
import type { ListedSession } from '../../modules/users/session.ts';
import type { PersonalFields } from '../../modules/users/user-fields.ts';
import type { User } from '../../kernel/permission.ts';
import { browserName } from '../../lib/request-headers.ts';
import { fillIn } from '../../lib/messages.ts';
import { Avatar, PostTime } from '../../ui/byline.tsx';
import { fillInElements } from '../../ui/elements.tsx';
import { profilePath, secondFactorPath } from '../login/login-action.ts';
import { CurrentPassword, Field, isWrongIn, Section } from './form-parts.tsx';
import { AboutFields, EmailField, ProgramField } from './profile-fields.tsx';
import type { SentSection } from './send-section.ts';

export interface ProfileProps {
  readonly settings: Settings;
  readonly user: User;
  readonly personal: PersonalFields;
  readonly nonce: string;
  readonly sent?: SentSection | undefined;
  readonly sessions: readonly ListedSession[];
  readonly own: string;
  /** The user's application passwords; undefined: the site accepts none. */
  readonly programs: readonly ApplicationPassword[] | undefined;
  readonly isTwoSteps: boolean;
  /** URL. */
  readonly portrait: string | undefined;
  /** Whether a new email address needs confirmation by mail. */
  readonly sendsMail: boolean;
  readonly roles: readonly string[];
  /** Limit of a portrait's source file. */
  readonly maxMegabytes: number;
}

export function ProfileForms(props: ProfileProps) {
  const { settings, user, personal, sent, nonce, isTwoSteps, sendsMail } = props;
  // A form sent again is still based on the revision that the user first saw.
  const begun = sent?.isStale ? Number.NaN : Number(sent?.typed.get('revision') || Number.NaN);
  const frame = { settings, nonce, path: profilePath, revision: user.revision };
  const fieldsOf = (section: string, stored: Readonly<Record<string, string>>) => ({
    settings,
    sendsMail,
    value: (name: string) =>
      (sent?.section === section ? sent.typed.get(name) : undefined) ?? stored[name] ?? '',
    isWrong: (name: string) => isWrongIn(sent, section, name),
  });
  return (
    <>
      <AccountFacts {...props} />
      <Section
        {...frame}
        revision={sent?.section === 'about' && begun >= 0 ? begun : user.revision}
        section="about"
        title="account_about"
        button="account_save"
      >
        <AboutFields
          {...fieldsOf('about', {
            ...personal,
            displayName: user.displayName,
            url: user.url,
            bio: user.bio,
            links: user.links.join('\n'),
          })}
        />
      </Section>
      <Portrait {...props} />
      <Section {...frame} section="email" title="account_email" button="account_change_email">
        <EmailField {...fieldsOf('email', { email: user.email })} />
        <CurrentPassword settings={settings} login={user.login} section="email" sent={sent} />
      </Section>
      <NewPassword {...props} />
      <SecondFactorLink settings={settings} isTwoSteps={isTwoSteps} />
      <Programs {...props} />
      <Sessions {...props} />
    </>
  );
}

function AccountFacts({ settings, user, roles }: ProfileProps) {
  const textOf = (name: ReaderText) => readerText(settings, name);
  return (
    <p className="account-text">
      {textOf('account_username')}:{' '}
      <b>
        <bdi dir="ltr">{user.login}</bdi>
      </b>
      {roles.length > 0 && (
        <>
          <br />
          {textOf('account_role')}:{' '}
          <b>
            <bdi>{roles.join(', ')}</bdi>
          </b>
        </>
      )}
      <br />
      {textOf('account_since')}:{' '}
      <bdi>
        <PostTime at={user.createdAt} />
      </bdi>
    </p>
  );
}

function NewPassword({ settings, user, nonce, sent }: ProfileProps) {
  const textOf = (name: ReaderText) => readerText(settings, name);
  return (
    <Section
      {...{ settings, nonce }}
      path={profilePath}
      revision={user.revision}
      section="password"
      title="account_password"
      button="account_save_password"
    >
      <CurrentPassword settings={settings} login={user.login} section="password" sent={sent} />
      <Field
        name="pass1"
        label={textOf('account_password_new')}
        type="password"
        autoComplete="new-password"
        isWrong={isWrongIn(sent, 'password', 'pass1')}
        note={passwordRuleText(settings)}
        maxLength={1024}
      />
      <Field
        name="pass2"
        label={textOf('account_password_again')}
        type="password"
        autoComplete="new-password"
        isWrong={isWrongIn(sent, 'password', 'pass2')}
        maxLength={1024}
      />
    </Section>
  );
}

function SecondFactorLink({ settings, isTwoSteps }: Pick<ProfileProps, 'settings' | 'isTwoSteps'>) {
  const textOf = (name: ReaderText) => readerText(settings, name);
  return (
    <div className="profile-section">
      <h2 className="section-title">{textOf('account_factor')}</h2>
      <p className="account-text">{textOf(isTwoSteps ? 'account_factor_is_on' : 'account_factor_is_off')}</p>
      <p className="account-send">
        <a className="button button-quiet" href={secondFactorPath}>
          {textOf(isTwoSteps ? 'account_factor_change' : 'account_factor_see')}
        </a>
      </p>
    </div>
  );
}

function Portrait({ settings, user, nonce, portrait, sent, maxMegabytes }: ProfileProps) {
  const textOf = (name: ReaderText) => readerText(settings, name);
  const frame = { settings, nonce, path: profilePath, revision: user.revision };
  return (
    <div id="portrait">
      <Section
        {...frame}
        section="portrait"
        title="account_portrait"
        button="account_portrait_save"
        bringsFile
      >
        <div className="profile-portrait">
          <Avatar name={user.displayName} id={user.id} src={portrait} size={112} />
          <p className="account-text">{textOf('account_portrait_text')}</p>
        </div>
        <Field
          name="portrait"
          label={textOf('account_portrait_choose')}
          type="file"
          accept="image/jpeg,image/png,image/webp,image/gif,image/avif"
          isWrong={sent?.wrong.includes('portrait') ?? false}
          note={fillIn(textOf('account_portrait_note'), maxMegabytes)}
        />
      </Section>
      {portrait !== undefined && (
        <form className="account-form" method="post" action={profilePath}>
          <input type="hidden" name="section" value="portrait-gone" />
          <input type="hidden" name="_wpnonce" value={nonce} />
          <input type="hidden" name="revision" value={user.revision} />
          <p className="account-send">
            <button className="button button-quiet" type="submit">
              {textOf('account_portrait_remove')}
            </button>
          </p>
        </form>
      )}
    </div>
  );
}

export function GeneratedPassword({
  settings,
  name,
  password,
}: Pick<ProfileProps, 'settings'> & { readonly name: string; readonly password: string }) {
  return (
    <p className="account-text">
      {fillInElements(readerText(settings, 'account_program_made'), <bdi>{name}</bdi>)}{' '}
      <code className="account-secret">{password}</code>
    </p>
  );
}

function Programs(props: ProfileProps) {
  const { settings, nonce, programs, sent, sendsMail } = props;
  const textOf = (name: ReaderText) => readerText(settings, name);
  if (!programs) {
    return (
      <div className="profile-section">
        <h2 className="section-title">{textOf('account_programs')}</h2>
        <p className="account-text">{textOf('account_programs_https')}</p>
      </div>
    );
  }
  return (
    <>
      <Section
        settings={settings}
        nonce={nonce}
        path={profilePath}
        section="program"
        title="account_programs"
        button="account_program_add"
      >
        <p className="account-text">{textOf('account_programs_text')}</p>
        <ProgramField
          settings={settings}
          sendsMail={sendsMail}
          value={(name) => (sent?.section === 'program' ? (sent.typed.get(name) ?? '') : '')}
          isWrong={(name) => sent?.section === 'program' && sent.wrong.includes(name)}
        />
      </Section>
      {programs.length > 0 && (
        <form className="account-form" method="post" action="/wp-admin/profile.php">
          <input type="hidden" name="section" value="programs" />
          <input type="hidden" name="_wpnonce" value={nonce} />
          <ul className="profile-sessions">
            {programs.map(({ id, name, usedAt, usedIp }) => (
              <li key={id}>
                <span>
                  <b dir="auto">{name}</b>
                  <small>
                    {usedAt === 0 ? (
                      textOf('account_program_unused')
                    ) : (
                      <>
                        {textOf('account_program_used')}: <bdi dir="ltr">{usedIp}</bdi>{' '}
                        <bdi>
                          <PostTime at={usedAt} withTime />
                        </bdi>
                      </>
                    )}
                  </small>
                </span>
                <button className="button button-quiet" name="end" value={id} type="submit">
                  {textOf('account_program_end')}
                </button>
              </li>
            ))}
          </ul>
          {programs.length > 1 && (
            <p className="account-send">
              <button className="button button-quiet" name="end" value="all" type="submit">
                {textOf('account_program_end_all')}
              </button>
            </p>
          )}
        </form>
      )}
    </>
  );
}

function Sessions({ settings, nonce, sessions, own }: ProfileProps) {
  const textOf = (name: ReaderText) => readerText(settings, name);
  return (
    <form className="account-form profile-section" method="post" action="/wp-admin/profile.php">
      <h2 className="section-title">{textOf('account_sessions')}</h2>
      <input type="hidden" name="section" value="sessions" />
      <input type="hidden" name="_wpnonce" value={nonce} />
      <ul className="profile-sessions">
        {sessions.map(({ id, ip, userAgent, createdAt }) => (
          <li key={id}>
            <span>
              <b>
                <bdi>{browserName(userAgent) || textOf('account_session_unknown')}</bdi>
              </b>
              {id === own && ` (${textOf('account_session_own')})`}
              <small>
                <bdi dir="ltr">{ip}</bdi>{' '}
                <bdi>
                  <PostTime at={createdAt} withTime />
                </bdi>
              </small>
            </span>
            {id !== own && (
              <button className="button button-quiet" name="end" value={id} type="submit">
                {textOf('account_log_out')}
              </button>
            )}
          </li>
        ))}
      </ul>
      {sessions.length > 1 && (
        <p className="account-send">
          <button className="button button-quiet" name="end" value="others" type="submit">
            {textOf('account_log_out_others')}
          </button>
        </p>
      )}
    </form>
  );
}
