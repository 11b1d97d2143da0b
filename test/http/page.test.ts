import { expect, it } from 'vitest';
import { REJECTIONS } from '#domain/rejection-table.ts';
import { RIGHT_CODE } from '../drivers/buyer.ts';
import { secureOrders } from '../endpoints/hosted-page/three-d/secure-orders.ts';
import { startHarness } from '../harness/harness.ts';

const harness = await startHarness();
const { buyer, http, createPage } = harness;

it('redirects and the answer to the bank’s server have the transport headers of pages', async () => {
  const redirect = await buyer.submit(await buyer.open((await createPage()).hostedPageUrl));
  expect(redirect.status).toBe(303);
  const { openPage, submit } = await secureOrders(harness);
  const { form } = await openPage();
  const back = await buyer.verify(await submit(form), RIGHT_CODE);
  const callback = await http({
    method: 'POST',
    path: `${form.path}/3d/callback`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(back.form?.hidden).toString(),
  });
  expect(callback.text).toBe('Approved');
  for (const { headers } of [redirect, callback, form])
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'strict-transport-security': 'max-age=63072000; includeSubDomains',
      'x-content-type-options': 'nosniff',
    });
});

it('a page refuses with the statuses of the table', async () => {
  const unknown = await buyer.open(`/iframe/HST-${'A'.repeat(43)}`);
  expect(unknown.status).toBe(REJECTIONS.HOSTED_PAGE_NOT_FOUND.status);
  const { hostedPageUrl } = await createPage();
  const large = await http({
    method: 'POST',
    path: new URL(hostedPageUrl).pathname,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'a'.repeat(65 * 1024),
  });
  expect(large.status).toBe(REJECTIONS.BODY_TOO_LARGE.status);
});
