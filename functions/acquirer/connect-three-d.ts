// The 3-D Secure of a merchant's bank, apart from its calls (connect.ts), because a charge, a refund and the
// sweep have no browser at hand. Chooses the protocol too.
import type { ThreeDGate } from './acquirer.ts';
import type { AcquirerSettings } from './connect.ts';
import { startThreeD, verifyThreeD } from './nestpay/three-d.ts';

export const connectThreeD = (settings: AcquirerSettings): ThreeDGate => ({
  startThreeD: (order) => startThreeD(settings, order),
  verifyThreeD: (body, sent) => verifyThreeD(settings, body, sent),
});
