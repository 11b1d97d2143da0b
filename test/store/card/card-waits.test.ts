// The mark by which the sweep finds a card with waiting charges, and what an approval ends
// (recurring-payments.md R12). Two charges and the sweep may write at the same time.
import { expect, it } from 'vitest';
import {
  type CardTriesItem,
  loadCardTries,
  writeCardTry,
  writeCardWait,
  writeCardWaitEnd,
  writeTriesBeforeApproval,
} from '#store/card/card-tries.ts';
import { commit, type Write } from '#store/table/commit.ts';
import { MINUTE, startHarness } from '../../harness/harness.ts';

const { now } = await startHarness();
const START = now().getTime();
const after = (minutes: number) => new Date(START + minutes * MINUTE);

let cards = 0;
async function markedCard() {
  cards += 1;
  const card = { merchantId: 'M', cardFingerprint: `v1_${cards}` };
  const read = async () => (await loadCardTries(card)) as CardTriesItem;
  const put = async (write: Write | undefined) => (write ? (await commit([write])).kind : 'nothing');
  const wait = async (minutes: number) => await put(writeCardWait(card, await read(), after(minutes)));
  await put(writeCardTry({ ...card, name: 'one', triedAtMs: START }, undefined));
  expect(await wait(0)).toBe('committed');
  return { card, read, put, wait };
}

it('a mark is renewed from five minutes on, so that a later wait is found', async () => {
  const { read, wait } = await markedCard();
  expect(await wait(4.9)).toBe('nothing');
  expect(await wait(5)).toBe('committed');
  expect((await read()).waiting?.since).toBe(after(5).toISOString());
});

it('a mark ends after fifteen minutes, and not if a charge has renewed it meanwhile', async () => {
  const { card, read, put, wait } = await markedCard();
  const seen = await read();
  expect(writeCardWaitEnd(card, seen, after(14.9))).toBeUndefined();
  const end = writeCardWaitEnd(card, seen, after(15));
  expect(await wait(15)).toBe('committed');
  expect(await put(end)).toBe('conflict');
  expect(await put(writeCardWaitEnd(card, await read(), after(30)))).toBe('committed');
  expect((await read()).waiting).toBeUndefined();
});

it('an approval ends the declined tries up to its instant, and no later ones', () => {
  const card = { merchantId: 'M', cardFingerprint: 'v1' };
  const endedAt = (approvedAtMs: number) => {
    const declined = new Set(['100#a', '200#b', '300#c']);
    const write = writeTriesBeforeApproval(card, { declined } as unknown as CardTriesItem, approvedAtMs);
    return write?.kind === 'update' ? (write.set?.['declined'] ?? write.remove) : undefined;
  };
  expect([endedAt(99), endedAt(100), endedAt(250), endedAt(300)]).toEqual([
    undefined,
    new Set(['200#b', '300#c']),
    new Set(['300#c']),
    ['declined'],
  ]);
});
