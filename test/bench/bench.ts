// Measures the functions and renews docs/costs.md; with names of functions (`npm run bench -- customer-show`)
// only those. A subject measures something else: `--years` of recurring payments, `--scaling` of hostile inputs,
// `--pay` by keyboard in a browser, `--webhooks` of which one is dead, `--keys` of a large stage; and `--peers`, which downloads them first, and needs Maven, Java 17 and PostgreSQL.
import '../../lib/help.ts';

const SUBJECTS: Readonly<Record<string, () => Promise<unknown>>> = {
  '--years': () => import('./recurring-years.ts'),
  '--scaling': () => import('./scaling.ts'),
  '--pay': () => import('./pay/time-to-pay.ts'),
  '--webhooks': () => import('./webhooks/webhooks.ts'),
  '--keys': () => import('./keys/run.ts'),
  '--peers': () => import('./peers/peers.ts'),
};

const [, , subject = ''] = process.argv;
const measure = SUBJECTS[subject];
// What follows the subject is its own.
if (measure) process.argv.splice(2, 1);
await (measure ? measure() : import('./functions.ts'));
