import { expect, it } from 'vitest';
import { type HostedPage, type HostedPageState, stateOf } from '#domain/payment/hosted-page.ts';

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
