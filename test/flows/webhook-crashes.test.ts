// The delivering function crashes, or loses an answer, at each of its calls: every event is still delivered,
// in order for each object, and a receiver that gets an event twice gets it with the same id.
import { describe, expect, it } from 'vitest';
import { atEachCall, callsToFault, FAULTS_TO_INJECT, openFaults } from '../harness/faults.ts';
import { HOUR, startHarness } from '../harness/harness.ts';
import { answerWith, startReceiver } from '../webhook/receiver.ts';
import { webhooksOf } from '../webhook/webhooks.ts';

const faults = openFaults();
const harness = await startHarness({ around: faults.around });
const { moveBy } = harness;
const { create, happen, trigger, load, deliveriesOf } = webhooksOf(harness);
const receiver = await startReceiver();
const webhook = await create(receiver.url);

let objects = 0;

describe.each(FAULTS_TO_INJECT)('%s', (fault) => {
  it('no event is lost or out of order if the fault meets any call of a delivery', async () => {
    await atEachCall(callsToFault(fault), 8, async (call) => {
      objects += 1;
      const objectId = `object-${objects}`;
      const made = [
        await happen({ objectId, sequence: 1 }),
        await happen({ objectId, sequence: 2 }),
        await happen({ objectId, sequence: 3 }),
      ];
      receiver.received.splice(0);
      receiver.answers(answerWith(200));
      const report = faults.arm('deliver', call, fault);
      await trigger(made.flatMap(({ keys }) => keys).slice(0, 1)).catch(() => {});
      await moveBy(HOUR);
      const ids = receiver.received.map(({ headers }) => String(headers['webhook-id']));
      const firsts = [...new Set(ids)];
      expect(firsts, `call ${call}: ${JSON.stringify(report.hit)}`).toEqual(made.map(({ id }) => id));
      for (const { id } of made) expect(await deliveriesOf(id)).toMatchObject([{ state: 'Delivered' }]);
      expect(await load(webhook.id)).toMatchObject({ state: 'Active' });
      return report;
    });
  });

  it('a webhook works again and gets all waiting events if the fault meets any call of a probe', async () => {
    await atEachCall(callsToFault(fault, { sparse: 2 }), 1, async (call) => {
      receiver.received.splice(0);
      receiver.answers(answerWith(500));
      const made = [];
      for (let at = 0; at < 3; at += 1) {
        objects += 1;
        made.push(await happen({ objectId: `object-${objects}`, sequence: 1 }));
      }
      for (const { keys } of made) await trigger(keys);
      expect(await load(webhook.id)).toMatchObject({ state: 'Failing' });
      receiver.answers(answerWith(200));
      const report = faults.arm('deliver', call, fault);
      await moveBy(HOUR);
      for (const { id } of made) {
        expect(await deliveriesOf(id), `call ${call}: ${JSON.stringify(report.hit)}`).toMatchObject([
          { state: 'Delivered' },
        ]);
      }
      expect(await load(webhook.id)).toMatchObject({ state: 'Active' });
      return report;
    });
  });
});
