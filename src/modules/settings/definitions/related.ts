import { choice, flag, line, whole } from '../kinds.ts';
import { setting, settingGroup } from '../setting.ts';

/** The related posts below every article. */
export const related = settingGroup('related', 'Related posts', {
  related_posts: setting(flag, {
    default: true,
    title: 'Related posts',
    help: 'Shows related posts below articles.',
  }),
  related_posts_headline: setting(line(), {
    default: 'Related',
    title: 'Headline',
    help: 'Heading over the related posts; empty: none.',
  }),
  related_posts_size: setting(whole(1, 12), {
    default: 3,
    title: 'Number of posts',
    help: 'How many related posts are shown.',
  }),
  related_posts_show_thumbnails: setting(flag, {
    default: true,
    title: 'Thumbnails',
    help: 'Shows pictures of related posts.',
  }),
  related_posts_show_date: setting(flag, {
    default: true,
    title: 'Date',
    help: 'Shows the date of related posts.',
  }),
  related_posts_show_context: setting(flag, {
    default: true,
    title: 'Context',
    help: 'Shows why a post is related (“In “Phones””).',
  }),
  related_posts_layout: setting(choice(['grid', 'list']), {
    default: 'grid',
    title: 'Layout',
    help: 'grid: side by side; list: one below the other.',
  }),
  related_posts_heading: setting(choice(['h2', 'h3', 'h4', 'h5', 'h6']), {
    default: 'h4',
    title: 'Heading level of titles',
    help: 'HTML element around the title of each related post.',
  }),
});
