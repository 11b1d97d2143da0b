// The order of the test files: those that take longest begin first, so that at the end no core waits for one
// of them. Vitest knows durations only from an earlier run on the same machine, which CI does not have.
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The files that take longest in CI, longest first. */
export const LONGEST = [
  'recurring-histories/random-histories',
  'recorded/hostile-texts',
  'flows/recurring-payment/merchant-fault.crashes',
  'flows/card-page/update-card.faults',
  'endpoints/refund/races',
  'endpoints/refund/crashes',
  'flows/bank-gate.faults',
  'flows/recurring-payment/charge.crashes',
  'flows/webhook-crashes',
  'endpoints/hosted-page/harvest',
  'flows/recurring-payment/merchant-fault',
  'endpoints/refund/random-history',
  'flows/recurring-payment/card-limit',
  'flows/payment/save-card.faults',
  'flows/recurring-payment/recovery',
  'journeys/surcharges',
  'every-endpoint/every-route',
  'background/sweep.banks',
  'journeys/recurring-plans',
  'journeys/recurring-years',
  'flows/recurring-payment/charge.cards',
  'journeys/bank-outage',
  'lib/cloud/watch/incidents/played-faults',
  'bin/local',
  'background/announce/crashes',
  'flows/recurring-payment/long-outage',
  'endpoints/card/guessing',
];

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const others = LONGEST.length;
    const rankOf = ({ moduleId }: TestSpecification) => {
      const at = LONGEST.findIndex((name) => moduleId.endsWith(`/test/${name}.test.ts`));
      return at < 0 ? others : at;
    };
    const groupOf = ({ project }: TestSpecification) => project.config.sequence.groupOrder;
    const sorted = await super.sort(files);
    return sorted.sort((a, b) => groupOf(a) - groupOf(b) || rankOf(a) - rankOf(b));
  }
}
