// The card and customer calls with every fault of the table at every call: the request has happened once or
// not at all, and a repeat with the same Idempotency-Key completes it exactly once.
import { describe, expect, it } from 'vitest';
import { defined } from '#domain/defined.ts';
import { loadCard, loadSealedCard } from '#store/card/card.ts';
import { FAULTS, type Fault, startFaultyTable } from '../../harness/faulty-table.ts';
import { type ApiRequest, CARDS, startHarness } from '../../harness/harness.ts';
import { rounds } from '../../harness/thoroughness.ts';
import { customersOf } from '../customer/customers.ts';
import { cardBody, cardsOf } from './stored-cards.ts';

const faultyTable = await startFaultyTable();
const harness = await startHarness();
const { service, merchant, api, now } = harness;
const { merchantId } = merchant;
const { store, find, open } = cardsOf(harness);
const { create, list } = customersOf(harness);

/** The background loop of the service is stopped: it calls the table too and would be counted. */
await service.timeline.setRunning(false);

type Attempt = { method: string; path: string; body?: Record<string, unknown> };
let attempts = 0;

/** Sends the request while the table fails at the given call, and a second time if it failed. */
async function sendThrough({ method, path, body }: Attempt, call: number, fault: Fault) {
  attempts += 1;
  const headers = { 'idempotency-key': `attempt-${attempts}` };
  const request: ApiRequest = { headers, ...defined({ body }) };
  // Fills the authorizer's cache, so that its calls to the table are not counted.
  await api('GET', '/api/card/query?bin=000000');
  faultyTable.breakAt(call, fault);
  const broken = await api(method, path, request);
  const calls = faultyTable.mend();
  const answer = broken.status < 300 ? broken : await api(method, path, request);
  expect([answer.status < 300, answer.text]).toEqual([true, answer.text]);
  expect((await api(method, path, request)).text).toBe(answer.text);
  return { calls, data: answer.json.data };
}

/** Outside CI only every second call is faulted. */
const STEP = rounds(1, 2);

/**
 * Applies the fault to each call in turn, until the request makes fewer calls. `prepare` creates the subject
 * that `verify` checks.
 */
async function atEveryCall<Subject>(
  fault: Fault,
  prepare: () => Promise<{ subject: Subject; attempt: Attempt }>,
  verify: (subject: Subject, data: Record<string, unknown>) => Promise<void>,
): Promise<void> {
  let reached = true;
  let call = FAULTS.indexOf(fault) % STEP;
  for (; reached; call += STEP) {
    const { subject, attempt } = await prepare();
    const { calls, data } = await sendThrough(attempt, call + 1, fault);
    await verify(subject, data);
    reached = calls > call;
  }
  expect(call).toBeGreaterThan(2);
}

describe.each(FAULTS)('fault "%s" at any call to the table', (fault) => {
  it('a stored card exists once and can be opened', async () => {
    let count = 0;
    await atEveryCall(
      fault,
      async () => {
        const subject = `${fault} ${++count}`;
        const body = cardBody({ cardAlias: subject, cardNumber: CARDS.amex });
        return { subject, attempt: { method: 'POST', path: '/api/card', body } };
      },
      async (alias, data) => {
        const { items } = await find({ alias });
        expect(items).toEqual([data]);
        expect(await open(String(data['id']))).toMatchObject({ cardNumber: CARDS.amex });
      },
    );
  });

  it('a renewed card is renewed in both of its rows', async () => {
    await atEveryCall(
      fault,
      async () => {
        const { id } = await store({ expiryMonth: '11', expiryYear: '26' });
        const body = { expiryMonth: '12', expiryYear: '2031', cardAlias: 'Yenilendi' };
        return { subject: id, attempt: { method: 'PUT', path: `/api/card/${id}`, body } };
      },
      async (id) => {
        const { data } = (await api('GET', `/api/card/${id}`)).json;
        expect(data).toMatchObject({ cardAlias: 'Yenilendi', expiryStatus: 'NotExpired' });
        expect(await open(id)).toMatchObject({ expiryYear: '2031' });
      },
    );
  });

  it('a deleted card leaves no data', async () => {
    await atEveryCall(
      fault,
      async () => {
        const { id } = await store();
        return { subject: id, attempt: { method: 'DELETE', path: `/api/card/${id}` } };
      },
      async (id, data) => {
        expect(data).toEqual({ id, deleted: true });
        expect(await loadCard(merchantId, id, now())).toBeUndefined();
        expect(await loadSealedCard(merchantId, id)).toBeUndefined();
      },
    );
  });

  it('a customer is created once, updated once and deleted', async () => {
    let count = 0;
    await atEveryCall(
      fault,
      async () => {
        count += 1;
        const email = `${fault.replace(' ', '-')}-${count}@example.com`;
        const body = { fullName: 'Ayşe', email };
        return { subject: email, attempt: { method: 'POST', path: '/api/customer', body } };
      },
      async (email, data) => expect((await list({ email })).items).toEqual([data]),
    );
    await atEveryCall(
      fault,
      async () => {
        const { id } = await create();
        return {
          subject: id,
          attempt: { method: 'PUT', path: `/api/customer/${id}`, body: { isActive: false } },
        };
      },
      async (id, data) => expect((await api('GET', `/api/customer/${id}`)).json.data).toEqual(data),
    );
    await atEveryCall(
      fault,
      async () => {
        const { id } = await create();
        return { subject: id, attempt: { method: 'DELETE', path: `/api/customer/${id}` } };
      },
      async (id) => expect((await api('GET', `/api/customer/${id}`)).status).toBe(404),
    );
  });
});

describe('a lost answer of the table', () => {
  /** Reads come first, so that the last call is the write; it is sent twice. */
  const readsOf = (method: string, path: string) => {
    if (method === 'PUT') return 1;
    return method === 'DELETE' && path.includes('customer') ? 3 : 0;
  };
  it('a repeated write without an Idempotency-Key is recognised as our own', async () => {
    const [customer, erased, card, deleted] = [await create(), await create(), await store(), await store()];
    const attempts: Attempt[] = [
      { method: 'POST', path: '/api/customer', body: { fullName: 'Ayşe', email: 'bir@example.com' } },
      { method: 'PUT', path: `/api/customer/${customer.id}`, body: { fullName: 'Fatma' } },
      { method: 'DELETE', path: `/api/customer/${erased.id}` },
      { method: 'POST', path: '/api/card', body: cardBody({ cardAlias: 'Bir' }) },
      { method: 'PUT', path: `/api/card/${card.id}`, body: { cardAlias: 'İki' } },
      { method: 'DELETE', path: `/api/card/${deleted.id}` },
    ];
    for (const { method, path, body } of attempts) {
      const reads = readsOf(method, path);
      faultyTable.breakAt(reads + 1, 'lost answer');
      const answer = await api(method, path, body ? { body } : {});
      const calls = faultyTable.mend();
      expect([method, path, answer.status < 300, calls]).toEqual([method, path, true, reads + 2]);
    }
    expect((await list({ email: 'bir@example.com' })).items).toHaveLength(1);
    expect((await find({ alias: 'bir' })).items).toHaveLength(1);
  });
});
