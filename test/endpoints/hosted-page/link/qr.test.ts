// The QR code of a page: its own address and nothing shorter, for its own merchant (hosted-page.md 14.6).
import { randomBytes } from 'node:crypto';
import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { expect, it } from 'vitest';
import { qrCode, qrSvg } from '#domain/qr-code.ts';
import { pageKey } from '#store/table/keys.ts';
import { table, tableName } from '#store/table/table.ts';
import { expectRejection } from '../../../drivers/rejection.ts';
import { DAY, type OpenPage, startHarness } from '../../../harness/harness.ts';

const { service, api, createPage, moveBy } = await startHarness();
const LINK = { expiresInMinutes: 129_600 };
const PATH = '/api/payment/hostedpage';
const qr = async (name: string, key?: string) =>
  await api('GET', `${PATH}/${name}/qr`, key === undefined ? {} : { key });
const shownFor = ({ id, hostedPageUrl }: OpenPage) => ({
  id,
  hostedPageUrl,
  svg: qrSvg(qrCode(hostedPageUrl)),
});

it('a link is told by its id, sixty days later too, and a page of a day by its token alone', async () => {
  const [link, page] = [await createPage(LINK), await createPage()];
  expect(link.hostedPageUrl.length).toBeLessThanOrEqual(100);
  expect((await qr(page.token)).json.data).toEqual(shownFor(page));
  const byId = await qr(page.id);
  expect([byId.status, byId.text]).toEqual([400, expect.stringContaining('`id` yerine `token`')]);
  for (const name of [link.id, link.token]) expect((await qr(name)).json.data).toEqual(shownFor(link));
  await service.timeline.setRunning(false);
  await moveBy(60 * DAY);
  expect((await qr(link.id)).json.data).toEqual(shownFor(link));
  await service.timeline.setRunning(true);
});

it('another merchant’s page does not exist, nor does one for a card or of an unknown name', async () => {
  const other = await service.addMerchant();
  const theirs = await createPage(LINK, { key: other.apiKey });
  const customer = (await api('POST', '/api/customer', { body: { fullName: 'Ayşe Yılmaz' } })).json.data;
  const card = await api('POST', `/api/customer/${String(customer['id'])}/addcardlink`);
  for (const name of [theirs.id, theirs.token, String(card.json.data['id']), '0123456789abcdef', 'x']) {
    expectRejection(await qr(name), { code: 'HOSTED_PAGE_NOT_FOUND' });
  }
});

it('a link whose key version is retired is told by its token alone', async () => {
  const link = await createPage(LINK);
  const Key = pageKey(link.id);
  const { Item } = await table.send(new GetCommand({ TableName: tableName(), Key }));
  await table.send(
    new PutCommand({ TableName: tableName(), Item: { ...Item, version: 2, sealedToken: randomBytes(75) } }),
  );
  expect([(await qr(link.id)).status, (await qr(link.token)).status]).toEqual([400, 200]);
});

it('a page that nobody can pay any more has none', async () => {
  const link = await createPage(LINK);
  await api('DELETE', `${PATH}/${link.id}`);
  const refused = await qr(link.id);
  expect([refused.status, refused.json.data]).toMatchObject([409, { state: 'Closed' }]);
});
