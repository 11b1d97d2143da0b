// Records of the table's stream, as AWS passes them to a function: a row before and after a change.
import { ShapeError } from '#domain/shape.ts';
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
export type Change = {
  merchantId: string;
  before: Item | undefined;
  after: Item;
  /** When the change was committed, to the second. */
  at: Date;
};

const CAPTURED: ReadonlySet<string> = new Set(['PAGE', 'PAYMENT', 'REFUND', 'CUSTOMER', 'CARD', 'RECURRING']);

/**
 * Undefined if the row has no events. A row that the time-to-live removes had expired before, so its removal
 * is no event.
 */
export function changeOf({ eventName, dynamodb }: StreamRecord): Change | undefined {
  const { Keys, OldImage, NewImage, ApproximateCreationDateTime: seconds } = dynamodb ?? {};
  const isCaptured = eventName !== 'REMOVE' && CAPTURED.has(Keys?.['sk']?.S ?? '');
  if (!isCaptured || NewImage === undefined) return undefined;
  const after = itemOfWire(NewImage);
  const { merchantId } = after;
  if (typeof merchantId !== 'string') {
    // An earlier version created such rows when it superseded a page that did not exist.
    if (after.sk === 'PAGE') return undefined;
    throw new ShapeError(`${after.sk}.merchantId`, 'is missing');
  }
  return { merchantId, before: OldImage && itemOfWire(OldImage), after, at: new Date((seconds ?? 0) * 1000) };
}
