import type { ReactNode } from 'react';
import { readerText } from '../../modules/settings/definitions/translations.ts';
import type { ReaderText } from '../../languages/en.ts';
import type { Settings } from '../../modules/settings/settings.ts';
import { catalogues } from '../../languages/catalogues.ts';
import { isWordPressLocale, localeOfTag } from '../../lib/language-tags.ts';
import { ChoiceField, Field } from './form-parts.tsx';

interface SectionFieldsProps {
  readonly settings: Settings;
  readonly value: (name: string) => string;
  readonly isWrong: (name: string) => boolean;
  /** Whether a new email address needs confirmation by mail. */
  readonly sendsMail: boolean;
}

export const profileLabels = {
  firstName: 'account_first_name',
  lastName: 'account_last_name',
  nickname: 'account_nickname',
  locale: 'account_language',
  displayName: 'account_shown_name',
  url: 'comment_url',
  bio: 'account_bio',
  name: 'account_program_name',
} as const satisfies Readonly<Record<string, ReaderText>>;

export const siteLocales = (): string[] => ['en', ...catalogues.keys()].map(localeOfTag);

/** Those languages by their own names, plus the stored one if it is another. */
function localeOptions(stored: string): { value: string; label: string }[] {
  const all = new Set(siteLocales());
  return [...all, ...(stored === '' || all.has(stored) || !isWordPressLocale(stored) ? [] : [stored])]
    .toSorted()
    .map((value) => {
      const tag = value.split('_').slice(0, 2).join('-');
      return {
        value,
        label: Intl.getCanonicalLocales(tag)
          .flatMap((name) => new Intl.DisplayNames(name, { type: 'language' }).of(name) ?? value)
          .join(),
      };
    });
}

export function AboutFields({ settings, value, isWrong }: SectionFieldsProps) {
  const textOf = (name: ReaderText) => readerText(settings, name);
  const field = (name: string) => ({ name, value: value(name), isWrong: isWrong(name) });
  return (
    <>
      <Field {...field('firstName')} label={textOf(profileLabels.firstName)} autoComplete="given-name" />
      <Field {...field('lastName')} label={textOf(profileLabels.lastName)} autoComplete="family-name" />
      <Field {...field('nickname')} label={textOf(profileLabels.nickname)} autoComplete="nickname" />
      <Field {...field('displayName')} label={textOf(profileLabels.displayName)} />
      <ChoiceField
        {...field('locale')}
        label={textOf(profileLabels.locale)}
        note={textOf('account_language_note')}
        options={[{ value: '', label: textOf('account_language_site') }, ...localeOptions(value('locale'))]}
      />
      <Field {...field('url')} label={textOf(profileLabels.url)} maxLength={2000} isLatin />
      <Field {...field('bio')} label={textOf(profileLabels.bio)} isLong maxLength={20_000} />
      <Field
        {...field('links')}
        label={textOf('account_links')}
        isLong
        isLatin
        note={textOf('account_links_note')}
        maxLength={5000}
      />
    </>
  );
}

export function EmailField({ settings, value, isWrong, sendsMail }: SectionFieldsProps) {
  return (
    <Field
      name="email"
      label={readerText(settings, 'account_email')}
      type="email"
      autoComplete="email"
      value={value('email')}
      isWrong={isWrong('email')}
      note={readerText(settings, sendsMail ? 'account_email_note' : 'account_email_note_waits')}
      maxLength={100}
    />
  );
}

export function ProgramField({ settings, value, isWrong }: SectionFieldsProps) {
  return (
    <Field
      name="name"
      label={readerText(settings, profileLabels.name)}
      value={value('name')}
      isWrong={isWrong('name')}
    />
  );
}

interface WrittenSection {
  readonly title: ReaderText;
  readonly names: readonly string[];
  readonly Fields: (props: SectionFieldsProps) => ReactNode;
}

/** Sections with text input, without those for credentials. */
export const writtenSections: ReadonlyMap<string, WrittenSection> = new Map([
  [
    'about',
    {
      title: 'account_about',
      names: ['firstName', 'lastName', 'nickname', 'displayName', 'url', 'bio', 'links'],
      Fields: AboutFields,
    },
  ],
  ['email', { title: 'account_email', names: ['email'], Fields: EmailField }],
  ['program', { title: 'account_programs', names: ['name'], Fields: ProgramField }],
]);
