import { Button, Icon, Modal } from '@wordpress/components';
import { check as checkIcon, info } from '@wordpress/icons';
import { useQuery } from '@tanstack/react-query';
import type { ListedType, PostFeature } from '../../app/boot.ts';
import type { Block } from '../../editor/block-kit.ts';
import type { Draft } from '../../editor/draft.ts';
import { PermalinkText, usePermalink } from './permalink.tsx';
import type { Saving } from './saving.ts';
import { inSentence, say, sayCount } from '../../words.ts';

interface Finding {
  readonly isFine: boolean;
  readonly says: string;
}

const flat = (blocks: readonly Block[]): Block[] =>
  blocks.flatMap((block) => [block, ...flat(block.innerBlocks as Block[])]);

/** Checks of a post before it is published; none of them prevents publishing. `slug`: empty while it is unknown. */
function findings(draft: Draft, type: ListedType, slug: string): Finding[] {
  const all = flat(draft.state().history.blocks);
  const pictures = all.filter(({ name }) => name === 'core/image');
  const bare = pictures.filter(({ attributes }) => !attributes['alt']).length;
  const has = (feature: PostFeature) => type.supports.includes(feature);
  const sections = type.taxonomies.find(({ isHierarchical }) => isHierarchical);
  const chosen = sections && (draft.value(sections.restBase) as readonly number[] | undefined);
  const empty = all.filter(
    ({ name, attributes }) => name === 'core/heading' && String(attributes['content'] ?? '').trim() === '',
  ).length;
  const title = draft.text('title').trim();
  const listed = type.hasPages && !type.isHierarchical;
  const section = sections && inSentence(sections.singular);
  const finding = (applies: boolean, isFine: boolean, fine: string, other: string): Finding[] =>
    applies ? [{ isFine, says: isFine ? fine : other }] : [];
  return [
    ...finding(has('title'), title !== '', say('The title is set.'), say('No title.')),
    ...finding(
      title.length > 110,
      false,
      '',
      sayCount(
        'The title has %d character; search engines show about 60.|The title has %d characters; search engines show about 60.',
        title.length,
      ),
    ),
    ...finding(
      has('excerpt') && listed,
      draft.text('excerpt') !== '',
      say('The excerpt is set.'),
      say('No excerpt. Lists show the beginning of the text.'),
    ),
    ...finding(
      has('thumbnail') && listed,
      Boolean(draft.value('featured_media')),
      say('The featured image is set.'),
      say('No featured image.'),
    ),
    ...finding(
      pictures.length > 0,
      bare === 0,
      say('All images have alt text.'),
      say('Images without alt text: %d of %d', bare, pictures.length),
    ),
    ...finding(
      section !== undefined,
      (chosen?.length ?? 0) > 0,
      say('The %s is set.', section ?? ''),
      say('No %s. The site’s default is used.', section ?? ''),
    ),
    ...finding(
      slug.length > 75,
      false,
      '',
      sayCount(
        'The slug has %d character; 75 is enough.|The slug has %d characters; 75 is enough.',
        slug.length,
      ),
    ),
    ...finding(
      slug !== '' && !/\p{L}/u.test(slug),
      false,
      '',
      say('The slug “%s” contains no letters.', slug),
    ),
    ...finding(empty > 0, false, '', sayCount('A heading is empty.|%d headings are empty.', empty)),
  ];
}

function ownLinks(markup: string): string[] {
  const found = [...markup.matchAll(/href="([^"]+)"/g)].map(([, address]) =>
    (address ?? '').replaceAll('&amp;', '&'),
  );
  const own = found.filter(
    (address) =>
      URL.canParse(address, location.href) &&
      new URL(address, location.href).origin === location.origin &&
      !address.startsWith('#'),
  );
  return [...new Set(own)].slice(0, 30);
}

/** A redirect to another site hides the status from the browser, so it says nothing about the link. */
async function leadsNowhere(address: string): Promise<boolean> {
  const reply = await window.fetch(address, { method: 'HEAD' }).catch(() => undefined);
  return reply?.status === 404 || reply?.status === 410;
}

/** Broken links within this site; other sites are not contacted. */
function useDeadLinks(draft: Draft) {
  const links = ownLinks(draft.content());
  return useQuery({
    queryKey: ['dead-links', links.join(' ')],
    enabled: links.length > 0,
    staleTime: 60_000,
    queryFn: async () => {
      const isDead = await Promise.all(links.map(leadsNowhere));
      return links.filter((_, index) => isDead[index]);
    },
  });
}

export function PublishDialog({
  draft,
  type,
  saving,
  onClose,
}: {
  readonly draft: Draft;
  readonly type: ListedType;
  readonly saving: Saving;
  readonly onClose: () => void;
}) {
  const { data: dead = [] } = useDeadLinks(draft);
  const permalink = usePermalink(draft, type);
  const slug = permalink.state === 'known' ? permalink.slug : '';
  const all = [
    ...findings(draft, type, slug),
    ...dead.map((address) => ({ isFine: false, says: say('Broken link: %s', address) })),
  ];
  const publish = () => {
    onClose();
    void saving.publish();
  };
  return (
    <Modal title={say('%s?', saving.publishLabel)} className="publish-dialog" onRequestClose={onClose}>
      {type.hasPages && (
        <div className="publish-address" role="status">
          <span>{say('URL')}</span>
          <p>
            <PermalinkText permalink={permalink} />
          </p>
        </div>
      )}
      <ul className="findings">
        {all.map(({ isFine, says }) => (
          <li key={says} data-fine={isFine}>
            <Icon icon={isFine ? checkIcon : info} size={20} />
            {says}
          </li>
        ))}
      </ul>
      <div className="publish-acts">
        <Button variant="tertiary" __next40pxDefaultSize onClick={onClose}>
          {say('Cancel')}
        </Button>
        <Button variant="primary" __next40pxDefaultSize onClick={publish}>
          {saving.publishLabel}
        </Button>
      </div>
    </Modal>
  );
}
