import { Link } from 'react-router';
import type { ConsentCategory } from '../../../lib/consent-categories.ts';
import { settingsAddress } from '../../app/screens.ts';
import { say, sayCount } from '../../words.ts';
import type { Setting } from '../settings/settings-data.ts';
import type { Edits } from '../settings/use-edits.ts';
import { adSlots } from './ad-slots.ts';

/** The services of other companies that a site uses, and whether they wait for the reader's consent. */
export function ConsentOverview({
  settings,
  edits,
}: {
  readonly settings: readonly Setting[];
  readonly edits: Edits;
}) {
  const byKey = new Map(settings.map((setting) => [setting.key, setting]));
  const valueOf = (key: string) => {
    const setting = byKey.get(key);
    return setting && edits.valueOf(setting);
  };
  const isSet = (key: string) => {
    const value = valueOf(key);
    return value !== undefined && value !== '' && value !== false && value !== 'paused';
  };
  const asks = valueOf('consent') === true;
  const asksByCategory = asks && valueOf('consent_categories') === true;
  const labelOf = (category: ConsentCategory) => {
    const setting = byKey.get(`translation_consent_${category}`);
    return String((setting && (edits.valueOf(setting) || setting.replaces)) ?? category);
  };
  const codes = adSlots.filter((slot) => isSet(`ad_${slot}`)).length;
  const network = isSet('ad_script_url');
  const ads = [
    ...(codes > 0 ? [sayCount('%d slot with ad code|%d slots with ad code', codes)] : []),
    ...(network ? [say('ad network script')] : []),
    ...(isSet('ad_block_notice') ? [say('ad-block checks')] : []),
  ];
  const rows: readonly {
    readonly name: string;
    readonly category: ConsentCategory;
    readonly uses: string;
    readonly page: string;
  }[] = [
    {
      name: say('Ads'),
      category: 'marketing',
      uses: ads.join(', '),
      page: `${settingsAddress}?page=ads`,
    },
    {
      name: say('Analytics'),
      category: 'statistics',
      uses: String(valueOf('analytics_container_id') ?? ''),
      page: `${settingsAddress}?page=analytics`,
    },
    {
      name: say('Videos and embeds'),
      category: 'media',
      uses: say('in articles'),
      page: '/options-media.php',
    },
    {
      name: say('Scripts in HTML blocks'),
      category: 'media',
      uses: isSet('html_block_scripts') ? say('in articles') : '',
      page: '/options-writing.php',
    },
  ];
  const waits = (category: ConsentCategory) =>
    asksByCategory ? say('Waits for consent: %s', labelOf(category)) : say('Waits for consent');
  return (
    <section className="consent-overview" aria-labelledby="consent-overview">
      <h2 id="consent-overview">{say('Third-party services')}</h2>
      <ul>
        {rows.map(({ name, category, uses, page }) => (
          <li key={name} data-used={uses !== ''}>
            <Link to={page}>{name}</Link>
            <span>{uses === '' ? say('Not used') : uses}</span>
            <strong>{uses === '' ? '' : !asks ? say('Loads without asking') : waits(category)}</strong>
          </li>
        ))}
      </ul>
    </section>
  );
}
