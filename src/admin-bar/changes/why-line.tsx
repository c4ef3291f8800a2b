import { templateEditorUrl } from '../../modules/templates/template-address.ts';
import { whyTexts } from '../../lib/bar-texts.ts';
import { useBar } from '../bar.ts';
import { readWhy } from './told.ts';
import { useTold } from './use-told.ts';

/** Why this page looks as it does, in a line; what was skipped, with the way to where it is mended. */
export function WhyLine() {
  const { say } = useBar();
  const { value: why } = useTold(
    `/broadsheet/v1/template-explanation?path=${encodeURIComponent(location.pathname + location.search)}`,
    readWhy,
  );
  const gone = why?.skipped.some(({ title }) => title === '');
  const broken = why?.skipped.filter(({ title }) => title !== '') ?? [];
  return (
    <div className="bar-why" aria-busy={why === undefined}>
      {why && (
        <p>
          {say(whyTexts[why.by], why.title)}
          {why.phones !== '' && ` ${say('why_phones', why.phones)}`}
        </p>
      )}
      {gone && <p>{say('why_gone')}</p>}
      {broken.map(({ id, title, reason }) => (
        <p key={id}>
          {say('why_skipped')} <a href={templateEditorUrl('', id)}>{title}</a>{' '}
          <span lang="en" dir="ltr">
            ({reason})
          </span>
        </p>
      ))}
    </div>
  );
}
