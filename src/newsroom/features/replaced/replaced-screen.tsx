import { useLocation } from 'react-router';
import { ScreenHead } from '../../app/screen-head.tsx';
import { say } from '../../words.ts';

interface Replacement {
  readonly title: string;
  readonly text: string;
  readonly link: { readonly label: string; readonly to: string };
}

/** WordPress screens whose job is done elsewhere, by path below `/wp-admin`. */
const replacements: Readonly<Record<string, Replacement>> = {
  '/widgets.php': {
    title: say('Widgets'),
    text: say(
      'Sidebars and footers are parts of templates here, so each kind of page can have its own. Open a template to add search, lists, ads and other blocks to its sidebar.',
    ),
    link: { label: say('Templates'), to: '/wp-admin/site-editor.php' },
  },
};

/** Says which screen does the job of a WordPress screen. */
export function ReplacedScreen() {
  const replacement = replacements[useLocation().pathname];
  if (!replacement) return null;
  const { title, text, link } = replacement;
  return (
    <>
      <ScreenHead title={title} />
      <div className="one-thing">
        <p>{text}</p>
        <p>
          <a href={link.to}>{link.label}</a>
        </p>
      </div>
    </>
  );
}
