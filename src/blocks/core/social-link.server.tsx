import type { CSSProperties } from 'react';
import { useWords } from '../../ui/language.ts';
import { safeUrl } from '../document/players.ts';
import type { BlockSocial } from '../load-context.ts';
import { string } from './attributes.ts';
import { cssValue, wrapperProps } from './block-supports.ts';
import { defineCoreBlock } from './core-block.ts';
import { ownAddress } from './link-target.server.ts';
import { reportInside, writtenText } from './block-context.server.ts';
import { socialServices } from './social-icons.ts';
import type { SocialService } from './social-icons.ts';

const plain: BlockSocial = {
  openInNewTab: false,
  showLabels: false,
  iconColor: '',
  iconColorValue: '',
  iconBackgroundColor: '',
  iconBackgroundColorValue: '',
};

export const block = defineCoreBlock({
  name: 'core/social-link',
  attributes: { url: string(), service: string('', 100), label: string('', 500), rel: string('', 200) },
  load: async ({ url, label }, context) => {
    if (url.trim() === '') return undefined;
    reportInside(context, 'social-link');
    const { social = plain } = context.inherited;
    return {
      url: await ownAddress(addressOf(url.trim()), context),
      social,
      label: await writtenText(label.trim(), context),
    };
  },
  View: ({ settings, data: { url, social, label } }) => {
    const words = useWords();
    const { service } = settings;
    const name = service.replace(/[^\w-]/g, '');
    const known = Object.hasOwn(socialServices, service) ? socialServices[service] : undefined;
    const { name: own, path, color } = known ?? (socialServices.share as SocialService);
    const called = new Map([
      ['chain', words.social_link],
      ['mail', words.social_mail],
      ['feed', words.social_feed],
    ]);
    const { className, style, ...props } = wrapperProps(
      'core/social-link',
      settings,
      'wp-social-link',
      `wp-social-link-${name}`,
      social.iconColor !== '' && `has-${slug(social.iconColor)}-color`,
      social.iconBackgroundColor !== '' && `has-${slug(social.iconBackgroundColor)}-background-color`,
    );
    const rel = social.openInNewTab ? `${settings.rel} noopener nofollow`.trim() : settings.rel.trim();
    return (
      <li
        {...props}
        className={className}
        style={
          {
            ...style,
            ...chosenColors(social),
            ...(color === undefined ? {} : { '--brand': color }),
          } as CSSProperties
        }
      >
        <a
          href={url}
          className="wp-block-social-link-anchor"
          rel={rel || undefined}
          target={social.openInNewTab ? '_blank' : undefined}
        >
          <svg width="24" height="24" viewBox="0 0 20 20" aria-hidden="true" focusable="false">
            <path d={path} />
          </svg>
          <span className={`wp-block-social-link-label${social.showLabels ? '' : ' screen-reader-text'}`}>
            {label || (called.get(service) ?? (known ? own : words.share))}
          </span>
        </a>
      </li>
    );
  },
});

const slug = (text: string) => text.replace(/[^\w-]/g, '');

function chosenColors({ iconColorValue, iconBackgroundColorValue }: BlockSocial): CSSProperties {
  const [color, backgroundColor] = [
    cssValue(iconColorValue || undefined),
    cssValue(iconBackgroundColorValue || undefined),
  ];
  return {
    ...(color === undefined ? {} : { color }),
    ...(backgroundColor === undefined ? {} : { backgroundColor }),
  };
}

/** An email address becomes a mailto link; an address without a scheme gets https. */
function addressOf(url: string): string {
  if (/^[^\s:/@?#]+@[^\s:/@?#]+$/.test(url)) return `mailto:${url}`;
  return safeUrl(/^(?:[a-z][a-z0-9+.-]*:|[/#?])/i.test(url) ? url : `https://${url}`);
}
