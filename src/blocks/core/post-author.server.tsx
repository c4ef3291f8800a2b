import { richTextProfile } from '../../lib/clean-html/profiles.ts';
import { Avatar } from '../../ui/byline.tsx';
import { flag, string, whole, word } from './attributes.ts';
import { avatarOf, biographyOf, currentAuthor } from '../authors.server.ts';
import { wrapperProps } from './block-supports.ts';
import { defineCoreBlock } from './core-block.ts';
import { writtenHtml } from './block-context.server.ts';

export const block = defineCoreBlock({
  name: 'core/post-author',
  attributes: {
    avatarSize: whole(48, { max: 512 }),
    showAvatar: flag(true),
    showBio: flag(false),
    byline: string('', 1000),
    isLink: flag(false),
    linkTarget: word(['_self', '_blank']),
    itemsJustification: word(['', 'left', 'center', 'right']),
  },
  load: async ({ showAvatar, avatarSize, showBio, byline }, context) => {
    const author = await currentAuthor(context);
    return (
      author && {
        author,
        byline: await writtenHtml(byline, richTextProfile, context),
        avatar: showAvatar && avatarSize > 0 ? await avatarOf(author, context, avatarSize) : undefined,
        bio: showBio ? await biographyOf(author, context) : '',
      }
    );
  },
  View: ({
    settings,
    data: {
      author: { name, url },
      byline,
      avatar,
      bio,
    },
  }) => {
    const { isLink, linkTarget, itemsJustification: justified } = settings;
    return (
      <div
        {...wrapperProps('core/post-author', settings, justified !== '' && `items-justified-${justified}`)}
      >
        {avatar && (
          <div className="wp-block-post-author__avatar">
            <Avatar {...avatar} size={settings.avatarSize} />
          </div>
        )}
        <div className="wp-block-post-author__content">
          {byline !== '' && (
            <p className="wp-block-post-author__byline" dangerouslySetInnerHTML={{ __html: byline }} />
          )}
          <p className="wp-block-post-author__name">
            {isLink && url !== undefined ? (
              <a href={url} target={linkTarget}>
                {name}
              </a>
            ) : (
              name
            )}
          </p>
          {bio !== '' && <p className="wp-block-post-author__bio">{bio}</p>}
        </div>
      </div>
    );
  },
});
