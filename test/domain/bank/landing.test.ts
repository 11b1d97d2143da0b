// A request may be sent until the maximum run time of the function that sends it.
import { expect, it } from 'vitest';
import { arrivesWithinMs } from '#domain/bank/landing.ts';
import { BACKGROUND_FUNCTIONS, timeoutSecondsOf } from '#routes.ts';

it('no function that calls the bank runs longer than a request may take to be sent', () => {
  expect(arrivesWithinMs('endpoint', 0)).toBeGreaterThanOrEqual(timeoutSecondsOf(['acquirer']) * 1000);
  const { charge, sweep } = BACKGROUND_FUNCTIONS;
  for (const { timeoutSeconds } of [charge, sweep]) {
    expect(arrivesWithinMs('background', 0)).toBeGreaterThanOrEqual(timeoutSeconds * 1000);
  }
});
