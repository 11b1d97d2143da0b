// `npm run bank`: the simulated banks alone, on one port, for programs that speak NestPay's, Akbank's or
// Garanti's protocol. Its page shows settings, cards, scripts and books. Reads PORT (default 4000), BATCH_CLOSE
// (when the banks close, such as 22:00; default 24:00) and HOSTS (other names of this machine). Ctrl-C ends it,
// and its books with it.
import '../lib/help.ts';
import { startBanks } from '../lib/local/banks.ts';
import {
  failToStart,
  readBatchClose,
  readHosts,
  readPort,
  refuseArguments,
  stopOnSignal,
} from '../lib/local/start-variables.ts';

const PORT = '4000';

refuseArguments('npm run bank');
try {
  const { baseUrl, close } = await startBanks({
    port: readPort(PORT),
    hosts: readHosts(),
    ...readBatchClose(),
  });
  console.log(`Sandbox banks (no real money moves): ${baseUrl}/
Settings of a virtual POS at each: curl ${baseUrl}/local/bank/settings`);
  stopOnSignal(close);
} catch (error) {
  failToStart(error, { port: PORT, what: 'The banks cannot start', command: 'npm run bank' });
}
