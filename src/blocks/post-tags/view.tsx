import { useWords } from '../../ui/language.ts';
import type { ViewProps } from '../block.ts';
import type { PostTagsData } from './loader.server.ts';

export function View({ data }: ViewProps<unknown, PostTagsData>) {
  const words = useWords();
  return (
    <div className="post-tags">
      <h2 className="post-tags-title">{words.post_tags}</h2>
      <ul>
        {data.tags.map((tag) => (
          <li key={tag.id}>
            <a href={tag.url} rel="tag">
              {tag.name}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
