import { fillIn } from '../../lib/messages.ts';
import { Avatar } from '../../ui/byline.tsx';
import { useWords } from '../../ui/language.ts';
import { flag, whole, word } from './attributes.ts';
import { avatarOf, currentAuthor, findAuthor } from '../authors.server.ts';
import { borderProps, wrapperProps } from './block-supports.ts';
import { defineCoreBlock } from './core-block.ts';

/** The portrait of the current comment's author, of a user by id, or of the current post's author. */
export const block = defineCoreBlock({
  name: 'core/avatar',
  attributes: {
    userId: whole(0),
    size: whole(96, { min: 8, max: 512 }),
    isLink: flag(false),
    linkTarget: word(['_self', '_blank']),
  },
  load: async ({ userId, size }, context) => {
    const { comment } = context.inherited;
    if (comment) {
      const { authorColor: id, authorName: name, portrait: src, authorUrl } = comment;
      return { avatar: { id, name, src }, url: authorUrl || undefined, isOurs: false };
    }
    const author = await (userId > 0 ? findAuthor(userId, context) : currentAuthor(context));
    return author && { avatar: await avatarOf(author, context, size), url: author.url, isOurs: true };
  },
  View: ({ settings, data: { avatar, url, isOurs } }) => {
    const words = useWords();
    const { isLink, linkTarget, size } = settings;
    const border = borderProps(settings);
    const picture = (
      <Avatar
        {...avatar}
        size={size}
        className={`wp-block-avatar__image ${border.className}`.trim()}
        style={border.style}
      />
    );
    const label = fillIn(isOurs ? words.core_author_page : words.core_author_site, avatar.name);
    return (
      <div {...wrapperProps('core/avatar', border.rest)}>
        {isLink && url !== undefined ? (
          <a
            href={url}
            target={linkTarget}
            rel={isOurs ? undefined : 'external nofollow ugc'}
            aria-label={label}
            className="wp-block-avatar__link"
          >
            {picture}
          </a>
        ) : (
          picture
        )}
      </div>
    );
  },
});
