// The options of operators' commands. An option means the same in every command that takes it; which command
// takes which stands in its declaration.
import { containsCardNumber } from '#domain/card/card-text.ts';
import { UsageError } from '../operator/service-choice.ts';

export type Option = {
  type: 'string' | 'boolean';
  /** The value as help shows it: `ID`. */
  value?: string;
  short?: string;
  /** The option may be given several times. */
  multiple?: boolean;
  default?: string;
  /** Throws a UsageError if the value is not accepted. */
  check?: (name: string, value: string) => void;
  /** What it does, for help, where the value does not say it. */
  says?: string;
};

const text = (value: string, says?: string) => ({ type: 'string', value, ...(says && { says }) }) as const;
const flag = (says?: string) => ({ type: 'boolean', ...(says && { says }) }) as const;
const several = (value: string, says: string) => ({ ...text(value, says), multiple: true }) as const;

const MAX_LENGTH = 200;
/** The text is stored with the payment permanently. */
const stored = (value: string) =>
  ({
    type: 'string',
    value,
    check: (name: string, text: string) => {
      if (text !== '' && text.length <= MAX_LENGTH && !containsCardNumber(text)) return;
      throw new UsageError(`--${name} is a text of at most ${MAX_LENGTH} characters without a card number.`);
    },
  }) as const;

/** They choose the service of a command, and do not describe what it does. */
export const PLACE_OPTIONS = {
  local: text('URL', 'the local service (default http://localhost:3000)'),
  stage: text(
    'NAME',
    'the stage; a deployed one is found by the outputs of its stacks in the account and region in use',
  ),
  outputs: text('FILE', 'the same by the file of `cdk deploy --outputs-file FILE`'),
} as const satisfies Record<string, Option>;

/** The settings of a merchant. */
export const SETTING_OPTIONS = {
  'time-zone': text('ZONE', 'default Europe/Istanbul'),
  'three-d-secure': text(
    'newCards|always|never',
    'default newCards: for cards that buyers type in; always: pages then offer no stored cards',
  ),
  'stored-card-cvv': text('always|whenAsked', "default always: pages ask for a stored card's CVV"),
  'accept-half-secure': flag('accepts mdStatus 2 to 4; --no-accept-half-secure ends it'),
  'card-removal': flag('buyers may remove stored cards on pages; --no-card-removal ends it'),
  'older-card-mandate': text(
    'warn|require',
    'default warn: a recurring payment on a card whose consent a previous version did not keep',
  ),
  'page-beacon': flag(
    'default: a form tells that its buyer has left it, for the funnel; --no-page-beacon ends it',
  ),
  installment: several('COUNT', 'counts offered to buyers; default 1'),
  'frame-origin': several('URL', 'further origins that may frame the page; none'),
  'spread-minutes': text('MINUTES', 'window over which due charges are spread; default 0'),
  'upcoming-days': text(
    'DAYS',
    'days before a charge at which the event recurring_payment.upcoming is sent, at most 30; default 0: ' +
      'never',
  ),
  'refund-expiry-days': text(
    'DAYS',
    'days after which a refund that nobody decides ends, default 30, at most 365; 0: never',
  ),
  'refund-approval': text(
    'oneKey|fourEyes',
    'default oneKey; fourEyes: the key that requests a refund cannot approve it',
  ),
  'four-eyes-from': text('AMOUNT', "only from this sum of a payment's refunds on, in TRY"),
  color: text("'#8a4b22'", 'button and links of the pages; its shades are derived. none removes it'),
  logo: text('FILE', 'PNG or JPEG, at most 20 KB; drawn on white. none removes it'),
  'display-name': text('TEXT', 'on the pages in place of NAME; none removes it, as each of the next five'),
  'support-email': text('ADDRESS', 'shown on the pages'),
  'support-phone': text('NUMBER', 'shown on the pages'),
  'support-url': text('URL', 'shown on the pages'),
  'terms-url': text('URL', 'shown on the pages'),
  'privacy-url': text('URL', 'shown on the pages'),
} as const satisfies Record<string, Option>;

export const OPTIONS = {
  ...PLACE_OPTIONS,
  ...SETTING_OPTIONS,
  addresses: text('LIST'),
  all: flag(),
  'api-key': text('FILE'),
  bank: text('CODE'),
  'bank-code': stored('CODE'),
  'bank-order': text('ID'),
  'bank-reference': stored('NUMBER'),
  'batch-close': text('HH:MM'),
  by: stored('NAME'),
  card: text('ID'),
  confirm: flag(),
  context: { ...several('option=value', 'an option of `cdk deploy`'), short: 'c' },
  email: text('ADDRESS'),
  expires: text('INSTANT|never'),
  'expired-months': { ...text('MONTHS'), default: '18' },
  'former-table': text('NAME', 'the table that was in use before the restore'),
  'forward-to': text('URL', 'sends each event to this address, signed as a webhook is'),
  from: text('DATE'),
  'give-up-refunds': flag(),
  keep: flag(),
  key: text('ID'),
  'key-policies': text('FOLDER'),
  live: flag(),
  'lost-since': text('INSTANT', 'the second to which the restored table went back'),
  merchant: text('ID'),
  month: text('YYYY-MM'),
  months: { ...text('NUMBER', 'so many months'), default: '12' },
  moved: flag(),
  name: text('NAME'),
  note: stored('TEXT'),
  'notice-days': { ...text('DAYS'), default: '30' },
  order: text('NUMBER'),
  'overlap-hours': { ...text('HOURS'), default: '24' },
  page: text('ID'),
  payment: text('REFERENCE'),
  person: text('ID'),
  payments: { ...text('NUMBER', 'so many payments in each month'), default: '1000' },
  place: { ...text('FILE', 'where the place in the feed is kept'), default: '.listen.json' },
  pos: text('FILE'),
  refund: text('ID'),
  remove: flag(),
  role: text('ROLE'),
  scopes: text('LIST'),
  secret: text('KID'),
  since: text(
    'INSTANT',
    'at the first start, shows what happened since then; else only what happens from now on',
  ),
  table: text('FILE'),
  test: flag(),
  to: text('NAME'),
  types: { ...text('LIST', 'only these: refund.*,payment.succeeded'), default: '*' },
  'unused-months': text('MONTHS'),
  unchecked: flag(),
  url: {
    ...text(
      'URL',
      'the service. A deployed one needs a key in the environment variable API_KEY; of the local one the ' +
        "demo merchant's is taken",
    ),
    default: 'http://localhost:3000',
  },
  'virtual-pos': text('ID'),
  zone: text('ID'),
} as const satisfies Record<string, Option>;

type Options = typeof OPTIONS;
export type OptionName = keyof Options;
export const optionNamed = (name: OptionName): Option => OPTIONS[name];

type OptionValue<Name extends OptionName> = Options[Name] extends { multiple: true }
  ? string[]
  : Options[Name] extends { type: 'boolean' }
    ? boolean
    : string;
type WithDefault = {
  [Name in OptionName]: Options[Name] extends { default: string } ? Name : never;
}[OptionName];

/** What a command reads: only what it declares. */
export type OptionValues<Needed extends OptionName, Taken extends OptionName> = {
  [Name in Needed | (Taken & WithDefault)]: OptionValue<Name>;
} & { [Name in Exclude<Taken, WithDefault>]?: OptionValue<Name> | undefined };
