import { Button, Icon, Modal, TextareaControl } from '@wordpress/components';
import { check as checkIcon, info } from '@wordpress/icons';
import { useQuery } from '@tanstack/react-query';
import { useState, useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';
import { boot } from '../../app/boot.ts';
import type { ListedTaxonomy, ListedType, PostFeature } from '../../app/boot.ts';
import { treeTerms } from '../../app/choices.ts';
import type { Block } from '../../editor/block-kit.ts';
import type { Draft } from '../../editor/draft.ts';
import { FeaturedPicture } from './featured-picture.tsx';
import { PermalinkText, usePermalink } from './permalink.tsx';
import type { Saving } from './saving.ts';
import { isUnchosen, TermTree } from './term-tree.tsx';
import { inSentence, say, sayCount } from '../../words.ts';

type Part = 'excerpt' | 'picture' | 'section';

interface Finding {
  readonly isFine: boolean;
  readonly says: string;
  /** Part that the dialog has a control for. */
  readonly part?: Part;
}

const flat = (blocks: readonly Block[]): Block[] =>
  blocks.flatMap((block) => [block, ...flat(block.innerBlocks as Block[])]);

const sectionOf = ({ taxonomies }: ListedType) => taxonomies.find(({ isHierarchical }) => isHierarchical);

/** Checks of a post before it is published; none of them prevents publishing. `slug`: empty while it is unknown. */
function findings(draft: Draft, type: ListedType, slug: string, isSectionChosen: boolean): Finding[] {
  const all = flat(draft.state().history.blocks);
  const pictures = all.filter(({ name }) => name === 'core/image');
  const bare = pictures.filter(({ attributes }) => !attributes['alt']).length;
  const has = (feature: PostFeature) => type.supports.includes(feature);
  const sections = sectionOf(type);
  const empty = all.filter(
    ({ name, attributes }) => name === 'core/heading' && String(attributes['content'] ?? '').trim() === '',
  ).length;
  const title = draft.text('title').trim();
  const listed = type.hasPages && !type.isHierarchical;
  const section = sections && inSentence(sections.singular);
  const finding = (
    applies: boolean,
    isFine: boolean,
    fine: string,
    other: string,
    part?: Part,
  ): readonly Finding[] => (applies ? [{ isFine, says: isFine ? fine : other, ...(part && { part }) }] : []);
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
      'excerpt',
    ),
    ...finding(
      has('thumbnail') && listed,
      Boolean(draft.value('featured_media')),
      say('The featured image is set.'),
      say('No featured image.'),
      'picture',
    ),
    ...finding(
      pictures.length > 0,
      bare === 0,
      say('All images have alt text.'),
      say('Images without alt text: %d of %d', bare, pictures.length),
    ),
    ...finding(
      section !== undefined,
      isSectionChosen,
      say('The %s is set.', section ?? ''),
      say('No %s. The site’s default is used.', section ?? ''),
      'section',
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

interface PublishProps {
  readonly draft: Draft;
  readonly type: ListedType;
  readonly saving: Saving;
  readonly mayUpload: boolean;
  readonly onPublished: () => void;
  readonly onClose: () => void;
}

/** Findings about a post before it is published, with the controls to add missing parts. */
export function PublishDialog({ draft, type, saving, mayUpload, onPublished, onClose }: PublishProps) {
  useSyncExternalStore(draft.subscribe, draft.state);
  const { data: dead = [] } = useDeadLinks(draft);
  const permalink = usePermalink(draft, type);
  const slug = permalink.state === 'known' ? permalink.slug : '';
  const section = sectionOf(type);
  const { data: terms = [] } = useQuery({
    ...treeTerms(section?.restBase ?? ''),
    enabled: section !== undefined,
  });
  const all: readonly Finding[] = [
    ...findings(draft, type, slug, section !== undefined && !isUnchosen(draft, section, terms)),
    ...dead.map((address) => ({ isFine: false, says: say('Broken link: %s', address) })),
  ];
  const publish = async () => {
    onClose();
    if (await saving.publish()) onPublished();
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
        {all.map(({ isFine, says, part }) => (
          <li key={part ?? says} data-fine={isFine}>
            <Icon icon={isFine ? checkIcon : info} size={20} />
            <div>
              {says}
              {part === 'excerpt' && <ExcerptPart draft={draft} isFine={isFine} />}
              {part === 'picture' && <PicturePart draft={draft} isFine={isFine} mayUpload={mayUpload} />}
              {part === 'section' && section && (
                <SectionPart draft={draft} isFine={isFine} section={section} />
              )}
            </div>
          </li>
        ))}
      </ul>
      <div className="form-end">
        <Button variant="tertiary" __next40pxDefaultSize onClick={onClose}>
          {say('Cancel')}
        </Button>
        <Button variant="primary" __next40pxDefaultSize onClick={() => void publish()}>
          {saving.publishLabel}
        </Button>
      </div>
    </Modal>
  );
}

interface PartProps {
  readonly draft: Draft;
  readonly isFine: boolean;
}

/** Keeps the focus when the focused button is replaced by this part. */
const focusUnlessInside = (part: HTMLElement | null) => {
  if (part && !part.contains(document.activeElement)) part.focus();
};

/** A button that a control replaces. Without the button if the part was set before the dialog opened. */
function Disclosed({
  isFine,
  label,
  children,
}: Pick<PartProps, 'isFine'> & { readonly label: string; readonly children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  if (isOpen)
    return (
      <div tabIndex={-1} ref={focusUnlessInside}>
        {children}
      </div>
    );
  return isFine ? null : (
    <Button variant="link" onClick={() => setOpen(true)}>
      {label}
    </Button>
  );
}

function ExcerptPart({ draft, isFine }: PartProps) {
  return (
    <Disclosed isFine={isFine} label={say('Add excerpt')}>
      <TextareaControl
        label={say('Excerpt')}
        hideLabelFromVision
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        rows={3}
        __nextHasNoMarginBottom
        lang={boot.site.language}
        value={draft.text('excerpt')}
        onChange={(excerpt) => draft.edit({ excerpt })}
      />
    </Disclosed>
  );
}

function PicturePart({ draft, isFine, mayUpload }: PartProps & { readonly mayUpload: boolean }) {
  const [wasFine] = useState(isFine);
  if (wasFine || !mayUpload) return null;
  const inText = flat(draft.state().history.blocks).find(
    ({ name, attributes }) => name === 'core/image' && Number(attributes['id'] ?? 0) > 0,
  );
  return (
    <>
      <FeaturedPicture draft={draft} mayUpload={mayUpload} />
      {inText && !isFine && (
        <Button
          variant="link"
          onClick={() => draft.edit({ featured_media: Number(inText.attributes['id']) })}
        >
          {say('Use the first image of the text')}
        </Button>
      )}
    </>
  );
}

function SectionPart({ draft, isFine, section }: PartProps & { readonly section: ListedTaxonomy }) {
  return (
    <Disclosed isFine={isFine} label={say('Choose %s', inSentence(section.singular))}>
      <TermTree draft={draft} taxonomy={section} />
    </Disclosed>
  );
}
