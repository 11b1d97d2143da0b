// The pictures of the console in docs/screenshots: UPDATE_DOCS=1 takes them.
import { it } from 'vitest';
import { DAY, HOUR } from '../../harness/harness.ts';
import { startDesk } from '../driver/desk.ts';

const isWanted = process.env['UPDATE_DOCS'] !== undefined;
const desk = isWanted ? await startDesk({ events: true }) : undefined;
const FOLDER = new URL('../../../docs/screenshots/', import.meta.url).pathname;

it.runIf(isWanted)('the pictures show a shop after a week', async () => {
  if (desk === undefined) return;
  const { payOrder, moveBy, refunds, charges, service, open } = desk;
  for (let day = 0; day < 8; day += 1) {
    for (let order = 0; order < 3 + ((day * 7) % 4); order += 1)
      await payOrder({ amount: 189 + ((day * 97 + order * 53) % 600), orderNumber: `KD-10${day}${order}` });
    if (day < 7) await moveBy(DAY);
  }
  await charges.create({ frequency: 'monthly', subscriptionName: 'Aylık kahve kutusu' });
  await charges.create({ frequency: 'daily', maxRetryAttempts: 0, subscriptionName: 'Günlük espresso' });
  service.bank.script(['approve', 'decline:51']);
  await moveBy(DAY + HOUR);
  for (let order = 0; order < 4; order += 1)
    await payOrder({ amount: 249.9 + order * 130, orderNumber: `KD-109${order}` });
  const sold = await refunds.pay({ amountMinor: 149_990, orderNumber: 'KD-1095' });
  const { refundId } = (await refunds.request(sold, 250, { reason: 'Eksik parça' })).json.data;
  await refunds.approve(refundId);
  await refunds.request(sold, 120, { reason: 'Ürün hasarlı geldi' });
  const other = await refunds.pay({ amountMinor: 73_145, orderNumber: 'KD-1096' });
  await refunds.request(other, 731.45, { reason: 'Müşteri vazgeçti' });

  const wide = await open('owner', '', { viewport: { width: 1280, height: 640 } });
  await wide.locator('.figure').first().waitFor();
  await wide.screenshot({ path: `${FOLDER}desk-today-tr-light.png` });
  await wide.goto(`${desk.baseUrl}/console/refunds`);
  await wide.getByRole('button', { name: 'Onayla' }).waitFor();
  await wide.keyboard.press('a');
  await wide.locator('.effect').getByText('Alıcı görür').waitFor();
  await wide.screenshot({ path: `${FOLDER}desk-refund-tr-light.png` });
  const phone = { viewport: { width: 390, height: 844 }, colorScheme: 'dark', locale: 'en-GB' } as const;
  for (const [name, view] of [
    ['order', 'order?orderNumber=KD-1095'],
    ['recurring', 'recurring'],
  ] as const) {
    const page = await open('support', view, phone);
    await page.waitForLoadState('networkidle');
    await page.screenshot({ path: `${FOLDER}desk-${name}-phone-en-dark.png` });
    await page.context().close();
  }
  await wide.context().close();
});
