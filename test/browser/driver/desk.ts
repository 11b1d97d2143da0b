// People at the desk with a real browser at the console of the local service.
import type { BrowserContextOptions, Page } from 'playwright-core';
import type { Role } from '#domain/person.ts';
import type { LocalOptions } from '../../../lib/local/local-options.ts';
import { newIds } from '../../../lib/operator/new-ids.ts';
import { addPerson, signInLink } from '../../../lib/operator/people.ts';
import { checkBooksAtEnd } from '../../drivers/books.ts';
import { recurringPaymentDriver } from '../../drivers/recurring-payment-driver.ts';
import { refundDriver } from '../../drivers/refund-driver.ts';
import { startHarness } from '../../harness/harness.ts';
import { startBrowser } from './browser.ts';

const NAMES: Record<Role, string> = {
  viewer: 'Can Ak',
  support: 'Ece Demir',
  finance: 'Deniz Kaya',
  owner: 'Ayşe Yılmaz',
};

/** Runs for one test file: a service with one merchant, and a browser. */
export async function startDesk(options: Partial<LocalOptions> = {}) {
  const harness = await startHarness(options);
  checkBooksAtEnd(harness);
  const { newPage, newContext } = startBrowser();
  const { merchantId, apiKey } = harness.merchant;
  const { baseUrl } = harness.service;
  let people = 0;

  const addOne = async (role: Role, name = NAMES[role]) => {
    people += 1;
    const now = harness.now();
    const person = { name, email: `kisi${people}@shop.example`, role };
    return await addPerson(merchantId, person, newIds(now).personId, now);
  };

  return {
    ...harness,
    newPage,
    newContext,
    baseUrl,
    addOne,
    linkFor: async (personId: string) => (await signInLink(merchantId, personId, harness.now())).signIn,
    refunds: refundDriver(harness),
    charges: recurringPaymentDriver(harness, apiKey),
    /** A page of the console, signed in. */
    async open(role: Role, view = '', options: BrowserContextOptions = {}): Promise<Page> {
      const { signIn } = await addOne(role);
      const context = await newContext({
        locale: 'tr-TR',
        viewport: { width: 1440, height: 900 },
        ...options,
      });
      const page = await context.newPage();
      await page.goto(signIn);
      await page.locator('header').waitFor();
      if (view !== '') await page.goto(`${baseUrl}/console/${view}`);
      await page.locator('main:not([aria-busy=true], :has([aria-busy=true])) h1').waitFor();
      return page;
    },
  };
}
