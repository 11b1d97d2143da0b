import { expect, it } from 'vitest';
import { makeHostedPageToken } from '#domain/id.ts';
import { type HostedPage, orderAttemptId, stateOf } from '#domain/payment/hosted-page.ts';
import type { HostedPageState } from '#domain/payment/page-state.ts';
import { newPageToken, pageMark, tokenDigest } from '#domain/payment/page-token.ts';

const END = '2026-11-20T09:30:00.000Z';
const at = (offsetMs: number) => new Date(Date.parse(END) + offsetMs);
const page = (more: Partial<HostedPage>) => ({ state: 'Open', expiresAt: END, ...more }) as HostedPage;

it.each<[HostedPageState, Partial<HostedPage>, number]>([
  ['Open', {}, -1],
  ['Expired', {}, 0],
  ['Expired', {}, 1],
  ['Superseded', { supersededAt: END }, -1],
  ['Superseded', { supersededAt: END }, 1],
  ['Processing', { state: 'Processing' }, 1],
  ['Processing', { state: 'Processing', supersededAt: END }, 1],
  ['Paid', { state: 'Paid' }, 1],
  ['Paid', { state: 'Paid', supersededAt: END }, 1],
  ['Failed', { state: 'Failed' }, 1],
])('a hosted page is %s with %j at %d ms after its expiry', (state, more, offsetMs) =>
  expect(stateOf(page(more), at(offsetMs))).toBe(state),
);

it('each attempt of each order of each merchant has its own id at the bank, and always the same', () => {
  const of = (merchantId: string, orderNumber: string, attempt = 1) =>
    orderAttemptId({ merchantId, orderNumber }, attempt);
  const ids = [of('M', 'ORDER-1'), of('N', 'ORDER-1'), of('M', 'ORDER-2'), of('M', 'ORDER-1', 2)];
  expect(new Set(ids).size).toBe(4);
  expect(of('M', 'ORDER-1')).toBe(ids[0]);
});

it('no page has a mark of digits only, which a log would mask as a card number', () => {
  let next = 0;
  const counted = () => {
    const bytes = Buffer.alloc(32);
    bytes.writeUInt32BE(next);
    next += 1;
    return bytes;
  };
  const marks = Array.from({ length: 5_000 }, () => pageMark(tokenDigest(makeHostedPageToken(counted))));
  const isNumber = (mark: string) => /^\d+$/.test(mark);
  expect(marks.filter(isNumber).length).toBeGreaterThan(0);
  next = 0;
  const usable = Array.from({ length: 5_000 }, () => pageMark(tokenDigest(newPageToken(counted))));
  expect(usable.filter(isNumber)).toEqual([]);
  expect(new Set(usable).size).toBe(5_000);
});
