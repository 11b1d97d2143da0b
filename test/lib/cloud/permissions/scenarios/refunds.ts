// The scenarios of refunds: each call, and those that the bank's own refunds stop.
import { refundDriver } from '../../../../drivers/refund-driver.ts';
import { refundInPortal } from '../../../../flows/refund/bank-portal.ts';
import { type Harness, HOUR } from '../../../../harness/harness.ts';
import { caller, nextKey } from './scenario-caller.ts';

export async function refundPayments(harness: Harness): Promise<void> {
  const call = caller(harness);
  const driver = refundDriver(harness);
  const request = async () => {
    const transactionId = await driver.pay();
    const body = { transactionId, amount: 40, reason: 'Kırık geldi' };
    return { transactionId, id: String((await call('POST', '/api/Refund', body))['refundId']) };
  };
  const { transactionId, id } = await request();
  for (const filter of ['', '?status=Pending', `?transactionId=${transactionId}`, '?orderNumber=ORDER']) {
    await call('GET', `/api/Refund${filter}`);
  }
  await call('POST', `/api/Refund/${id}/approve`);
  await call('POST', `/api/Refund/${(await request()).id}/reject`);
  const partial = { transactionId, amount: 10, reason: 'Eksik geldi' };
  await call('POST', '/api/Refund/partial', partial);
  const cancelled = await driver.pay();
  harness.service.bank.script(['lost-after']);
  await call('POST', '/api/Refund/cancellations', { transactionId: cancelled });
  await harness.moveBy(HOUR);
}

/** The bank has a refund that the service does not know: each call that sends refunds finds it. */
export async function differWithRefunds(harness: Harness): Promise<void> {
  const { service, api, moveBy } = harness;
  const call = caller(harness);
  const driver = refundDriver(harness);
  const sold = await Promise.all([driver.pay(), driver.pay(), driver.pay(), driver.pay()]);
  const [approved = '', partly = '', cancelled = '', swept = ''] = sold;
  const body = { transactionId: approved, amount: 40, reason: 'Kırık geldi' };
  const { refundId } = await call('POST', '/api/Refund', body);
  await moveBy(20 * HOUR);
  for (const payment of [approved, partly, cancelled]) await refundInPortal(driver.merchantId, payment, 100);
  const asked = { ...body, transactionId: partly };
  const refused = [
    await api('POST', `/api/Refund/${String(refundId)}/approve`, { headers: nextKey() }),
    await api('POST', '/api/Refund/partial', { body: asked, headers: nextKey() }),
    await api('POST', '/api/Refund/cancellations', {
      body: { transactionId: cancelled },
      headers: nextKey(),
    }),
  ];
  const codes = refused.map(({ json }) => json.errorCode).join();
  if (codes !== 'REFUNDS_DIFFER,REFUNDS_DIFFER,REFUNDS_DIFFER') throw new Error(codes);
  const { difference } = await call('GET', `/api/payment/${partly}`);
  const [found] = (difference as { refunds: { bankReferenceNumber: string }[] }).refunds;
  const adjusting = {
    adjustment: 'Refund',
    bankReferenceNumber: found?.bankReferenceNumber,
    amount: 1,
    reason: 'Portaldan',
  };
  await call('POST', `/api/payment/${partly}/adjustment`, adjusting);
  // A refund waits for a history that lags, and the sweep finds the portal's refund there.
  service.bank.settings.historyLagMs = HOUR;
  for (const amount of [40, 10]) {
    await call('POST', '/api/Refund/partial', { ...body, transactionId: swept, amount });
  }
  await refundInPortal(driver.merchantId, swept, 100);
  service.bank.settings.historyLagMs = 0;
  await moveBy(2 * HOUR);
}
