// The bank's step in a frame as high as the form, on a phone: the shop's page is scrolled to it.
import { expect, it } from 'vitest';
import { fillCard } from '../driver/form-page.ts';
import { startFramingShops } from '../driver/framing-shop.ts';
import { startShopper } from '../driver/shopper.ts';

const { service, createPage, newPage } = await startShopper();
const openShop = startFramingShops();
const merchant = await service.addMerchant({ threeDSecure: 'always', installments: [1, 2, 3, 6, 9, 12] });

/** The smallest and the largest; between them nothing is laid out in another way. */
const SCREENS = [
  [320, 740],
  [390, 844],
] as const;
const POSITIONS = [20, 100, 220, 380, 540, 680];
/** The part of the shop above the frame, which takes the height that the frame asks for. */
const SHOP = `<meta name="viewport" content="width=device-width">
  <style>iframe { width: 100%; border: 0 } body { padding-block: 200px 800px }</style>
  <h1>Shop</h1><p>Basket</p>
  <script>
    const hear = ({ height }) => { document.querySelector('iframe').style.height = height + 'px' };
  </script>`;

it.each(SCREENS.flatMap(([width, height]) => POSITIONS.map((wanted) => [width, height, wanted] as const)))(
  'on a phone of %i × %i the bank’s step is in view if the button was pressed %i pixels below the top',
  async (width, height, wanted) => {
    const shop = await openShop('127.0.0.1');
    const addresses = { successUrl: `${shop.origin}/success`, failUrl: `${shop.origin}/fail` };
    const { hostedPageUrl } = await createPage(addresses, { key: merchant.apiKey });
    shop.show(hostedPageUrl, SHOP);
    const page = await newPage({ viewport: { width, height } });
    await page.goto(shop.origin);
    const form = page.frameLocator('iframe');
    await fillCard(form);
    const topOf = async () => (await form.locator('#pay').boundingBox())?.y ?? Number.NaN;
    await page.evaluate(`scrollBy(0, ${(await topOf()) - wanted})`);
    expect(Math.abs((await topOf()) - wanted)).toBeLessThan(1);
    // A click by Playwright would bring the button into the middle of the screen first.
    await page.mouse.click(width / 2, wanted + 10);
    const step = form.frameLocator('dialog.bank iframe');
    const code = step.frameLocator('iframe[name=bank]').locator('#code');
    await code.waitFor();
    for (const part of [step.locator('h1'), step.locator('#challenge button'), code]) {
      const box = await part.boundingBox();
      expect(box?.y).toBeGreaterThanOrEqual(0);
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(height);
    }
    await page.context().close();
  },
);
