// The texts that a buyer of a distance sale reads and accepts before paying: in Turkey the preliminary
// information and the contract (Mesafeli Sözleşmeler Yönetmeliği, articles 5 to 7). The shop shows them, and
// proves by version and digest which ones were accepted.
import { object, text, type ValueOf } from '../shape.ts';

const textFields = () => ({
  version: text,
  /** SHA-256 of the text, 64 lower-case hexadecimal digits. */
  digest: text,
});
const both = <One>(
  preliminaryInformation: One,
  salesContract = preliminaryInformation,
): Record<'preliminaryInformation' | 'salesContract', One> => ({ preliminaryInformation, salesContract });

/** The texts of a page. `url`: where the buyer reads the text. */
export const distanceSaleFields = () => both(object({ ...textFields(), url: text }));
export type DistanceSale = ValueOf<typeof distanceSaleFields>;

/** The texts that the buyer accepted with the submit of a payment. */
export const acceptedSaleFields = () => both(object(textFields()));
type AcceptedSale = ValueOf<typeof acceptedSaleFields>;

const accepted = ({ version, digest }: ValueOf<typeof textFields>) => ({ version, digest });
export const acceptedSale = (sale: DistanceSale): AcceptedSale =>
  both(accepted(sale.preliminaryInformation), accepted(sale.salesContract));
