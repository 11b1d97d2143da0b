// Records of the table's stream, as AWS passes them to a function: a row before and after a change.
import { ShapeError } from '#domain/shape.ts';
import { CAPTURE_TRIGGER } from '#store/table/keys.ts';
import type { Item } from '#store/table/table.ts';
import { itemOfWire, type WireItem } from '#store/table/wire.ts';

export type StreamRecord = {
  eventName?: string;
  dynamodb?: {
    SequenceNumber?: string;
    /** Seconds. */
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
  /** When the change was committed, to the second. */
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
  return { merchantId, before: OldImage && itemOfWire(OldImage), after, at: new Date((seconds ?? 0) * 1000) };
}
