// The order of the test files: those that take longest begin first, so that at the end no core waits for one
// of them. Vitest knows durations only from an earlier run on the same machine, which CI does not have.
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The files that take longest in CI, longest first. */
export const LONGEST = [
  'flows/recurring-payment/merchant-fault.crashes',
  'recorded/hostile-texts',
  'flows/card-page/update-card.faults',
  'recurring-histories/random-histories',
  'endpoints/refund/crashes',
  'flows/payment/save-card.faults',
  'journeys/bank-outage',
  'flows/bank-gate.faults',
  'journeys/recurring-years',
  'flows/recurring-payment/card-limit',
  'every-endpoint/every-route',
  'flows/recurring-payment/charge.crashes',
  'bin/local',
  'flows/recurring-payment/merchant-fault',
  'endpoints/refund/races',
  'flows/webhook-crashes',
  'background/announce/crashes',
  'journeys/recurring-plans',
  'lib/clients/typescript',
  'flows/recurring-payment/charge.cards',
  'flows/recurring-payment/recovery',
  'endpoints/refund/random-history',
  'background/sweep.banks',
  'journeys/surcharges',
  'lib/cloud/watch/incidents/played-faults',
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
