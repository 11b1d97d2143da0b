// The bank's gate and the issuer behind it behave in eight ways, and the challenge ends, here or elsewhere:
// the bank's step over the form always shows words and a way on.
import type { BrowserContextOptions, Page, Route } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { returnsWith } from '../../drivers/result.ts';
import { MINUTE } from '../../harness/harness.ts';
import { fillCard, statusOf } from '../driver/form-page.ts';
import { ANIMATED } from '../driver/page-faults.ts';
import { answerIssuer, startShopper, stepOf } from '../driver/shopper.ts';

const { order, newPage, moveBy, service } = await startShopper();

/** A bank's gate sends the browser on to the issuer. */
const HOPS = { gate: /est3Dgate$/, issuer: /est3Dgate\/acs$/ };
type Hop = keyof typeof HOPS;
async function waitsThenAnswers(route: Route, released: Promise<void>) {
  await released;
  await route.continue();
}
/** How a page of the bank answers; `released`: when the test lets it. */
const BEHAVIOURS = {
  'answers at once': (route) => route.continue(),
  'takes 3 s': waitsThenAnswers,
  'takes 9 s': waitsThenAnswers,
  'never answers': () => undefined,
  refuses: (route) => route.abort('connectionrefused'),
  'is blank': (route) => route.fulfill({ contentType: 'text/html', body: '' }),
  'may not be framed': async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, headers: { ...response.headers(), 'x-frame-options': 'DENY' } });
  },
  fails: (route) => route.fulfill({ status: 500, body: 'Internal Server Error' }),
} satisfies Record<string, (route: Route, released: Promise<void>) => unknown>;
type Behaviour = keyof typeof BEHAVIOURS;
const CASES = (Object.keys(HOPS) as Hop[]).flatMap((hop) =>
  (Object.keys(BEHAVIOURS) as Behaviour[]).map((behaviour) => [hop, behaviour] as const),
);

/** Presses the button of the form, with a page of the bank that behaves in this way. */
async function sendTo(
  behaviour: Behaviour,
  {
    hop = 'gate',
    isPaused = false,
    ...options
  }: BrowserContextOptions & { hop?: Hop; isPaused?: boolean } = {},
) {
  const { hostedPageUrl } = await order({ expiresInMinutes: 60 });
  const page = await newPage(options);
  await page.clock.install();
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(HOPS[hop], (route) => BEHAVIOURS[behaviour](route, released));
  await page.goto(hostedPageUrl);
  await fillCard(page);
  if (isPaused) await page.clock.pauseAt((await page.evaluate<number>('Date.now()')) + 1_000);
  const shown: string[] = [];
  page.on('framenavigated', (frame) => {
    if (frame.name() === 'bank' && frame.url() !== 'about:blank') shown.push(frame.url());
  });
  await page.locator('#pay').click();
  return { page, release, shown };
}

const DECORATION = 'getComputedStyle(document.querySelector("#challenge button")).textDecorationLine';
const wordsOf = (page: Page) => stepOf(page).locator('.says');
/** What changes by itself in the layer. */
const movementsIn = async (page: Page) => await stepOf(page).locator('body').evaluate(ANIMATED);
const wholeWindow = (page: Page) =>
  stepOf(page).getByRole('button', { name: 'Page not showing? Open it in the full window' });

/** Opens the bank's step in the whole window, and pays there. */
async function payInWholeWindow(page: Page, hop: Hop): Promise<void> {
  await page.unroute(HOPS[hop]);
  await wholeWindow(page).click();
  await page.locator('#code').fill('123456');
  await page.locator('button[value=approve]').click();
  await page.waitForURL(returnsWith('Successful'));
}

