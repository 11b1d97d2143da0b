// A call of the API as every language writes it: the recorded example of an operation, in which the ids of
// other objects are variables.
import { callName, withFirst } from '../../clients/names.ts';
import type { JsonSchema } from '../../openapi/json-schema.ts';

type Variable = { readonly variable: string };
export type Value = string | number | boolean | null | Variable | Value[] | { [name: string]: Value };
export type ClientCall = {
  /** `recurringPayment` and `chargePeriod`, as the clients name it. */
  group: string;
  name: string;
  method: string;
  /** Texts of the path, and the variables between them. */
  path: (string | Variable)[];
  query: Readonly<Record<string, string | number>>;
  body?: Record<string, Value>;
};
export type OperationSchema = JsonSchema & {
  operationId: string;
  tags: [string];
  summary: string;
  description: string;
  parameters: JsonSchema[];
  requestBody?: {
    content: { 'application/json': { schema: JsonSchema; example?: Record<string, Value> } };
  };
  responses: Record<string, JsonSchema>;
};

/** What a list asks for in its example. */
const QUERIES: Readonly<Record<string, Record<string, string | number>>> = {
  cardQuery: { bin: '460345' },
  eventList: { order: 'oldest' },
  installmentOffers: { amount: 1000 },
  paymentList: { by: 'paidAt', startDate: '2026-11-20', endDate: '2026-11-20' },
  paymentOrder: { orderNumber: 'ORDER-1' },
  paymentStatistics: { startDate: '2026-11-01', endDate: '2026-11-30' },
  refundList: { by: 'completedAt', startDate: '2026-11-20', endDate: '2026-11-20' },
  refundStatistics: { by: 'completedAt', startDate: '2026-11-20', endDate: '2026-11-20' },
};
/** The variable behind the beginning of a path. */
const IN_PATH: readonly [path: RegExp, variable: string][] = [
  [/^\/api\/payment\/hostedpage\/$/, 'token'],
  [/^\/api\/payment\/$/, 'paymentReferenceNumber'],
  [/^\/api\/card\/$/, 'cardStorageId'],
  [/^\/api\/(\w+)\/$/, ''],
];
/** What has no object of its own. */
const WRITTEN: Readonly<Record<string, string>> = { n: '1', bin: '46034500' };
/** The fields of bodies that name other objects, and their variables. */
const IN_BODY: Readonly<Record<string, string>> = {
  customerId: 'customerId',
  cardStorageId: 'cardStorageId',
  transactionId: 'paymentReferenceNumber',
  webhookId: 'webhookId',
};

export function callOf(method: string, path: string, operation: OperationSchema): ClientCall {
  const { operationId, tags, requestBody } = operation;
  const { example } = requestBody?.content['application/json'] ?? {};
  return {
    ...callName(operationId, tags[0]),
    method: method.toUpperCase(),
    path: pathOf(path),
    query: QUERIES[operationId] ?? {},
    ...(example && { body: withVariables(example) }),
  };
}

function pathOf(path: string): (string | Variable)[] {
  const [before = '', name, ...after] = path.split(/\{(\w+)\}/);
  if (name === undefined) return [before];
  const end = after.map((part) => WRITTEN[part] ?? part).join('');
  if (WRITTEN[name] !== undefined) return [`${before}${WRITTEN[name]}${end}`];
  const [pattern = / /, known = ''] = IN_PATH.find(([one]) => one.test(before)) ?? [];
  const noun = pattern.exec(before)?.[1] ?? '';
  const variable = known || `${withFirst(noun, 'toLowerCase')}Id`;
  return [before, { variable }, ...(end === '' ? [] : [end])];
}

const withVariables = (body: Record<string, Value>): Record<string, Value> =>
  Object.fromEntries(
    Object.entries(body).map(([name, value]) => {
      const variable = IN_BODY[name];
      return [name, variable === undefined ? value : { variable }];
    }),
  );

/** With its question mark; empty without a query. */
export function queryText({ query }: Pick<ClientCall, 'query'>): string {
  const texts = Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]);
  const asked = new URLSearchParams(texts).toString();
  return asked === '' ? '' : `?${asked}`;
}

export const isVariable = (value: Value): value is Variable =>
  typeof value === 'object' && value !== null && 'variable' in value;
/** The notation of a language for values within values. */
export type Notation = {
  list: [open: string, close: string];
  object: [open: string, close: string];
  member(name: string, value: string): string;
  scalar(value: string | number | boolean | null): string;
  variable(name: string): string;
};

const WIDTH = 76;

/** On one line if it fits, otherwise one line for each member. */
export function write(value: Value, notation: Notation, indent = ''): string {
  if (isVariable(value)) return notation.variable(value.variable);
  if (typeof value !== 'object' || value === null) return notation.scalar(value);
  const isList = Array.isArray(value);
  const [open, close] = isList ? notation.list : notation.object;
  const members = (deeper: string) =>
    isList
      ? value.map((one) => write(one, notation, deeper))
      : Object.entries(value).map(([name, one]) => notation.member(name, write(one, notation, deeper)));
  const blank = isList || open === '[' ? '' : ' ';
  const flat = `${open}${blank}${members('').join(', ')}${blank}${close}`;
  if (indent.length + flat.length <= WIDTH && !flat.includes('\n')) return flat;
  const deeper = `${indent}  `;
  return `${open}\n${members(deeper)
    .map((one) => deeper + one)
    .join(',\n')}\n${indent}${close}`;
}
