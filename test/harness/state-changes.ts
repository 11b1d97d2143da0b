// Records the states of hosted pages, payments and refunds from the writes that the table accepted, so that
// no state is missed if one request passes several.
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { afterAll } from 'vitest';
import { type HostedPage, stateOf } from '#domain/payment/hosted-page.ts';

type Value = { S?: string };
type Write = {
  Item?: Record<string, Value>;
  Key?: Record<string, Value>;
  ExpressionAttributeValues?: Record<string, Value>;
};
type Body = Write & { TransactItems?: Record<string, Write>[] };
/** The attributes of a row that determine its state. */
type Row = { kind: string; status?: string; page: Partial<HostedPage>; last?: string };

const KINDS: Readonly<Record<string, string>> = { PAGE: 'hosted-page', PAYMENT: 'payment', REFUND: 'refund' };

/** Records until the test file ends. `now` is the service's clock, by which pages expire. */
export function recordStateChanges(now: () => Date) {
  const rows = new Map<string, Row>();
  const changes = new Map<string, Set<string>>();

  const look = (row: Row) => {
    const current = row.kind === 'hosted-page' ? stateOf(row.page as HostedPage, now()) : row.status;
    const before = row.last;
    if (current !== undefined) row.last = current;
    if (before === undefined || current === undefined || before === current) return;
    changes.set(row.kind, (changes.get(row.kind) ?? new Set()).add(`${before} to ${current}`));
  };
  const apply = ({ Item, Key = Item ?? {}, ExpressionAttributeValues: values = {} }: Write) => {
    const kind = KINDS[Key['sk']?.S ?? ''];
    const id = Key['pk']?.S ?? '';
    if (kind === undefined) return;
    const row = rows.get(id) ?? { kind, page: {} };
    if (row.last !== undefined) look(row);
    const given = (name: string) => (Item ? Item[name] : values[`:${name}`])?.S;
    const status = given('status');
    if (status !== undefined) row.status = status;
    for (const name of ['state', 'supersededAt', 'expiresAt'] as const) {
      const value = given(name);
      if (value !== undefined) Object.assign(row.page, { [name]: value });
    }
    rows.set(id, row);
    look(row);
  };

  const onRequest = (message: unknown) => {
    const { request } = message as { request: ClientRequest };
    onWrite(request, (body) => {
      request.once('response', ({ statusCode }: IncomingMessage) => {
        if (statusCode !== 200) return;
        const writes = body.TransactItems?.flatMap((one) => Object.values(one)) ?? [body];
        for (const write of writes) apply(write);
      });
    });
  };
  subscribe('http.client.request.created', onRequest);
  afterAll(() => void unsubscribe('http.client.request.created', onRequest));
  return {
    /** Returns `Open to Paid`, each different change once, sorted, including changes by time alone. */
    changes(kind: string): string[] {
      for (const row of rows.values()) look(row);
      return [...(changes.get(kind) ?? [])].sort();
    },
  };
}

const WRITES = /\.(?:PutItem|UpdateItem|TransactWriteItems)$/;

/** The SDK passes the whole body with the end of the request. */
function onWrite(request: ClientRequest, use: (body: Body) => void): void {
  const end = request.end.bind(request) as (...parts: unknown[]) => ClientRequest;
  request.end = ((...parts: unknown[]) => {
    const isWrite = WRITES.test(String(request.getHeader('x-amz-target') ?? ''));
    const [body] = parts;
    if (isWrite && (typeof body === 'string' || body instanceof Uint8Array)) {
      use(JSON.parse(Buffer.from(body).toString('utf8')) as Body);
    }
    return end(...parts);
  }) as typeof request.end;
}
