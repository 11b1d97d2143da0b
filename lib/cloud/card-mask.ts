// The card data that CloudWatch masks in every log. Its managed identifiers detect a card number, expiry date
// or security code only near a word such as "card" or "visa" (30 characters), and do not detect TROY numbers,
// so numbers are also detected by their digits. Neither detects fragments: the first line of defence is that
// the code logs no card data.
import { CustomDataIdentifier, DataIdentifier } from 'aws-cdk-lib/aws-logs';

/**
 * Regular expressions in CloudWatch's syntax: at most 200 characters, without parentheses. They must not
 * match our own values, because a masked metric value is not counted: 13 digits would match timestamps.
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
