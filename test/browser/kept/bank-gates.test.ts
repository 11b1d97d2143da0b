// The bank's gate behaves in five ways, and the challenge ends, here or elsewhere: the bank's step over the
// form always shows words and a way on.
import type { BrowserContextOptions, Page, Route } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { returnsWith } from '../../drivers/result.ts';
import { MINUTE } from '../../harness/harness.ts';
import { fillCard } from '../driver/form-page.ts';
import { ANIMATED } from '../driver/page-faults.ts';
import { answerIssuer, issuerOf, startShopper, stepOf } from '../driver/shopper.ts';

const { order, newPage, moveBy, service } = await startShopper();

const GATE = /est3Dgate$/;
const waitFor = async (ms: number) => await new Promise((resolve) => setTimeout(resolve, ms));

type Gate = (route: Route) => unknown;
const GATES = {
  'answers at once': (route) => route.continue(),
  'answers after 9 s': async (route) => {
    await waitFor(9_000);
    // The layer may have been closed in the meantime.
    await route.continue().catch(() => undefined);
  },
  'never answers': () => undefined,
  refuses: (route) => route.abort('connectionrefused'),
  'is blank': (route) => route.fulfill({ contentType: 'text/html', body: '' }),
} satisfies Record<string, Gate>;

/** Presses the button of the form, with a gate that behaves in this way. */
async function sendTo(gate: Gate, options: BrowserContextOptions = {}): Promise<Page> {
  const { hostedPageUrl } = await order({ expiresInMinutes: 60 });
  const page = await newPage(options);
  await page.clock.install();
  await page.route(GATE, gate);
  await page.goto(hostedPageUrl);
  await fillCard(page);
  await page.locator('#pay').click();
  return page;
}

const wordsOf = (page: Page) => stepOf(page).locator('.says', { hasText: 'You may get a code' });
/** The frame of the bank's page. */
const bankIn = (page: Page) => stepOf(page).locator('iframe[name=bank]');
/** What changes by itself in the layer. */
const movementsIn = async (page: Page) => await stepOf(page).locator('body').evaluate(ANIMATED);

/** After eight seconds words in the live region say that the bank is slow, above a real button. */
async function expectSlow(page: Page): Promise<void> {
  const step = stepOf(page);
  await page.clock.fastForward(3_000);
  await step.getByRole('status').getByText('Your bank is slow to respond').waitFor();
  const button = step.locator('#challenge button');
  expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(48);
  expect(
    await button.evaluate('getComputedStyle(document.querySelector("#challenge button")).textDecorationLine'),
  ).toBe('none');
  expect(await movementsIn(page)).toEqual(['transform']);
}

/** Opens the bank's step in the whole window, and pays there. */
async function payInWholeWindow(page: Page): Promise<void> {
  await page.unroute(GATE);
  await stepOf(page).getByRole('button', { name: 'Page not showing? Open it in the full window' }).click();
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

  it.each(['answers after 9 s', 'never answers'] as const)(
    'words and movement stand in the layer while the bank’s page is not there: a gate that %s',
    async (behaviour) => {
      const page = await sendTo(GATES[behaviour]);
      for (const ms of [0, 1_500, 4_000]) {
        await waitFor(ms);
        await wordsOf(page).waitFor();
        expect(await movementsIn(page)).toEqual(['transform']);
        expect(await bankIn(page).isVisible()).toBe(false);
      }
      await expectSlow(page);
      if (behaviour === 'answers after 9 s') {
        await answerIssuer(page);
        await page.waitForURL(returnsWith('Successful'));
      } else await payInWholeWindow(page);
      await page.context().close();
    },
  );

  it('the sign in the layer fades with reduced motion, and its words stand', async () => {
    const page = await sendTo(GATES['never answers'], { reducedMotion: 'reduce' });
    await wordsOf(page).waitFor();
    expect(await movementsIn(page)).toEqual(['opacity']);
    await page.context().close();
  });

  it('the words and the movement make room for the bank’s page', async () => {
    const page = await sendTo(GATES['answers at once']);
    await issuerOf(page).locator('#code').waitFor();
    await wordsOf(page).waitFor({ state: 'hidden' });
    expect(await movementsIn(page)).toEqual([]);
    await answerIssuer(page);
    await page.waitForURL(returnsWith('Successful'));
    await page.context().close();
  });

  it.each(['refuses', 'is blank'] as const)(
    'the layer asks whether the page is missing, and pays in the whole window: a gate that %s',
    async (behaviour) => {
      const page = await sendTo(GATES[behaviour]);
      await bankIn(page).waitFor();
      await stepOf(page).getByRole('heading', { name: 'Confirm with your bank' }).waitFor();
      await payInWholeWindow(page);
      await page.context().close();
    },
  );
});

describe('the end of a challenge', () => {
  const isBack = async (page: Page, words: string) => {
    await page.locator('#notice:focus', { hasText: words }).waitFor();
    await page.locator('#status', { hasText: words }).waitFor({ state: 'attached' });
    expect(await page.locator('dialog').count()).toBe(0);
    expect(await page.locator('#cardNumber').inputValue()).not.toBe('');
  };

  it.each(Object.entries(GATES))(
    'the layer closes by itself at the end of the challenge, before the service has ended it: a gate that %s',
    async (_, gate) => {
      const page = await sendTo(gate);
      await stepOf(page).locator('#give-up').waitFor();
      await page.clock.fastForward(15 * MINUTE - 60_000);
      expect(await stepOf(page).locator('#give-up').isVisible()).toBe(true);
      // No sweep runs on the way.
      await service.timeline.setRunning(false);
      await moveBy(15 * MINUTE);
      await page.clock.fastForward(60_000);
      await isBack(page, '3\u2011D\u00a0Secure) was not completed');
      await service.timeline.setRunning(true);
      await page.unroute(GATE);
      await page.locator('#cvv').fill('000');
      await page.locator('#pay').click();
      await answerIssuer(page);
      await page.waitForURL(returnsWith('Successful'));
      await page.context().close();
    },
  );

  it('the layer closes within ten seconds if the challenge ends elsewhere', async () => {
    const page = await sendTo(GATES['never answers']);
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
