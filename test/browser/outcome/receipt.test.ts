import { expect, it } from 'vitest';
import { paid } from '#page/outcome/outcome.ts';
import { BUYER_VIEWS, FACE } from '../../page/buyer-views.ts';
import { NONCE, receiptView } from '../../page/every-page.ts';
import { startBrowserAndPageServer } from '../driver/browser.ts';

const { newPage, server } = startBrowserAndPageServer();
const A4 = { width: 794, height: 1123 };

it('a receipt is printed from the top of the sheet, without parts for the screen only', async () => {
  server().pages.set('/receipt', BUYER_VIEWS['paid']?.show('tr') ?? '');
  const page = await newPage({ viewport: A4 });
  await page.goto(`${server().address}/receipt`);
  const shown = (text: string) => page.getByText(text, { exact: text === 'Kart' }).isVisible();
  const screenOnly = ['Bu sayfayı yazdırabilir veya kapatabilirsiniz.', 'Mağazaya dön'];
  for (const text of screenOnly) expect(await shown(text), text).toBe(true);
  await page.emulateMedia({ media: 'print' });
  for (const text of screenOnly) expect(await shown(text), text).toBe(false);
  const kept = ['Ödemeniz alındı', '1.234,50 ₺', 'Sipariş no', 'Kart', 'İşlem zamanı', 'Ödeme referansı'];
  for (const text of [...kept, 'destek@kahve.example']) expect(await shown(text), text).toBe(true);
  const top = await page.locator('.outcome > div').evaluate((card) => card.getBoundingClientRect().top);
  expect(top).toBeLessThan(50);
});

it('a reference is its last eight characters beside the button that copies it, and whole on paper', async () => {
  server().pages.set('/receipt', BUYER_VIEWS['paid']?.show('tr') ?? '');
  const page = await newPage({ viewport: { width: 320, height: 640 } });
  await page.goto(`${server().address}/receipt`);
  const [copy, reference] = [page.locator('#copy'), page.locator('#reference')];
  const groups = reference.locator('span');
  const widthsOf = async () =>
    await groups.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().width > 9));
  expect(await widthsOf()).toEqual([...Array((await groups.count()) - 2).fill(false), true, true]);
  const middles = await Promise.all(
    [groups.nth(-2), groups.nth(-1), copy].map(async (one) => {
      const { y = 0, height = 0 } = (await one.boundingBox()) ?? {};
      return Math.round((y + height / 2) / 8);
    }),
  );
  expect(new Set(middles).size).toBe(1);
  await page.emulateMedia({ media: 'print' });
  expect(await widthsOf()).not.toContain(false);
});

it.each([
  ['a4', 'tr'],
  ['letter', 'en'],
] as const)(
  'a receipt of 20 lines is printed on one page with all of them (%s)',
  async (format, language) => {
    const products = Array.from({ length: 20 }, (_, at) => ({
      id: `${at}`,
      name: `Etiyopya Yirgacheffe, 250 g, ${at + 1}`,
      amountMinor: 42_500,
      quantity: 2,
    }));
    const receipt = {
      ...receiptView('SIPARIS-1042'),
      products,
      shippingMinor: 4_990,
      authorizationCode: 'P48213',
    };
    const shown = { language, cspNonce: NONCE, merchantName: 'Kahve Dükkânı', face: FACE } as const;
    server().pages.set('/long', paid({ ...shown, receipt, returnUrl: 'https://shop.example/' }));
    const page = await newPage({ viewport: { width: 390, height: 844 } });
    await page.goto(`${server().address}/long`);
    const last = page.getByText(`${products.at(-1)?.name}`);
    expect(await last.isVisible()).toBe(false);
    await page.emulateMedia({ media: 'print' });
    expect(await last.isVisible()).toBe(true);
    expect(await page.locator('summary').isVisible()).toBe(false);
    const pdf = (await page.pdf({ format, margin: { top: '1cm', bottom: '1cm' } })).toString('latin1');
    expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
  },
);
