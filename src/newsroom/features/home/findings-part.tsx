import { Link } from 'react-router';
import type { Dashboard } from '../../app/rest-types.ts';
import { editAddress } from '../../app/screens.ts';
import { say, sayCount } from '../../words.ts';
import { titled } from './dashboard-data.ts';

type Found = NonNullable<Dashboard['findings']>;

const pictureCount = (count: number) =>
  sayCount(
    '%s picture without alternative text|%s pictures without alternative text',
    count,
    count.toLocaleString(),
  );
const linkCount = (count: number) =>
  sayCount('%s broken link|%s broken links', count, count.toLocaleString());

const both = (pictures: number, links: number): string =>
  [...(pictures > 0 ? [pictureCount(pictures)] : []), ...(links > 0 ? [linkCount(links)] : [])].join(' · ');

/** Pictures without alternative text and broken internal links of published stories. */
export function Findings({ findings: { posts, pictures, links, listed } }: { readonly findings: Found }) {
  if (posts === 0)
    return (
      <p className="empty">
        {say(
          'No problems found. Published stories are checked in the background, once a day and when saved.',
        )}
      </p>
    );
  return (
    <>
      <p className="home-sum">{both(pictures, links)}</p>
      <ul>
        {listed.map((found) => (
          <li key={found.id}>
            <div>
              <Link className="cut" to={editAddress(found.id)} dir="auto">
                {titled(found.title)}
              </Link>
              <details className="home-note">
                <summary>{both(found.pictures, found.links)}</summary>
                <ul className="home-found">
                  {found.picture_names.map(({ name, is_featured: isFeatured }, index) => (
                    <li key={`${index} ${name}`}>
                      {isFeatured ? say('Featured image') : say('Picture')}
                      {name !== '' && <bdi> {name}</bdi>}
                    </li>
                  ))}
                  {found.addresses.map((address) => (
                    <li key={address}>
                      {say('Link')} <bdi>{address}</bdi>
                    </li>
                  ))}
                </ul>
              </details>
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}
