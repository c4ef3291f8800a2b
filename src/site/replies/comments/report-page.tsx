import type { Comment } from '../../../modules/comments/comment.ts';
import { longestReport, reportReasons } from '../../../modules/comments/report.ts';
import type { ReportReason } from '../../../modules/comments/report.ts';
import { reasonTexts } from '../../../modules/comments/notify-reports.ts';
import { readerText } from '../../../modules/settings/definitions/translations.ts';
import type { Settings } from '../../../modules/settings/settings.ts';
import { useActing } from '../../../reader/islands/acting.ts';
import { reportAddress } from '../../../lib/account-urls.ts';
import { htmlToText, trimWords } from '../../../lib/plain-text.ts';
import { visibleName, withoutTurning } from '../../../lib/visible-name.ts';

/** Words of the comment that stand above the form. */
const shownWords = 30;

interface ReportFormProps {
  readonly settings: Settings;
  readonly comment: Comment;
  /** That the form came from here, for who asked. */
  readonly proof: string;
  /** What was chosen and typed before. */
  readonly reason?: ReportReason | undefined;
  readonly text?: string;
  readonly isWrong?: boolean;
}

/** What readers are asked about a comment; without scripts it sends itself. */
export function ReportForm({
  settings,
  comment,
  proof,
  reason,
  text = '',
  isWrong = false,
}: ReportFormProps) {
  const acting = useActing();
  const said = (name: Parameters<typeof readerText>[1]) => readerText(settings, name);
  const name = visibleName(htmlToText(comment.authorName)) || said('comment_anonymous');
  return (
    <>
      <p className="account-text">
        <b>
          <bdi>{name}</bdi>
        </b>
        : <bdi>{trimWords(withoutTurning(htmlToText(comment.content)), shownWords)}</bdi>
      </p>
      <form
        className="account-form"
        method="post"
        noValidate
        action={reportAddress(comment.id)}
        {...acting.now('report-form', { failed: said('report_failed'), wait: said('login_wait') })}
      >
        <fieldset className="account-choice" aria-describedby={isWrong ? 'account-told' : undefined}>
          <legend>{said('report_why')}</legend>
          {reportReasons.map((one) => (
            <label key={one}>
              <input type="radio" name="reason" value={one} defaultChecked={one === reason} />
              {said(reasonTexts[one])}
            </label>
          ))}
        </fieldset>
        <div className="account-field">
          <label htmlFor="report-text">{said('report_more')}</label>
          <textarea
            className="field"
            id="report-text"
            name="text"
            rows={3}
            maxLength={longestReport}
            defaultValue={text}
          />
        </div>
        <input type="hidden" name="proof" value={proof} />
        <p className="account-send">
          <button className="button" type="submit">
            {said('report_send')}
          </button>
        </p>
      </form>
    </>
  );
}
