// A buyer asks for more time: only an open page is extended, and no money moves.
import { describe, expect, it } from 'vitest';
import { checkBooksAtEnd } from '../../drivers/books.ts';
import { statusIn } from '../../drivers/result.ts';
import { DAY, MINUTE, startHarness } from '../../harness/harness.ts';

const harness = await startHarness();
checkBooksAtEnd(harness);
const { api, buyer, createPage, moveBy, service } = harness;
const { apiKey: key } = await service.addMerchant({ threeDSecure: 'never' });

const open = async (more: Record<string, unknown> = {}) => await createPage(more, { key });
const shown = async (token: string) =>
  (await api<{ state: string; expiresAt: string }>('GET', `/api/payment/hostedpage/${token}`, { key })).json
    .data;
const extend = async (
  url: string,
  entry: Record<string, string> = {},
  headers: Record<string, string> = {},
) => {
  const form = await buyer.open(url);
  const action = new URL(url).pathname;
  return await buyer.post({ ...form, form: { action, hidden: {} } }, { extend: 'yes', ...entry }, headers);
};

describe('more time on a hosted page', () => {
  it('a buyer who extended the deadline pays after the first one', async () => {
    const { hostedPageUrl, token } = await open({ expiresInMinutes: 5 });
    await moveBy(4 * MINUTE);
    const before = await shown(token);
    const again = await extend(hostedPageUrl, {
      ownerName: 'Ayşe Yılmaz',
      expiry: '12/30',
      cardNumber: '5528 7900',
    });
    expect(again.status).toBe(200);
    expect(again.text).toContain('value="Ayşe Yılmaz"');
    expect(again.text).toContain('value="12/30"');
    expect(again.text).not.toMatch(/5528 ?7900/);
    const { expiresAt } = await shown(token);
    const added = Date.parse(expiresAt) - Date.parse(before.expiresAt);
    expect(added).toBe(3.5 * MINUTE);
    await moveBy(4 * MINUTE);
    expect(statusIn((await buyer.submit(again)).location)).toBe('Successful');
    const paid = await extend(hostedPageUrl);
    expect(paid.text).toContain('data-state="paid"');
  });

  it('an expired, a closed and a superseded page are not extended', async () => {
    const expired = await open({ expiresInMinutes: 5 });
    await moveBy(6 * MINUTE);
    expect((await extend(expired.hostedPageUrl)).status).toBe(410);
    const closed = await open();
    await api('DELETE', `/api/payment/hostedpage/${closed.token}`, { key });
    const older = await open({ orderNumber: 'UZATMA-1' });
    await open({ orderNumber: 'UZATMA-1' });
    for (const [{ hostedPageUrl, token }, state] of [
      [expired, 'Expired'],
      [closed, 'Closed'],
      [older, 'Superseded'],
    ] as const) {
      const before = await shown(token);
      expect((await extend(hostedPageUrl)).status).toBe(410);
      expect(await shown(token)).toEqual(before);
      expect(before.state).toBe(state);
    }
  });

  it('a page of five minutes lives for forty at most, and two requests at once count once', async () => {
    const { hostedPageUrl, token } = await open({ expiresInMinutes: 5 });
    const first = Date.parse((await shown(token)).expiresAt);
    await Promise.all([extend(hostedPageUrl), extend(hostedPageUrl)]);
    for (let time = 1; time < 12; time += 1) await extend(hostedPageUrl);
    expect(Date.parse((await shown(token)).expiresAt) - first).toBe(35 * MINUTE);
    expect((await buyer.open(hostedPageUrl)).text).not.toMatch(/ data-can-extend\s/);
    await moveBy(41 * MINUTE);
    expect((await extend(hostedPageUrl)).status).toBe(410);
  });

  it('no page is extended beyond a day after its creation, and another site cannot extend one', async () => {
    const { hostedPageUrl, token } = await open({ expiresInMinutes: 1440 });
    const { expiresAt } = await shown(token);
    await moveBy(DAY - 5 * MINUTE);
    expect((await extend(hostedPageUrl)).text).not.toMatch(/ data-can-extend\s/);
    expect((await shown(token)).expiresAt).toBe(expiresAt);
    const other = await open({ expiresInMinutes: 5 });
    const before = await shown(other.token);
    await extend(other.hostedPageUrl, {}, { origin: 'https://evil.example' });
    expect(await shown(other.token)).toEqual(before);
  });

  it('an extension and a newer page at the same moment leave the older page superseded', async () => {
    const orderNumber = 'UZATMA-2';
    const { hostedPageUrl, token } = await open({ orderNumber, expiresInMinutes: 5 });
    await Promise.all([extend(hostedPageUrl), open({ orderNumber }), extend(hostedPageUrl)]);
    expect((await shown(token)).state).toBe('Superseded');
  });
});
