// Names of card data: what a program calls the number, the security code and the expiry of a card.

/**
 * `securityCode`, `security_code` and `Security-Code` are one name. So are `SECURİTYCODE` and `securıtycode`:
 * programs with a Turkish locale change case that way.
 */
export const foldedName = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll('ı', 'i')
    .replace(/[^a-z0-9]/g, '');

const OF_A_CARD = '^(?:(?!masked)[a-z]*(?:card|kart)|cc|encrypted)';
const EXPIRY = `(?:${OF_A_CARD}|^)exp(?:iry|iration|ire)?`;
const NUMBER = new RegExp(`${OF_A_CARD}(?:number|numarasi|num|no|pan)$|^(?:number|pan)$`);
const MONTH = new RegExp(`${EXPIRY}(?:month|mm)$`);
const YEAR = new RegExp(`${EXPIRY}(?:year|yy)$`);
const WITHOUT_FIELD = new RegExp(
  [
    '^(?:skt|validthru|goodthru|sonkullanma[a-z]*)$',
    `(?:${OF_A_CARD}|^)(?:c[vs]c|cv[vn]|cid|securitycode|guvenlikkodu)2?(?:code|number|value)?$`,
    `${EXPIRY}date$`,
    `(?:${OF_A_CARD}|^)(?:exp|expiry|expiration)$`,
  ].join('|'),
);
const OWNER = /^(?:card|kart)?(?:holder|owner)(?:name)?$|^nameoncard$|^kartsahibi(?:adi)?$/;

const CARD_DATA = [NUMBER, MONTH, YEAR, WITHOUT_FIELD];
const FIELDS = [
  ['cardNumber', NUMBER],
  ['expiryMonth', MONTH],
  ['expiryYear', YEAR],
  ['ownerName', OWNER],
] as const;

/** The field of a card (cards.md 1) that other programs give this name. */
export const cardFieldNamed = (name: string) => FIELDS.find(([, names]) => names.test(foldedName(name)))?.[0];

/** True for a name of card data, and for an object or a list with such a name at any depth. */
export function namesCardData(name: string, value: unknown): boolean {
  if (CARD_DATA.some((names) => names.test(foldedName(name)))) return true;
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([inner, one]) => namesCardData(inner, one));
}
