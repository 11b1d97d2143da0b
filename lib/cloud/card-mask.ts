// What is masked in every log. CloudWatch's own patterns see a card number, an expiry or a code only where a
// word such as "card" or "visa" stands within thirty characters, and know no TROY; so numbers are looked for
// by their digits too. Neither finds what is cut in pieces: the first net is the code, which logs no card.
import { CustomDataIdentifier, DataIdentifier } from 'aws-cdk-lib/aws-logs';

/**
 * Regular expressions as CloudWatch takes them: 200 characters, without parentheses. They must meet nothing
 * of ours, because a figure that is masked may be counted no more: 13 digits would be instants.
 */
export const CARD_NUMBERS = {
  CardNumberInOne: [
    String.raw`\b4\d{15}\b`,
    String.raw`\b5[1-5]\d{14}\b`,
    String.raw`\b2[2-7]\d{14}\b`,
    String.raw`\b3[47]\d{13}\b`,
    String.raw`\b9792\d{12}\b`,
    String.raw`\b6[05]\d{14}\b`,
  ].join('|'),
  CardNumberInGroups: [
    String.raw`\b\d{4}[ -]\d{4}[ -]\d{4}[ -]\d{4}\b`,
    String.raw`\b3[47]\d{2}[ -]\d{6}[ -]\d{5}\b`,
  ].join('|'),
} as const;

export const cardIdentifiers = (): DataIdentifier[] => [
  DataIdentifier.CREDITCARDNUMBER,
  DataIdentifier.CREDITCARDEXPIRATION,
  DataIdentifier.CREDITCARDSECURITYCODE,
  ...Object.entries(CARD_NUMBERS).map(([name, regex]) => new CustomDataIdentifier(name, regex)),
];
