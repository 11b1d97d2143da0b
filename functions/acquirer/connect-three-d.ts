// The 3-D Secure of a merchant's bank, apart from its calls (connect.ts), because a charge, a refund and the
// sweep have no browser at hand. Chooses the protocol too.
import type { ThreeDGate } from './acquirer.ts';
import * as akbank from './akbank/three-d.ts';
import type { AcquirerSettings } from './connect.ts';
import * as nestPay from './nestpay/three-d.ts';

export const connectThreeD = (settings: AcquirerSettings): ThreeDGate =>
  settings.kind === 'nestpay'
    ? {
        startThreeD: (order) => nestPay.startThreeD(settings, order),
        verifyThreeD: (body, sent) => nestPay.verifyThreeD(settings, body, sent),
      }
    : {
        startThreeD: (order) => akbank.startThreeD(settings, order),
        verifyThreeD: (body, sent) => akbank.verifyThreeD(settings, body, sent),
      };
