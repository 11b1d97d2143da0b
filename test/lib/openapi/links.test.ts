import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { OPENAPI_FILE } from '../../../lib/openapi/openapi.ts';

type Links = Record<string, { parameters: Record<string, string> }>;
type Operation = { operationId: string; responses: Record<string, { links?: Links }> };
const { paths } = JSON.parse(readFileSync(OPENAPI_FILE, 'utf8')) as {
  paths: Record<string, Record<string, Operation>>;
};

it('the links of each call that creates an object pass on its id, under the name that the next path has', () => {
  const created = Object.values(paths)
    .flatMap((methods) => Object.values(methods))
    .flatMap(({ operationId, responses }) => {
      const links = Object.values(responses['201']?.links ?? {});
      const passedOn = links.flatMap(({ parameters }) => Object.entries(parameters));
      return [...new Set(passedOn.map((one) => `${operationId}: ${one.join(' = ')}`))];
    });
  const field = (name: string) => `$response.body#/data/${name}`;
  expect(created.sort()).toEqual([
    `cardCreate: id = ${field('id')}`,
    `customerAddCardLink: token = ${field('token')}`,
    `customerCreate: id = ${field('id')}`,
    `hostedPageCreate: token = ${field('token')}`,
    `paymentAdjust: id = ${field('refundId')}`,
    `paymentCharge: paymentReferenceNumber = ${field('paymentReferenceNumber')}`,
    `recurringPaymentCreate: id = ${field('id')}`,
    `recurringPaymentUpdateLink: token = ${field('token')}`,
    `refundCancellations: id = ${field('refundId')}`,
    `refundCreate: id = ${field('refundId')}`,
    `refundPartial: id = ${field('refundId')}`,
    `webhookCreate: id = ${field('id')}`,
    `webhookSecret: id = ${field('id')}`,
  ]);
});
