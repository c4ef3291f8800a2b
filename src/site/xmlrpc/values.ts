/** A `dateTime.iso8601`, as it is written: `20261120T17:56:00`, in the site's time or in UTC as its field says. */
export class IsoDate {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  /** Of `2026-11-20T17:56:00`. */
  static of(iso: string): IsoDate {
    return new IsoDate(iso.replaceAll('-', '').slice(0, 17));
  }
}

/** Stands for the file in a call that brings one: its bytes are in a file by then. */
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

/** A struct of a response; fields that are undefined are left out. */
export interface SentStruct {
  readonly [name: string]: SentValue | undefined;
}
export type SentValue = string | number | boolean | null | IsoDate | readonly SentValue[] | SentStruct;
