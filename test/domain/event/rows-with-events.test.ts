// The kinds of rows from which capture makes events are those that declare it.
import { describe, expect, it } from 'vitest';
import { changeOf, TRIGGER } from '#capture/image.ts';
import { kindNamed, rowNames } from '../../../lib/operator/review/kind-of.ts';
import { recordedRows } from '../../store/recorded/recorded-rows.ts';

const ROWS = recordedRows();

describe('rows of a kind', () => {
  it.each(rowNames)('rows of kind %s become events as its declaration states', (kind) => {
    const { events } = kindNamed(kind);
    const captured = ROWS.filter((row) => row.kind === kind).map(({ item: { pk, sk } }) => {
      const [Keys, merchantId] = [{ pk: { S: pk }, sk: { S: sk } }, { S: 'merchant' }];
      const trigger = events === 'triggered' && { [TRIGGER]: { N: '1' } };
      const dynamodb = { Keys, NewImage: { ...Keys, merchantId, ...trigger } };
      return changeOf({ eventName: 'INSERT', dynamodb }) !== undefined;
    });
    // The page of a card has the key of a hosted page, so capture reads it, but makes no event of it.
    const isCaptured = ['own', 'triggered'].includes(events) || kind === 'card-page';
    expect([...new Set(captured)]).toEqual([isCaptured]);
  });
});
