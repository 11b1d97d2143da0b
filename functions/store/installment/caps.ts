// The caps of installments: one small row, which an operator renews, with the list before it to go back to.
import { CATEGORIES, type CapRule } from '#domain/installment/caps.ts';
import { listOf, natural, object, objectOf, oneOf, optional, text, type ValueOf } from '#domain/shape.ts';
import { changeOrCreate, commit } from '../table/commit.ts';
import { INSTALLMENT_CAPS_KEY } from '../table/keys.ts';
import type { Kind } from '../table/kind.ts';
import { loadRow, row, type Stored } from '../table/row.ts';

const imported = () => ({
  rules: listOf(
    objectOf<CapRule>({
      category: optional(oneOf(CATEGORIES)),
      unitUpToMinor: optional(natural),
      unitAboveMinor: optional(natural),
      personal: natural,
      corporate: optional(natural),
      from: optional(text),
      source: text,
    }),
  ),
  importedAt: text,
});

const fields = () => ({
  ...imported(),
  /** What held before, to which an operator can go back. */
  previous: optional(object(imported())),
});
type InstallmentCaps = ValueOf<typeof fields>;

export const INSTALLMENT_CAPS = /* @__PURE__ */ row<InstallmentCaps>('installment-caps', fields);

export const installmentCapsKind = () =>
  ({
    keys: [INSTALLMENT_CAPS_KEY],
    readBy: 'merchant',
    grants: { 'installment-caps': 'how many installments the law allows' },
    isOperators: true,
    events: 'nothing: operators change it',
    read: INSTALLMENT_CAPS.find,
  }) satisfies Kind;

export const loadCaps = (): Promise<(InstallmentCaps & Stored) | undefined> =>
  loadRow(INSTALLMENT_CAPS, INSTALLMENT_CAPS_KEY);

/** False if the row was changed since it was read. */
export async function saveCaps(
  before: (InstallmentCaps & Stored) | undefined,
  caps: InstallmentCaps,
): Promise<boolean> {
  const attributes = INSTALLMENT_CAPS.attributes(caps);
  const write = changeOrCreate('installment-caps', before, INSTALLMENT_CAPS_KEY, attributes);
  return (await commit([write])).kind === 'committed';
}
