// The funnel of GET /api/payment/statistics: what pages tell of buyers who left, and what payments tell of
// those who sent the form (payments.md 9).
import { describe, expect, it } from 'vitest';
import { CANCEL, WRONG_CODE } from '../../drivers/buyer.ts';
import { CARDS, DAY, HOUR, type OpenPage, startHarness } from '../../harness/harness.ts';
import { everyRow } from '../../store/every-row.ts';

const harness = await startHarness({ events: true });
const { api, buyer, createPage, moveBy, moveTo, service } = harness;

type Steps = Record<string, number>;
type Funnel = Steps & {
  byVariant: ({ variant: string | null } & Steps)[];
  byCard: ({ card: string } & Steps)[];
};
const funnel = async (key: string, query = ''): Promise<Funnel> => {
  await moveBy(0);
  const answer = await api<{ funnel: Funnel }>('GET', `/api/payment/statistics${query}`, { key });
  return answer.json.data.funnel;
};
const stepsOf = ({ byVariant: _, byCard: __, ...steps }: Funnel): Steps => steps;
const NONE = {
  form: 0,
  firstKey: 0,
  left: 0,
  sending: 0,
  challenge: 0,
  challengeEnd: 0,
  declined: 0,
  paid: 0,
};

type Merchant = Parameters<typeof service.addMerchant>[0];
const merchantKey = async (settings: Merchant = { threeDSecure: 'never' }) =>
  (await service.addMerchant(settings)).apiKey;
const pathOf = ({ hostedPageUrl }: OpenPage) => new URL(hostedPageUrl).pathname;

/** As the form's script: `navigator.sendBeacon`. */
const leave = async (path: string, left = 'form', headers: Record<string, string> = {}) =>
  (
    await buyer.post(
      { form: { action: path, hidden: {} } } as Parameters<typeof buyer.post>[0],
      { left },
      { origin: 'null', ...headers },
    )
  ).status;
const pay = async (page: OpenPage, cardNumber: string = CARDS.approved) =>
  await buyer.submit(await buyer.open(page.hostedPageUrl), { cardNumber });

