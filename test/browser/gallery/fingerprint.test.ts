// A fingerprint shows what a person would notice, and not the noise between two renderings.
import { beforeAll, describe, expect, it } from 'vitest';
import { render } from '#page/html.ts';
import { BUYER_VIEWS } from '../../page/buyer-views.ts';
import { startBrowserAndPageServer } from '../driver/browser.ts';
import { fingerprintOf, isAlike } from './fingerprint.ts';
import { type Pixels, pixelsOf } from './pixels.ts';

const { newPage, server } = startBrowserAndPageServer({ withPolicy: false });
const PHONE = { width: 390, height: 700 };
const DESKTOP = { width: 1280, height: 800 };

const form = (): string => {
  const page = BUYER_VIEWS['saved-cards']?.show('en');
  if (page === undefined || typeof page === 'string') throw new Error('a page of ours was expected');
  return render(page);
};
const styled = (style: string) => form().replace('</style>', `${style}</style>`);

async function pictureOf(html: string, viewport = PHONE): Promise<Pixels> {
  server().pages.set('/form', html);
  const page = await newPage({ viewport, reducedMotion: 'reduce' });
  await page.goto(`${server().address}/form`);
  const picture = pixelsOf(await page.screenshot({ fullPage: true, caret: 'hide', animations: 'disabled' }));
  await page.context().close();
  return picture;
}

describe.each([
  ['phone', PHONE],
  ['desktop', DESKTOP],
])('the form on a %s', (_, viewport) => {
  let before: Pixels;
  beforeAll(async () => {
    before = await pictureOf(form(), viewport);
  });
  const isSeen = async (html: string) =>
    !isAlike(fingerprintOf(before), fingerprintOf(await pictureOf(html, viewport)));

  it.each([
    ['a button in a slightly other blue', styled('.button{background:#3355c6!important}')],
    ['small text in a lighter grey', styled('p{color:#888!important}')],
    ['a title two pixels lower', styled('h1{position:relative;top:2px}')],
    ['a page one pixel longer', styled('html{padding-bottom:1px}')],
    ['square corners of button and fields', styled('.button,input{border-radius:0!important}')],
    ['a button without its lock', styled('.button svg{visibility:hidden}')],
    ['another word', form().replace('Your saved cards<', 'Your stored cards<')],
  ])('%s is noticed', async (_change, html) => {
    expect(html).not.toBe(form());
    expect(await isSeen(html)).toBe(true);
  });

  it('a second rendering is alike', async () => {
    expect(await isSeen(form())).toBe(false);
  });

  it.each([
    ['one level in every pixel', 1, 1],
    ['forty levels in every fiftieth channel', 50, 40],
  ])('noise of %s is alike', (_noise, each, levels) => {
    const shifted = (level: number, at: number) =>
      at % each === 0 ? level + (level < 128 ? levels : -levels) : level;
    const noisy = { ...before, bytes: Buffer.from(before.bytes.map(shifted)) };
    expect(isAlike(fingerprintOf(before), fingerprintOf(noisy))).toBe(true);
  });
});
