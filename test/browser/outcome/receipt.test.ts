import { expect, it } from 'vitest';
import { BUYER_VIEWS } from '../../page/buyer-views.ts';
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
