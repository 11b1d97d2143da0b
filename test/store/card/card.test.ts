// What the rows of a card promise whoever writes to them, moments and interleavings included.
import { QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import {
  loadCard,
  loadSealedCard,
  writeCardDeletion,
  writeCardRelease,
  writeCardUse,
} from '#store/card/card.ts';
import { commit } from '#store/table/commit.ts';
import { type Item, table, tableName } from '#store/table/table.ts';
import { openCard } from '#vault/card.ts';
import { cardsOf } from '../../endpoints/card/stored-cards.ts';
import { customersOf } from '../../endpoints/customer/customers.ts';
import { CARDS, startHarness } from '../../harness/harness.ts';

const harness = await startHarness();
const { merchant, api, now } = harness;
const { merchantId } = merchant;
const { store } = cardsOf(harness);
const nameOf = (id: string) => ({ merchantId, id });

let recurringPayments = 0;
const recurringPaymentId = () => `recurring-${++recurringPayments}`;

async function rowsOf(id: string): Promise<Item[]> {
  const { Items = [] } = await table.send(
    new QueryCommand({
      TableName: tableName(),
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': `M#${merchantId}#CARD#${id}` },
      ConsistentRead: true,
    }),
  );
  return Items as Item[];
}

describe('the two rows', () => {
  it('keep what is sealed apart from what is shown: no index carries a ciphertext', async () => {
    const { id } = await store({ ownerName: 'Ayşe Yılmaz' });
    const [shown, sealed] = await rowsOf(id);
    const bytes = (row: Item | undefined) =>
      Object.values(row ?? {}).filter((value) => value instanceof Uint8Array).length;
    expect([bytes(shown), bytes(sealed)]).toEqual([0, 1]);
    expect(Object.keys(sealed ?? {}).sort()).toEqual(['pk', 'schema', 'sealed', 'sk', 'version']);
  });

  it('hold neither number nor expiry in clear, under no name', async () => {
    const { id } = await store({ expiryMonth: '07', expiryYear: '2041' });
    const [shown] = await rowsOf(id);
    if (!shown) throw new Error('The card was just stored.');
    // All that is there, by name: a new attribute must be looked at before it may join the list.
    expect(Object.keys(shown).sort()).toEqual(
      [
        ...[
          'pk',
          'sk',
          'version',
          'schema',
          'lookupPk',
          'lookupSk',
          'secondPk',
          'secondSk',
          'merchantId',
          'id',
        ],
        ...['cardAlias', 'maskedCardNumber', 'bin', 'lastFour', 'cardAssociation', 'forceCvv'],
        ...['fingerprint', 'expiryTag', 'expirySince', 'createdAt', 'updatedAt'],
      ].sort(),
    );
    const { expiryTag: _, fingerprint: __, ...legible } = shown;
    expect(JSON.stringify(legible)).not.toMatch(/2041|5528790000000008/);
    expect(shown['expirySince']).toBe('2026-11');
  });

  it('of a temporary card both go by themselves', async () => {
    const { id, createdAt } = await store({ saveCard: false });
    const seconds = Date.parse(createdAt) / 1000 + 30 * 60;
    const rows = await rowsOf(id);
    expect(rows.map((row) => row['expiresAtSeconds'])).toEqual([Math.ceil(seconds), Math.ceil(seconds)]);
  });
});

describe('a ciphertext', () => {
  it("moved to another card's row does not open, and opens again where it belongs", async () => {
    const [one, other] = [await store(), await store({ cardNumber: CARDS.approvedVisa })];
    const [mine, theirs] = await Promise.all([one, other].map(({ id }) => loadSealedCard(merchantId, id)));
    if (!mine || !theirs) throw new Error('Both cards were just stored.');
    await table.send(
      new UpdateCommand({
        TableName: tableName(),
        Key: { pk: theirs.pk, sk: theirs.sk },
        UpdateExpression: 'SET sealed = :sealed',
        ExpressionAttributeValues: { ':sealed': mine.sealed },
      }),
    );
    const moved = await loadSealedCard(merchantId, other.id);
    if (!moved) throw new Error('The row is still there.');
    const opening = openCard(moved, { merchantId, cardId: other.id });
    await expect(opening).rejects.toMatchObject({ name: 'InvalidCiphertextException' });
    const { cardNumber } = await openCard(moved, { merchantId, cardId: one.id });
    expect(cardNumber).toBe(CARDS.approved);
  });
});

describe('a live recurring payment', () => {
  it('holds the card: no deletion and no CVV rule get past it, until it lets go', async () => {
    const { id } = await store();
    const [first, second] = [recurringPaymentId(), recurringPaymentId()];
    await commit([writeCardUse(nameOf(id), first)]);
    await commit([writeCardUse(nameOf(id), second)]);
    await commit([writeCardRelease(nameOf(id), first)]);
    const refused = await commit(writeCardDeletion(merchantId, id, now()));
    expect(refused.kind).toBe('conflict');
    await commit([writeCardRelease(nameOf(id), second)]);
    expect((await loadCard(merchantId, id, now()))?.usedBy).toBeUndefined();
    expect((await commit(writeCardDeletion(merchantId, id, now()))).kind).toBe('committed');
  });

  it('takes and leaves a card once, however often that is written', async () => {
    const { id } = await store();
    const user = recurringPaymentId();
    for (const write of [writeCardUse, writeCardUse]) await commit([write(nameOf(id), user)]);
    expect((await loadCard(merchantId, id, now()))?.usedBy).toEqual(new Set([user]));
    for (const write of [writeCardRelease, writeCardRelease]) await commit([write(nameOf(id), user)]);
    expect((await loadCard(merchantId, id, now()))?.usedBy).toBeUndefined();
  });

  it('cannot take a card that is temporary, asks for its CVV, was deleted or never was', async () => {
    const temporary = await store({ saveCard: false });
    const forced = await store({ forceCvv: true });
    const deleted = await store();
    await commit(writeCardDeletion(merchantId, deleted.id, now()));
    const ids = [temporary.id, forced.id, deleted.id, '01890000-0000-7000-8000-000000000002'];
    for (const id of ids) {
      const result = await commit([writeCardUse(nameOf(id), recurringPaymentId())]);
      expect([id, result.kind]).toEqual([id, 'conflict']);
    }
    expect(await rowsOf('01890000-0000-7000-8000-000000000002')).toEqual([]);
  });

  it('and the deletion of its card never both happen, whichever comes first', async () => {
    const ends = new Set<string>();
    for (let round = 0; round < 12; round += 1) {
      const { id } = await store();
      const writes = [
        [writeCardUse(nameOf(id), recurringPaymentId())],
        writeCardDeletion(merchantId, id, now()),
      ];
      const inOrder = round % 2 === 0 ? writes : writes.toReversed();
      const results = await Promise.all(inOrder.map((write) => commit(write)));
      const committed = results.filter(({ kind }) => kind === 'committed');
      expect(committed).toHaveLength(1);
      const card = await loadCard(merchantId, id, now());
      const sealed = await loadSealedCard(merchantId, id);
      expect([card?.usedBy !== undefined, sealed?.sealed !== undefined]).toEqual(
        card === undefined ? [false, false] : [true, true],
      );
      ends.add(card === undefined ? 'deleted' : 'used');
    }
    expect([...ends].sort()).toEqual(['deleted', 'used']);
  });

  it('and a rule that asks for the CVV never both hold', async () => {
    for (let round = 0; round < 12; round += 1) {
      const { id } = await store();
      const use = () => commit([writeCardUse(nameOf(id), recurringPaymentId())]);
      const force = () => api('PUT', `/api/card/${id}`, { body: { forceCvv: true } });
      await Promise.all(round % 2 === 0 ? [use(), force()] : [force(), use()]);
      const card = await loadCard(merchantId, id, now());
      expect([card?.forceCvv, card?.usedBy?.size ?? 0]).toEqual(card?.forceCvv ? [true, 0] : [false, 1]);
    }
  });
});

describe('a deletion', () => {
  it('leaves no ciphertext, nothing personal and no index entry, and the rest to the clean-up', async () => {
    const { id: customerId } = await customersOf(harness).create();
    const { id } = await store({ ownerName: 'Ayşe Yılmaz', customerId });
    await api('PUT', `/api/card/${id}`, { body: { expiryMonth: '01', expiryYear: '2031' } });
    const deletedAt = now();
    await commit(writeCardDeletion(merchantId, id, deletedAt));
    const [shown, sealed] = await rowsOf(id);
    expect(Object.keys(sealed ?? {}).sort()).toEqual(['expiresAtSeconds', 'pk', 'schema', 'sk', 'version']);
    const left = Object.keys(shown ?? {});
    const gone = ['cardAlias', 'ownerName', 'fingerprint', 'expiryTag', 'lookupPk', 'secondPk', 'listPk'];
    expect(left.filter((name) => gone.includes(name))).toEqual([]);
    expect(shown).toMatchObject({ expiresAtSeconds: Math.ceil(deletedAt.getTime() / 1000) });
  });

  it('happens once: the second one finds no card', async () => {
    const { id } = await store();
    const both = await Promise.all([1, 2].map(() => commit(writeCardDeletion(merchantId, id, now()))));
    expect(both.map(({ kind }) => kind).sort()).toEqual(['committed', 'conflict']);
  });
});
