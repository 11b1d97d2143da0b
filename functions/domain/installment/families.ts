// The card families of Turkey. The virtual POS of a bank splits payments of its own family, and of the family
// in which it is a partner. No bank publishes a list: this is read off card ranges and public integrations,
// and a merchant's table can say otherwise (installments.md 2).

/** The owner's bank code, then those of its partners. */
const BANKS_OF_FAMILY = {
  Bonus: '0062 0032 0059 0099 0103 0124 0134 0206',
  World: '0067 0015 0135 0203',
  CardFinans: '0111 0123',
  Maximum: '0064 0103',
  Axess: '0046 0146',
  Paraf: '0012',
  'Bankkart Combo': '0010',
  'Sağlam Kart': '0205',
} as const;
type Family = keyof typeof BANKS_OF_FAMILY;
export const FAMILIES = Object.keys(BANKS_OF_FAMILY) as Family[];

/** The families that the virtual POS of this bank splits; none for a bank that is in no family. */
export const familiesOfBank = (bankCode: string): Family[] =>
  FAMILIES.filter((family) => BANKS_OF_FAMILY[family].split(' ').includes(bankCode));