describe('the layer of the bank’s step', () => {
  it('the layer has words and movement before the service’s own page is in it', async () => {
    for (const reducedMotion of ['no-preference', 'reduce'] as const) {
      const { hostedPageUrl } = await order();
      const page = await newPage({ reducedMotion, colorScheme: 'dark' });
      await page.goto(hostedPageUrl);
      await fillCard(page);
      await page.route(hostedPageUrl, async (route) => {
        if (!route.request().isNavigationRequest()) await route.continue();
      });
      await page.locator('#pay').click();
      const layer = page.locator('dialog.bank');
      await layer.waitFor();
      const shown = await page.evaluate<string>(
        "getComputedStyle(document.querySelector('dialog'), '::before').content",
      );
      expect(shown).toBe('"Confirm with your bank"');
      // The sign in the button behind it turns.
      const turning = reducedMotion === 'reduce' ? [] : ['transform'];
      expect(await page.evaluate(ANIMATED)).toEqual(['opacity', ...turning]);
      await page.context().close();
    }
  });

  it.each(CASES)(
    'words, movement and a way on stand in the bank’s step while a page may come: its %s %s',
    async (hop, behaviour) => {
      const { page, release, shown } = await sendTo(behaviour, { hop, isPaused: true });
      const takes = /^takes/.test(behaviour);
      const waits = takes || behaviour === 'never answers';
      const pageCount = (hop === 'issuer' || behaviour === 'answers at once' ? 2 : 1) - (waits ? 1 : 0);
      await stepOf(page).locator('iframe[name=bank]').waitFor({ state: 'attached' });
      await expect.poll(() => shown.length).toBe(pageCount);
      if (pageCount > 0) {
        await page.frame('bank')?.waitForLoadState();
        await stepOf(page).locator('.at-bank').waitFor();
      }
      // Who asks, for what, and one way to give up.
      await stepOf(page).locator('h1').getByText('₺149.90').waitFor();
      expect(await stepOf(page).getByRole('button', { name: 'Cancel' }).count()).toBe(1);
      const words = pageCount > 0 ? 'Opening your bank’s page' : 'You may get a code';
      await wordsOf(page).getByText(words).waitFor();
      expect(await movementsIn(page)).toEqual(['transform']);
      expect(await wholeWindow(page).isVisible()).toBe(true);
      await page.clock.runFor(1_900);
      expect(await wordsOf(page).isVisible()).toBe(true);
      await page.clock.runFor(200);
      expect(await wordsOf(page).isVisible()).toBe(pageCount === 0);
      expect(await movementsIn(page)).toEqual(pageCount === 0 ? ['transform'] : []);
      if (behaviour === 'takes 3 s') {
        await page.clock.runFor(1_000);
        release();
        await stepOf(page).locator('.at-bank.opening').waitFor();
        await expect.poll(() => shown.length).toBe(2);
        await page.frame('bank')?.waitForLoadState();
        await wordsOf(page).getByText('Opening your bank’s page').waitFor();
        await page.clock.runFor(2_100);
        expect(await wordsOf(page).isVisible()).toBe(false);
      }
      await page.clock.runFor(5_900);
      if (pageCount === 0 && behaviour !== 'takes 3 s')
        await wordsOf(page).getByText('Your bank is slow to respond').waitFor();
      expect((await wholeWindow(page).boundingBox())?.height).toBeGreaterThanOrEqual(48);
      expect(await wholeWindow(page).evaluate(DECORATION)).toBe('none');
      // The form behind it does not speak of waiting while a code is typed.
      await page.clock.runFor(3_000);
      expect(await statusOf(page)).toBe('Processing your payment…');
      if (behaviour === 'takes 9 s') {
        release();
        await wordsOf(page).getByText('Opening your bank’s page').waitFor();
      }
      await page.clock.resume();
      if (takes || behaviour === 'answers at once') {
        await answerIssuer(page);
        await page.waitForURL(returnsWith('Successful'));
      } else await payInWholeWindow(page, hop);
      await page.context().close();
    },
  );

  it('who asks, and for what, stands there within 300 ms after the layer opens, before any page of the bank', async () => {
    const took: number[] = [];
    for (let round = 0; round < 3; round += 1) {
      const { hostedPageUrl } = await order();
      const page = await newPage();
      await page.route(HOPS.gate, BEHAVIOURS['never answers']);
      await page.goto(hostedPageUrl);
      await fillCard(page);
      const shown = page.evaluate<number>(`new Promise((resolve) => {
        let openedAt;
        const look = () => {
          const step = document.querySelector('dialog.bank iframe');
          if (step) openedAt ??= performance.now();
          const words = step?.contentDocument?.querySelectorAll('.holding h1, .holding .says') ?? [];
          if (words.length === 2) resolve(performance.now() - openedAt);
          else requestAnimationFrame(look);
        };
        look();
      })`);
      await page.locator('#pay').click();
      took.push(await shown);
      await stepOf(page).locator('h1').getByText('₺149.90').waitFor();
      await page.context().close();
    }
    // A busy machine only lengthens it.
    expect(Math.min(...took)).toBeLessThan(300);
  });

  it('the sign in the layer fades with reduced motion, and its words stand', async () => {
    const { page } = await sendTo('never answers', { reducedMotion: 'reduce' });
    await wordsOf(page).waitFor();
    expect(await movementsIn(page)).toEqual(['opacity']);
    await page.context().close();
  });
});

