// The rows of a stored card: what they contain, and what their conditions prevent when writes are concurrent.
import { QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { loadCard, loadSealedCard, writeCardRelease, writeCardUse } from '#store/card/card.ts';
import { writeCardDeletion } from '#store/card/card-deletion.ts';
import { commit } from '#store/table/commit.ts';
import { type Item, table, tableName } from '#store/table/table.ts';
import { openCard } from '#vault/card.ts';
import { cardsOf } from '../../endpoints/card/stored-cards.ts';
import { customersOf } from '../../endpoints/customer/customers.ts';
import { withoutIds } from '../../fixtures/without-ids.ts';
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

describe('the rows of a card', () => {
  it('the ciphertext is in a separate row that is in no index', async () => {
    const { id } = await store({ ownerName: 'Ayşe Yılmaz' });
    const [shown, sealed] = await rowsOf(id);
    const bytes = (row: Item | undefined) =>
      Object.values(row ?? {}).filter((value) => value instanceof Uint8Array).length;
    // Of the row that the API returns, the secret of stored answers and the id of an API key are binary.
    expect([bytes(shown), bytes(sealed)]).toEqual([2, 1]);
    expect(shown?.['answerSecret']).toHaveLength(16);
    expect(Object.keys(sealed ?? {}).sort()).toEqual(['pk', 'sealed', 'sk', 'version']);
  });

  it('no attribute contains the number or the expiry in clear', async () => {
    const { id } = await store({ expiryMonth: '07', expiryYear: '2041' });
    const [shown] = await rowsOf(id);
    if (!shown) throw new Error('The card was just stored.');
    // All attributes: a new one must be reviewed before it is listed here.
    expect(Object.keys(shown).sort()).toEqual(
      [
        'pk',
        'sk',
        'version',
        'lookupPk',
        'lookupSk',
        'secondPk',
        'secondSk',
        'merchantId',
        'id',
        'answerSecret',
        'cardAlias',
        'maskedCardNumber',
        'bin',
        'binRest',
        'lastFour',
        'cardAssociation',
        'forceCvv',
        'fingerprint',
        'expiryTag',
        'expirySince',
        'createdAt',
        'createdBy',
        'updatedAt',
      ].sort(),
    );
    const { expiryTag: _, fingerprint: __, ...legible } = shown;
    expect(withoutIds(JSON.stringify(legible))).not.toMatch(/2041|5528790000000008/);
    expect(shown['expirySince']).toBe('2026-11');
  });

  it('both rows of a temporary card have a time-to-live', async () => {
    const { id, createdAt } = await store({ saveCard: false });
    const seconds = Date.parse(createdAt) / 1000 + 30 * 60;
    const rows = await rowsOf(id);
    expect(rows.map((row) => row['expiresAtSeconds'])).toEqual([Math.ceil(seconds), Math.ceil(seconds)]);
  });
});

describe('the ciphertext of a card', () => {
  it("a ciphertext in another card's row can only be decrypted with its own context", async () => {
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

describe('a card that recurring payments use', () => {
  it('the card cannot be deleted until the last recurring payment releases it', async () => {
    const { id } = await store();
    const [first, second] = [recurringPaymentId(), recurringPaymentId()];
    await commit([writeCardUse(nameOf(id), first)]);
    await commit([writeCardUse(nameOf(id), second)]);
    await commit([writeCardRelease(nameOf(id), first, now().getTime())]);
    const refused = await commit(writeCardDeletion(merchantId, id, now()));
    expect(refused.kind).toBe('conflict');
    await commit([writeCardRelease(nameOf(id), second, now().getTime())]);
    expect((await loadCard(merchantId, id, now()))?.usedBy).toBeUndefined();
    expect((await commit(writeCardDeletion(merchantId, id, now()))).kind).toBe('committed');
  });

  it('a card is used and released once, even if the change is written twice', async () => {
    const { id } = await store();
    const user = recurringPaymentId();
    for (const write of [writeCardUse, writeCardUse]) await commit([write(nameOf(id), user)]);
    expect((await loadCard(merchantId, id, now()))?.usedBy).toEqual(new Set([user]));
    const release = writeCardRelease(nameOf(id), user, now().getTime());
    for (const write of [release, release]) await commit([write]);
    expect((await loadCard(merchantId, id, now()))?.usedBy).toBeUndefined();
  });

  it('a card that is temporary, requires its CVV, is deleted or does not exist cannot be used', async () => {
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

  it('exactly one of a use and a concurrent deletion is committed, in either order', async () => {
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

  it('a card never requires its CVV and is used at the same time', async () => {
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

describe('the deletion of a card', () => {
  it('a deleted card has no ciphertext, personal data or index entry, and a time-to-live', async () => {
    const { id: customerId } = await customersOf(harness).create();
    const { id } = await store({ ownerName: 'Ayşe Yılmaz', customerId });
    await api('PUT', `/api/card/${id}`, { body: { expiryMonth: '01', expiryYear: '2031' } });
    const deletedAt = now();
    await commit(writeCardDeletion(merchantId, id, deletedAt));
    const [shown, sealed] = await rowsOf(id);
    expect(Object.keys(sealed ?? {}).sort()).toEqual(['expiresAtSeconds', 'pk', 'sk', 'version']);
    const left = Object.keys(shown ?? {});
    const gone = ['cardAlias', 'ownerName', 'fingerprint', 'expiryTag', 'lookupPk', 'secondPk', 'listPk'];
    expect(left.filter((name) => gone.includes(name))).toEqual([]);
    expect(shown).toMatchObject({ expiresAtSeconds: Math.ceil(deletedAt.getTime() / 1000) });
  });

  it('a card that was changed or used since it was read is not deleted as it was read', async () => {
    const { id } = await store();
    const version = (await loadCard(merchantId, id, now()))?.version;
    await commit([writeCardUse(nameOf(id), 'recurring-1')]);
    await commit([writeCardRelease(nameOf(id), 'recurring-1', now().getTime())]);
    expect((await commit(writeCardDeletion(merchantId, id, now(), version))).kind).toBe('conflict');
    const current = (await loadCard(merchantId, id, now()))?.version;
    expect((await commit(writeCardDeletion(merchantId, id, now(), current))).kind).toBe('committed');
  });

  it('exactly one of two concurrent deletions is committed', async () => {
    const { id } = await store();
    const both = await Promise.all([1, 2].map(() => commit(writeCardDeletion(merchantId, id, now()))));
    expect(both.map(({ kind }) => kind).sort()).toEqual(['committed', 'conflict']);
  });
});
