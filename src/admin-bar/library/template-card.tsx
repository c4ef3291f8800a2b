import { useBar } from '../bar.ts';
import type { LibraryItem } from './library-calls.ts';
import { samplePage, triedAddress } from './sample-address.ts';
import { TemplateFrame } from './template-frame.tsx';
import type { FrameShape } from './template-frame.tsx';

interface TemplateCardProps {
  readonly item: LibraryItem;
  readonly shape: FrameShape;
  readonly samples: ReadonlyMap<string, string> | undefined;
  /** Name of what is being imported; empty: nothing. */
  readonly busy: string;
  bring(): void;
}

/** A template of the library: how it looks here, what it is called, and the button that imports it. */
export function TemplateCard({ item, shape, samples, busy, bring }: TemplateCardProps) {
  const {
    say,
    config: { layout },
  } = useBar();
  const page = samplePage(item.type, layout?.type, location.href, samples);
  return (
    <li className="library-item" data-template={item.name}>
      <TemplateFrame
        key={shape}
        name={item.title}
        address={page === undefined ? undefined : triedAddress(page, item.name, shape === 'phone')}
        shape={shape}
        isAtEnd={item.type === 'footer'}
      />
      <h3>
        <bdi>{item.title}</bdi>
      </h3>
      <p>
        <bdi>{item.description}</bdi>
      </p>
      <button
        type="button"
        aria-label={say('library_import_of', item.title)}
        disabled={busy !== ''}
        onClick={bring}
      >
        {say(busy === item.name ? 'library_importing' : 'library_import')}
      </button>
    </li>
  );
}
