// The card families of Turkey: which program of a bank belongs to which family. Only cards of a family that
// the bank of a virtual POS shares can be paid in installments there.

/** Programs with another name than their family. Any other program is a family of its own name. */
const FAMILY_OF_PROGRAM: Readonly<Record<string, string>> = {
  Wings: 'Axess',
  Neo: 'Axess',
  ShopAndFly: 'Bonus',
  Bank24: 'Paraf',
  Bankkart: 'Bankkart Combo',
  SaglamKart: 'Sağlam Kart',
};
/** Garanti BBVA and Kuveyt Türk issue cards of this name, each in its own family. */
const MILES_AND_SMILES: Readonly<Record<string, string>> = { '0062': 'Bonus', '0205': 'Sağlam Kart' };

/** Undefined if the row names no program, or one whose family depends on a bank that is not known. */
export function familyOf(program: string, bankCode: string): string | undefined {
  if (program === 'MilesAndSmiles') return MILES_AND_SMILES[bankCode];
  return FAMILY_OF_PROGRAM[program] ?? (program || undefined);
}