describe('the funnel of sales statistics', () => {
  it('a page that was opened by a program alone is not counted, one that was left is, once', async () => {
    const key = await merchantKey();
    const page = await createPage({}, { key });
    await buyer.open(page.hostedPageUrl);
    expect(stepsOf(await funnel(key))).toEqual(NONE);
    // A sweep writes rows of its own.
    await service.timeline.setRunning(false);
    const rows = (await everyRow()).length;
    const statuses = [];
    for (let times = 0; times < 12; times += 1) statuses.push(await leave(pathOf(page), 'firstKey'));
    expect(new Set(statuses)).toEqual(new Set([200]));
    await Promise.all(Array.from({ length: 10 }, () => leave(pathOf(page))));
    expect((await everyRow()).length).toBe(rows + 2);
    await service.timeline.setRunning(true);
    const typed = await createPage({}, { key });
    await Promise.all(Array.from({ length: 10 }, () => leave(pathOf(typed))));
    expect(stepsOf(await funnel(key))).toEqual({ ...NONE, form: 2, firstKey: 1, left: 2 });
  });

  it('a buyer who left and comes back has not left, also a day later', async () => {
    const key = await merchantKey();
    const [soon, later] = [
      await createPage({}, { key }),
      await createPage({ expiresInMinutes: 1440 }, { key }),
    ];
    await leave(pathOf(soon), 'firstKey');
    await leave(pathOf(later));
    await pay(soon);
    expect(stepsOf(await funnel(key))).toEqual({
      ...NONE,
      form: 2,
      firstKey: 1,
      left: 1,
      sending: 1,
      paid: 1,
    });
    await moveBy(23 * HOUR);
    await pay(later, CARDS.insufficientFunds);
    await leave(pathOf(later));
    const all = { ...NONE, form: 2, firstKey: 2, sending: 2, declined: 1, paid: 1 };
    expect(stepsOf(await funnel(key))).toEqual(all);
    await moveBy(DAY);
    await pay(await createPage({}, { key }));
    expect(stepsOf(await funnel(key))).toEqual({ ...all, form: 3, firstKey: 3, sending: 3, paid: 2 });
  });

  it('a second submit of a page counts as a submit, not as a page', async () => {
    const key = await merchantKey();
    const page = await createPage({}, { key });
    await pay(page, CARDS.insufficientFunds);
    await leave(pathOf(page));
    await pay(page);
    const { byVariant, byCard, ...steps } = await funnel(key);
    const all = { ...NONE, form: 1, firstKey: 1, sending: 2, declined: 1, paid: 1 };
    expect(steps).toEqual(all);
    expect(byVariant).toEqual([{ variant: null, ...all }]);
    const none = { sending: 1, challenge: 0, challengeEnd: 0, declined: 0, paid: 0 };
    expect(byCard).toEqual([
      { card: 'MASTERCARD', ...none, paid: 1 },
      { card: 'VISA', ...none, declined: 1 },
    ]);
  });

  it('a challenge ends by an answer of the issuer, not if it is given up or lapses', async () => {
    const key = await merchantKey({ threeDSecure: 'always' });
    const challenged = async (page: OpenPage) =>
      await buyer.post(await buyer.open(page.hostedPageUrl), {
        ...{ ownerName: 'Ayşe Yılmaz', cardNumber: CARDS.approved, expiry: '12/29', cvv: '123' },
      });
    const pages = [];
    for (let made = 0; made < 4; made += 1) pages.push(await createPage({}, { key }));
    const [refused, givenUp, lapsed, paid] = pages as [OpenPage, OpenPage, OpenPage, OpenPage];
    await buyer.post(await buyer.verify(await challenged(refused), WRONG_CODE), {});
    await buyer.post(await buyer.verify(await challenged(refused), CANCEL), {});
    await challenged(givenUp);
    await buyer.post(
      { form: { action: `${pathOf(givenUp)}/3d/cancel`, hidden: {} } } as Parameters<typeof buyer.post>[0],
      {},
    );
    await challenged(lapsed);
    await pay(paid);
    await moveBy(HOUR);
    expect(stepsOf(await funnel(key))).toEqual({
      ...NONE,
      form: 4,
      firstKey: 4,
      sending: 5,
      challenge: 5,
      challengeEnd: 3,
      declined: 4,
      paid: 1,
    });
  });

  it('pages count by their own word, from the twenty-first on as others; all can be paid', async () => {
    const key = await merchantKey();
    const variants = [];
    for (let word = 1; word <= 22; word += 1) {
      const page = await createPage({ variant: `v#${word}` }, { key });
      if (word < 20) continue;
      const shown = await api<{ variant: string }>('GET', `/api/payment/hostedpage/${page.token}`, { key });
      variants.push(shown.json.data.variant);
      await pay(page);
    }
    expect(variants).toEqual(['v#20', 'other', 'other']);
    const again = await createPage({ variant: 'v#7' }, { key });
    await leave(pathOf(again), 'firstKey');
    const { byVariant } = await funnel(key);
    expect(byVariant).toMatchObject([
      { variant: 'other', form: 2, paid: 2 },
      { variant: 'v#20', form: 1, paid: 1 },
      { variant: 'v#7', form: 1, left: 1, paid: 0 },
    ]);
    await moveBy(31 * DAY);
    const { token } = await createPage({ variant: 'v#22' }, { key });
    const next = await api<{ variant: string }>('GET', `/api/payment/hostedpage/${token}`, { key });
    expect(next.json.data.variant).toBe('v#22');
  });

  it('what no buyer of an open page can have sent is not counted', async () => {
    const key = await merchantKey();
    const off = await merchantKey({ threeDSecure: 'never', pageBeacon: false });
    const unasked = await createPage({}, { key: off });
    expect((await buyer.open(unasked.hostedPageUrl)).text).not.toMatch(/ data-left[ >]/);
    const asked = await createPage({}, { key });
    expect((await buyer.open(asked.hostedPageUrl)).text).toMatch(/ data-left[ >]/);
    await leave(pathOf(unasked));
    await leave(pathOf(asked), 'form', { origin: 'https://evil.example' });
    const paid = await createPage({}, { key });
    await pay(paid);
    await leave(pathOf(paid));
    const closed = await createPage({}, { key });
    await api('DELETE', `/api/payment/hostedpage/${closed.token}`, { key });
    await leave(pathOf(closed));
    expect(await leave(`/iframe/HST-${'A'.repeat(43)}`)).toBe(404);
    const one = { ...NONE, form: 1, firstKey: 1, sending: 1, paid: 1 };
    expect([stepsOf(await funnel(key)), stepsOf(await funnel(off))]).toEqual([one, NONE]);
  });

  it('each Istanbul day has its own, and charges of recurring payments are in none', async () => {
    await moveTo('2027-02-03T20:59:00Z');
    const key = await merchantKey();
    await leave(pathOf(await createPage({}, { key })));
    await moveTo('2027-02-03T21:01:00Z');
    await pay(await createPage({}, { key }));
    const day = async (date: string) => stepsOf(await funnel(key, `?startDate=${date}&endDate=${date}`));
    expect(await day('2027-02-03')).toEqual({ ...NONE, form: 1, left: 1 });
    expect(await day('2027-02-04')).toEqual({ ...NONE, form: 1, firstKey: 1, sending: 1, paid: 1 });
  });
});
