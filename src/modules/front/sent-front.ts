import type { SentBreaking, SentFront, SentPin } from './merge-fronts.ts';
import type { Arrangement, Breaking, Pin } from './model.ts';

const toMoment = (endsAt: number) => (endsAt === 0 ? null : new Date(endsAt).toISOString());

const toSentPin = ({ postId, area, endsAt, headline, mediaId }: Pin): SentPin => ({
  post_id: postId,
  area,
  ends_at: toMoment(endsAt),
  headline,
  picture: mediaId,
});

export const toSentBreaking = ({ text, url, endsAt }: Breaking): SentBreaking => ({
  text,
  url,
  ends_at: toMoment(endsAt),
});

/** The arrangement as REST and the log name it. */
export const toSentFront = ({ pins, breaking }: Arrangement): SentFront => ({
  pins: pins.map(toSentPin),
  breaking: breaking && toSentBreaking(breaking),
});
