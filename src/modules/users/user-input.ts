import { z } from 'zod';
import { longestEmail, longestLogin } from '../../lib/account-rules.ts';
import { ownHash } from '../../lib/password.ts';
import { longestProfileLink, profileLink } from '../../lib/profile-links.ts';
import { visibleName } from '../../lib/visible-name.ts';
import { isWordPressLocale } from '../../lib/wordpress-locales.ts';
import { sentAddress, sentLine, sentMarkup, sentSlug, sentText } from '../../kernel/input-kinds.ts';

/** Most addresses elsewhere of one account. */
const mostLinks = 12;

const sentLinks = z
  .array(sentText(longestProfileLink))
  .max(100)
  .transform((typed, context) => {
    const links: string[] = [];
    for (const one of typed.map((line) => line.trim()).filter((line) => line !== '')) {
      const link = profileLink(one);
      if (link === undefined)
        context.addIssue({
          code: 'custom',
          input: one,
          message: 'expected an address that begins with https://',
        });
      else links.push(link);
    }
    const each = [...new Set(links)];
    if (each.length > mostLinks)
      context.addIssue({ code: 'custom', input: typed, message: `${mostLinks} addresses are the most` });
    return each;
  });

/** A log-in name as it is sent; which may be one, the writer says. */
export const sentLogin = sentText(longestLogin);

/** What people may say of an account beside its log-in name and its roles. What an address, a log-in name and a slug are, the writer says. */
export const userFields = {
  email: sentText(longestEmail).refine((email) => email.trim() !== '', 'an account needs an address'),
  /** Empty: as it is, or made of the public name. */
  slug: sentSlug,
  /** The public name: plain text; tags go, and what would turn other words. Empty where nothing can be seen of it. */
  displayName: sentLine(250).transform(visibleName),
  firstName: sentLine(250).transform(visibleName),
  lastName: sentLine(250).transform(visibleName),
  nickname: sentLine(250).transform(visibleName),
  /** One of WordPress'; empty: the site's. */
  locale: sentText(20).refine(
    (name) => name === '' || isWordPressLocale(name),
    'expected a locale of WordPress, such as de_DE, or nothing for the site’s',
  ),
  url: sentAddress,
  /** HTML. */
  bio: sentMarkup(20_000),
  /** Addresses elsewhere, as people type them. */
  links: sentLinks,
  /** From `hashPassword`, made before the transaction. */
  password: z.strictObject({ encoded: z.string().regex(ownHash, 'expected what hashPassword made') }),
};

/** Names of roles; the writer says which there are. */
export const sentRoles = z.array(sentText(100)).max(20);
