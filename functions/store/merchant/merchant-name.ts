// The names of all merchants in one partition, so that an operator finds a merchant. Only operators' commands
// write and read these rows: each with the merchant that it names, in one transaction.
import { MODES, type Mode } from '#domain/api-key.ts';
import { oneOf, text } from '#domain/shape.ts';
import type { Write } from '../table/commit.ts';
import { MERCHANT_NAMES_PARTITION, merchantNameKey } from '../table/keys.ts';
import type { Kind } from '../table/kind.ts';
import { newItem, row } from '../table/row.ts';
import { everyPage, type Item, queryChildren } from '../table/table.ts';

export type MerchantName = { merchantId: string; name: string; mode: Mode; createdAt: string };

const MERCHANT_NAME = /* @__PURE__ */ row<MerchantName>('merchant-name', () => ({
  merchantId: text,
  name: text,
  mode: oneOf(MODES),
  createdAt: text,
}));

export const merchantNameKind = () =>
  ({
    keys: [merchantNameKey('{m}')],
    readBy: 'people: find a merchant',
    grants: { 'merchant-name': 'the names of all merchants' },
    isOperators: true,
    events: 'nothing: operators change it',
    read: readName,
  }) satisfies Kind;

export function writeMerchantName({ merchantId, name, mode, createdAt }: MerchantName): Write {
  const attributes = MERCHANT_NAME.attributes({ merchantId, name, mode, createdAt });
  return { what: 'merchant-name', kind: 'put', item: newItem(merchantNameKey(merchantId), attributes) };
}

function readName(item: Item): MerchantName {
  const { merchantId, name, mode, createdAt } = MERCHANT_NAME.read(item);
  return { merchantId, name, mode, createdAt };
}

export async function* merchantNames(): AsyncGenerator<MerchantName> {
  const wanted = { partition: MERCHANT_NAMES_PARTITION, limit: 1000 };
  for await (const page of everyPage(queryChildren, wanted)) yield* page.map(readName);
}

/** The ids of these merchants, `size` at a time. */
export async function* merchantIdPages(size: number): AsyncGenerator<string[]> {
  let page: string[] = [];
  for await (const { merchantId } of merchantNames()) {
    page.push(merchantId);
    if (page.length < size) continue;
    yield page;
    page = [];
  }
  yield page;
}
