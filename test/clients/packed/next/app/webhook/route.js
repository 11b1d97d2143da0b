// The receiver of the packed TypeScript client as a route of Next: receivers.mjs serves it.
import { webReceiver } from '@payment.service/client';

export const POST = (request) => webReceiver(globalThis.receiverOf('next'))(request);
