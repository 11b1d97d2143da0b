import { expect, it } from 'vitest';
import { returnUrl } from '#domain/payment/return-url.ts';

it.each([
  ['https://shop.example/s', 'https://shop.example/s?', ''],
  ['https://shop.example/s?a=1', 'https://shop.example/s?a=1&', ''],
  ['https://shop.example', 'https://shop.example?', ''],
  ['https://shop.example/?', 'https://shop.example/?', ''],
  ['https://shop.example/?a=1&', 'https://shop.example/?a=1&', ''],
  ['https://shop.example/?a=%C5%9F+b', 'https://shop.example/?a=%C5%9F+b&', ''],
  ['https://shop.example/#top', 'https://shop.example/?', '#top'],
  ['https://shop.example/?a=1#top?b=2', 'https://shop.example/?a=1&', '#top?b=2'],
  ['https://dükkân.example/ş', 'https://xn--dkkn-doa7m.example/%C5%9F?', ''],
])('the return address %s keeps its query and gets one parameter', (address, beginning, anchor) => {
  const url = returnUrl(address, 'head.payload.signature');
  expect(url).toBe(`${beginning}result=head.payload.signature${anchor}`);
  expect(url).toMatch(/^[\x21-\x7e]+$/);
});