describe('the end of a challenge', () => {
  const isBack = async (page: Page, words: string) => {
    await page.locator('#notice:focus', { hasText: words }).waitFor();
    await page.locator('#status', { hasText: words }).waitFor({ state: 'attached' });
    expect(await page.locator('dialog').count()).toBe(0);
    expect(await page.locator('#cardNumber').inputValue()).not.toBe('');
  };

  it.each(['answers at once', 'never answers', 'refuses', 'is blank'] as const)(
    'the layer closes by itself at the end of the challenge, before the service has ended it: a gate that %s',
    async (behaviour) => {
      const { page } = await sendTo(behaviour);
      await stepOf(page).locator('#give-up').waitFor();
      await page.clock.fastForward(15 * MINUTE - 60_000);
      expect(await stepOf(page).locator('#give-up').isVisible()).toBe(true);
      // No sweep runs on the way.
      await service.timeline.setRunning(false);
      await moveBy(15 * MINUTE);
      await page.clock.fastForward(60_000);
      await isBack(page, '3\u2011D\u00a0Secure) was not completed');
      await service.timeline.setRunning(true);
      await page.unroute(HOPS.gate);
      await page.locator('#cvv').fill('000');
      await page.locator('#pay').click();
      await answerIssuer(page);
      await page.waitForURL(returnsWith('Successful'));
      await page.context().close();
    },
  );

  it('the layer closes within ten seconds if the challenge ends elsewhere', async () => {
    const { page } = await sendTo('never answers');
    await stepOf(page).locator('#give-up').waitFor();
    // The first question finds the challenge under way.
    const asked = page.waitForResponse(
      (answer) => answer.request().headers()['accept'] === 'application/json',
    );
    await page.clock.fastForward(10_000);
    await (await asked).finished();
    expect(await page.locator('dialog').count()).toBe(1);
    const tab = await newPage();
    await tab.goto(page.url());
    await tab.locator('#start-over button').click();
    await tab.locator('#notice').waitFor();
    await page.clock.fastForward(10_000);
    await isBack(page, 'You cancelled the verification');
    for (const one of [page, tab]) await one.context().close();
  });

  it('the layer stays while the form is on its way to the service', async () => {
    const { hostedPageUrl } = await order();
    const page = await newPage();
    await page.clock.install();
    await page.goto(hostedPageUrl);
    await fillCard(page);
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route(hostedPageUrl, async (route) => {
      if (route.request().isNavigationRequest()) await held;
      await route.continue();
    });
    await page.locator('#pay').click();
    await page.locator('dialog.bank').waitFor();
    const asked = page.waitForResponse((answer) => answer.request().method() === 'GET');
    await page.clock.fastForward(10_000);
    await (await asked).finished();
    expect(await page.locator('dialog').count()).toBe(1);
    release();
    await answerIssuer(page);
    await page.waitForURL(returnsWith('Successful'));
    await page.context().close();
  });
});
