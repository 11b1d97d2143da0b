// The 3-D Secure of a merchant's bank, apart from its calls (connect.ts), because a charge, a refund and the
// sweep have no browser at hand. Chooses the protocol too.
import type { ThreeDGate } from './acquirer.ts';
import * as akbank from './akbank/three-d.ts';
import type { AcquirerSettings } from './connect.ts';
import * as garanti from './garanti/three-d.ts';
import * as nestPay from './nestpay/three-d.ts';

export function connectThreeD(settings: AcquirerSettings): ThreeDGate {
  switch (settings.kind) {
    case 'nestpay':
      return {
        startThreeD: (order) => nestPay.startThreeD(settings, order),
        verifyThreeD: (body, sent) => nestPay.verifyThreeD(settings, body, sent),
      };
    case 'akbank':
      return {
        startThreeD: (order) => akbank.startThreeD(settings, order),
        verifyThreeD: (body, sent) => akbank.verifyThreeD(settings, body, sent),
      };
    case 'garanti':
      return {
        startThreeD: (order) => garanti.startThreeD(settings, order),
        verifyThreeD: (body, sent) => garanti.verifyThreeD(settings, body, sent),
      };
  }
}
