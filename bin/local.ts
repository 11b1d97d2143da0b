// `npm start`: the whole service on this machine. Reads PORT, DATA (a folder or `memory`), CLOCK (an
// instant), BATCH_CLOSE (when the bank closes, such as 22:00; default 24:00), HOSTS (other names of this
// machine) and LOG (`json`: the lines of production). Ctrl-C stops it and every process it started.
import '../lib/help.ts';
import { readDatetime } from '#domain/time/instant.ts';
import { demoFace } from '../lib/demo/shop/shop-pages.ts';
import { createShop } from '../lib/demo/shop/shop-server.ts';
import { startLocalService } from '../lib/local/environment.ts';
import { ensureAgreement, ensureTable } from '../lib/local/local-merchant.ts';
import { leadOf, showReadableLog } from '../lib/local/readable-log.ts';
import { shopEnvironment, writeShopEnvironment } from '../lib/local/shop-environment.ts';
import {
  fail,
  failToStart,
  readBatchClose,
  readHosts,
  readPort,
  refuseArguments,
  stopOnSignal,
} from '../lib/local/start-variables.ts';
import { ensureList } from '../lib/operator/bins/bin-lists.ts';
import { ensureCaps } from '../lib/operator/installment/caps.ts';
import { demoLink } from '../lib/operator/people.ts';

const { CLOCK } = process.env;
const DATA = process.env['DATA'] || '.data';
const PORT = '3000';

refuseArguments('npm start');

function readClock(): { startAt?: Date } {
  if (!CLOCK) return {};
  const reading = readDatetime(CLOCK, 'UTC');
  return reading.kind === 'instant'
    ? { startAt: new Date(reading.atMs) }
    : fail(`CLOCK is not an instant such as 2026-11-20T09:00:00Z: ${CLOCK}`);
}

// The start calls the API too, and these log lines would hide the banner.
const { info } = console;
console.info = () => {};
try {
  const service = await startLocalService({
    port: readPort(PORT),
    ...(DATA !== 'memory' && { dataFolder: DATA }),
    ...readClock(),
    ...readBatchClose(),
    hosts: readHosts(),
    events: true,
    signsByMachine: true,
    hasRefundKey: true,
    shop: createShop,
    shopFace: demoFace,
    prepare: (merchantId, now) =>
      Promise.all([
        ensureList(now),
        ensureCaps(now),
        ensureTable(merchantId, now),
        ensureAgreement(merchantId, now),
      ]),
  });
  const signIn = await demoLink(service.merchant.merchantId, service.clock.now());
  console.info = info;
  const { baseUrl, merchant, clock } = service;
  if (process.env['LOG'] !== 'json') showReadableLog(clock.aheadMs);
  const lead = leadOf(clock.aheadMs());
  const ahead = lead === undefined ? '' : `\n  Clock         ${lead} ahead: ${clock.now().toISOString()}`;
  const inFile = DATA === 'memory' ? '' : ` (also in ${writeShopEnvironment(DATA, service)})`;
  console.log(`
Payment service on this machine (bank and AWS are simulated, no real money moves)

  Demo shop     ${baseUrl}/     (in the terminal: npm run demo)
  Console       ${signIn}     (good once, for ten minutes; again: npm run merchant -- person sign-in)
  Its events    ${baseUrl}/shop/events     (in the terminal: npm run listen)
  API           ${baseUrl}/api
  Reference     ${baseUrl}/docs     (with these keys filled in: from the demo shop)
  Data          ${DATA === 'memory' ? 'in memory' : DATA}${ahead}

The settings of your shop${inFile}:

${shopEnvironment(service)}

Create a payment page and open its hostedPageUrl (card 5528790000000008, any future expiry, any CVV):

curl -s ${baseUrl}/api/payment/hostedpage -H 'X-Api-Key: ${merchant.apiKey}' \\
  -H 'Content-Type: application/json' -H 'Accept-Language: en' -d '{"amount":149.90,"currency":"TRY",
  "orderNumber":"ORDER-1","successUrl":"${baseUrl}/shop/success","failUrl":"${baseUrl}/shop/fail"}'
`);
  stopOnSignal(service.stop);
} catch (error) {
  failToStart(error, {
    port: PORT,
    what: `The service cannot start with DATA=${DATA}`,
    command: 'npm start',
  });
}
