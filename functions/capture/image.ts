// Records of the table's stream, as AWS passes them to a function: a row before and after a change.
import { ShapeError } from '#domain/shape.ts';
import { SECOND_MS } from '#domain/time/duration.ts';
import { CAPTURE_TRIGGER } from '#store/table/keys.ts';
import type { Item } from '#store/table/table.ts';
import { itemOfWire, type WireItem } from '#store/table/wire.ts';

export type StreamRecord = {
  eventName?: string;
  dynamodb?: {
    SequenceNumber?: string;
    /** Seconds, rounded down. */
    ApproximateCreationDateTime?: number;
    Keys?: WireItem;
    OldImage?: WireItem;
    NewImage?: WireItem;
  };
};

/** A change of one row; it was created if `before` is undefined. */
export type RowChange = {
  merchantId: string;
  before: Item | undefined;
  after: Item;
  /** When the change was committed, as exactly as it is known. */
  at: Date;
};

/** The sort keys of the rows that have events; a webhook's row has the trigger instead. */
export const CAPTURED_ROWS = [
  ...['PAGE', 'PAYMENT', 'REFUND', 'CUSTOMER', 'CARD', 'RECURRING', 'KEY'],
  ...['INSTALLMENTS', 'CARD_TESTING', 'SETTLEMENT'],
];
/** The name of the attribute. */
export const [TRIGGER = ''] = Object.keys(CAPTURE_TRIGGER);

/**
 * As the deployed mapping (lib/cloud/events/capture-mapping.ts). A row that the time-to-live removes had
 * expired before, so its removal is no event.
 */
export const isCaptured = ({ eventName, dynamodb: { Keys, NewImage } = {} }: StreamRecord): boolean =>
  eventName !== 'REMOVE' &&
  (CAPTURED_ROWS.includes(Keys?.['sk']?.S ?? '') || NewImage?.[TRIGGER] !== undefined);

/** Undefined if the row has no events. */
export function changeOf(record: StreamRecord): RowChange | undefined {
  const { OldImage, NewImage, ApproximateCreationDateTime: seconds } = record.dynamodb ?? {};
  if (!isCaptured(record) || NewImage === undefined) return undefined;
  const after = itemOfWire(NewImage);
  const { merchantId } = after;
  if (typeof merchantId !== 'string') throw new ShapeError(`${after.sk}.merchantId`, 'is missing');
  return {
    merchantId,
    before: OldImage && itemOfWire(OldImage),
    after,
    at: committedAt(after, seconds ?? 0),
  };
}

/**
 * The stream tells the second of a change. The last instant that the row states within it, such as when it was
 * decided, is nearer; otherwise the end of that second, so that no event is older than what it tells of.
 */
function committedAt(row: Item, seconds: number): Date {
  const fromMs = Math.floor(seconds) * SECOND_MS;
  const within = instantsIn(row).filter((ms) => ms >= fromMs && ms < fromMs + SECOND_MS);
  return new Date(within.length > 0 ? Math.max(...within) : fromMs + SECOND_MS - 1);
}

/** Rows store instants as ISO texts, or as numbers of milliseconds. */
function instantsIn(value: unknown): number[] {
  if (typeof value === 'number') return [value];
  if (typeof value === 'string') return INSTANT.test(value) ? [Date.parse(value)] : [];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(instantsIn) : [];
}
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
