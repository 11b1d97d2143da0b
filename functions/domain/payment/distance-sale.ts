// The texts that a buyer of a distance sale reads and accepts before paying: in Turkey the preliminary
// information and the contract (Mesafeli Sözleşmeler Yönetmeliği, articles 5 to 7). The shop shows them, and
// proves by version and digest which ones were accepted.

/** `digest`: SHA-256 of the text, 64 lower-case hexadecimal digits. */
type AcceptedText = { version: string; digest: string };
/** `url`: where the buyer reads the text. */
type SaleText = AcceptedText & { url: string };

/** The texts of a page. */
export type DistanceSale = Record<'preliminaryInformation' | 'salesContract', SaleText>;
/** The texts that the buyer accepted with the submit of a payment. */
export type AcceptedSale = Record<keyof DistanceSale, AcceptedText>;

export function acceptedSale({ preliminaryInformation, salesContract }: DistanceSale): AcceptedSale {
  const accepted = ({ version, digest }: SaleText) => ({ version, digest });
  return {
    preliminaryInformation: accepted(preliminaryInformation),
    salesContract: accepted(salesContract),
  };
}
