// Images of the table's stream, of rows in their long form.
import { marshall } from '@aws-sdk/util-dynamodb';
import type { Item } from '#store/table/table.ts';
import type { WireItem } from '#store/table/wire.ts';

/** The row in the format of the stream, whatever its form was there. */
export function imageOf(item: Item): WireItem {
  const asInStream = (_: string, value: unknown) =>
    value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value;
  const image = marshall(item, { removeUndefinedValues: true });
  return JSON.parse(JSON.stringify(image, asInStream)) as WireItem;
}
