// What a merchant has agreed with the banks of its virtual POS: one row, because the agreements are few.
import { type Agreement, agreementFields } from '#domain/settlement/agreement.ts';
import { listOf, object, text, type ValueOf } from '#domain/shape.ts';
import { changeOrCreate, commit } from '../table/commit.ts';
import { agreementsKey } from '../table/keys.ts';
import type { Kind } from '../table/kind.ts';
import { loadRow, row, type Stored } from '../table/row.ts';

const fields = () => ({ merchantId: text, agreements: listOf(object(agreementFields())) });
type Agreements = ValueOf<typeof fields>;

const AGREEMENTS = /* @__PURE__ */ row<Agreements>('agreement', fields);

export const agreementKind = () =>
  ({
    keys: [agreementsKey('{m}')],
    readBy: 'settlement',
    grants: { agreement: 'what a merchant has agreed with its banks' },
    isOperators: true,
    events: 'nothing: operators change it',
    read: AGREEMENTS.find,
  }) satisfies Kind;

export const loadAgreementsRow = (merchantId: string): Promise<(Agreements & Stored) | undefined> =>
  loadRow(AGREEMENTS, agreementsKey(merchantId));

/** Those that hold. */
export const loadAgreements = async (merchantId: string): Promise<readonly Agreement[]> =>
  (await loadAgreementsRow(merchantId))?.agreements.filter(isHeld) ?? [];
export const isHeld = ({ replacedAt }: Agreement): boolean => replacedAt === undefined;

/** False if the row was changed since it was read. */
export async function saveAgreements(
  before: (Agreements & Stored) | undefined,
  changed: Agreements,
): Promise<boolean> {
  const key = agreementsKey(changed.merchantId);
  const write = changeOrCreate('agreement', before, key, AGREEMENTS.attributes(changed));
  return (await commit([write])).kind === 'committed';
}
