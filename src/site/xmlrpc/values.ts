/** A `dateTime.iso8601` as sent: `20261120T17:56:00`, in the site's time zone or UTC, depending on the field. */
export class IsoDate {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  /** From `2026-11-20T17:56:00`. */
  static of(iso: string): IsoDate {
    return new IsoDate(iso.replaceAll('-', '').slice(0, 17));
  }
}

/** Placeholder for an uploaded file, whose bytes are already on disk. */
export class SentBits {
  readonly kind = 'bits';
}

export interface ReceivedStruct {
  readonly [name: string]: ReceivedValue;
}
export type ReceivedValue =
  | string
  | number
  | boolean
  | null
  | IsoDate
  | SentBits
  | readonly ReceivedValue[]
  | ReceivedStruct;

/** A struct of a response; undefined fields are omitted. */
export interface SentStruct {
  readonly [name: string]: SentValue | undefined;
}
export type SentValue = string | number | boolean | null | IsoDate | readonly SentValue[] | SentStruct;
