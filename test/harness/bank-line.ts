// Simulates network faults of banks: calls to a host are refused, or hang until they are released.
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { ClientRequest, ServerResponse } from 'node:http';
import { afterAll } from 'vitest';
import { createLocalMerchant, type LocalMerchantOptions } from '../../lib/local/local-merchant.ts';
import type { Harness } from './harness.ts';

type Trouble = { kind: 'refuses' } | { kind: 'hangs'; until: Promise<void> };

type BankLines = {
  /** All calls to the host are refused until `mend`. */
  refuse(host: string): void;
  /** All calls to the host hang; the returned function breaks them and makes the host refuse calls. */
  hang(host: string): () => void;
  mend(host: string): void;
  /** The number of calls to the host since the last call of this function. */
  calls(host: string): number;
};

/** Must be called once in a test file; it ends after the file's last test. */
export function openBankLines(): BankLines {
  const troubles = new Map<string, Trouble>();
  const counts = new Map<string, number>();
  const onRequest = (message: unknown) => {
    const { request } = message as { request: ClientRequest };
    if (!request.path.startsWith('/fim/api')) return;
    const host = String(request.getHeader('host'));
    counts.set(host, (counts.get(host) ?? 0) + 1);
    const trouble = troubles.get(host);
    if (trouble === undefined) return;
    const refuse = () => request.destroy(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }));
    if (trouble.kind === 'refuses') refuse();
    else {
      request.end = () => request;
      void trouble.until.then(refuse);
    }
  };
  subscribe('http.client.request.created', onRequest);
  afterAll(() => void unsubscribe('http.client.request.created', onRequest));
  return {
    refuse: (host) => void troubles.set(host, { kind: 'refuses' }),
    hang(host) {
      const { promise: until, resolve } = Promise.withResolvers<void>();
      troubles.set(host, { kind: 'hangs', until });
      return () => {
        troubles.set(host, { kind: 'refuses' });
        resolve();
      };
    },
    mend: (host) => void troubles.delete(host),
    calls(host) {
      const count = counts.get(host) ?? 0;
      counts.delete(host);
      return count;
    },
  };
}

/**
 * From now on the bank's answers about this order are larger than any that is read, as one with thousands of
 * refunds is. Ends after the file's last test.
 */
export function makeHistoryHuge(bankOrderId: string): void {
  const padding = ' '.repeat(300_000);
  const onRequest = (message: unknown) => {
    const { response } = message as { response: ServerResponse };
    const end = response.end.bind(response) as (body?: unknown) => ServerResponse;
    const isAbout = (body: unknown) => {
      const text = String(body);
      return text.includes('</CC5Response>') && text.includes(bankOrderId) && text.includes('<TRXCOUNT>');
    };
    const padded = (body?: unknown) => end(isAbout(body) ? `${String(body)}${padding}` : body);
    Object.assign(response, { end: padded });
  };
  subscribe('http.server.request.start', onRequest);
  afterAll(() => void unsubscribe('http.server.request.start', onRequest));
}

/** The host of the bank of all merchants of the harness. */
export const ownBank = ({ service }: Harness): string => new URL(service.baseUrl).host;

/** A merchant at another bank, which is the same simulated one under another host. */
export async function merchantAtOtherBank({ service }: Harness, more: LocalMerchantOptions = {}) {
  const host = `127.0.0.1:${new URL(service.baseUrl).port}`;
  const options = { threeDSecure: 'never', name: 'Öteki Dükkân', ...more } as const;
  const merchant = await createLocalMerchant(
    service.bank,
    `http://${host}/fim`,
    service.clock.now(),
    options,
  );
  return { ...merchant, host };
}
