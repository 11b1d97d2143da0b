// The order of the test files: those that take longest begin first, so that at the end no core waits for one
// of them. Vitest knows durations only from an earlier run on the same machine, which CI does not have.
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The files that take longest in CI, longest first. */
export const LONGEST = [
  'recorded/hostile-texts',
  'recurring-histories/random-histories',
  'endpoints/refund/crashes',
  'flows/webhook-crashes',
  'flows/card-page/update-card.faults',
  'endpoints/refund/random-history',
  'flows/recurring-payment/merchant-fault.crashes',
  'flows/recurring-payment/charge.crashes',
  'flows/recurring-payment/card-limit',
  'endpoints/card/guessing',
  'endpoints/hosted-page/harvest',
  'flows/bank-gate.faults',
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
