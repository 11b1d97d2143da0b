// The usage text of `npm run merchant`.
import { SCOPES } from '#domain/scope.ts';
import { PURGE_USAGE } from './card/purge-options.ts';
import { SERVICE_USAGE } from './command-line.ts';
import { POS_USAGE } from './pos/pos-commands.ts';
import { SETTING_USAGE } from './setting-options.ts';

export const MERCHANT_USAGE = `Usage: npm run merchant -- COMMAND [options]

  create  --name NAME [--pos FILE [--unchecked]] [--test] [--scopes LIST] [settings]
          A new merchant and its first key. FILE holds the virtual POS as JSON ("-" reads standard input):
          { "kind": "nestpay", "apiUrl", "gateUrl", "clientId", "userName", "password", "storeKey" }.
          The account is live for good; with --test it is a test account: FILE is of the bank's test
          environment. Without FILE it is a test account at the simulated bank of the local service or of a
          deployed sandbox. The bank of FILE must answer an inquiry first, but with --unchecked.
  twin    --merchant ID [--pos FILE [--unchecked]] [--scopes LIST]
          A test account with the settings of a live one and data of its own. FILE as for create --test.
  find    --name TEXT | --api-key FILE
          The merchants with this text in their name, or the owners of the keys in FILE ("-" reads standard
          input), which is any text with keys in it. No key is printed or recorded.
  show    --merchant ID                                   its settings without secrets, and whether its bank
                                                          refuses them
  update  --merchant ID [--name NAME] [--pos FILE [--moved] [--unchecked]] [settings]
          Replaces the given settings within 60 seconds. FILE has new settings of the current virtual POS, as
          for pos rotate. With FILE, or without any setting, charges that wait because the bank refused the
          settings go on too.
  issue   --merchant ID [--live | --test] [--expires INSTANT] [--scopes LIST]
          One more key, of the account's mode. LIST is some of
          ${SCOPES.join(',')}.
          Without it the key has all but cards:raw, which stores card numbers that the merchant brings, and
          settings, which replaces the installment table.
  list    --merchant ID                                   its keys, without their secrets
  rotate  --merchant ID --key ID [--overlap-hours 24]     a new key with the same scopes; the old one ends
                                                          after the overlap
  revoke  --merchant ID --key ID [--keep]
          Ends a key within 60 seconds, waits for that, and stops what it made or set: webhooks are disabled,
          secrets that it knows end, open pages and links are closed (not those in Processing), the former
          installment table returns. --keep lists it and stops nothing. Customers, cards, recurring payments
          and refunds that it made are listed as what stays, at most 1,000 of each.
  installments --merchant ID [--virtual-pos ID] [--table FILE [--confirm]]
          The installment table of the current virtual POS, or of another; with FILE what it would become,
          confirmed from then on. FILE is CSV: family,installment,ratePercent,surchargeBearer,minimumAmount,
          validFrom,validUntil (docs/interface/installments.md 2.1).
  signing-secret add|list --merchant ID                   one more secret that signs results; at most two
  signing-secret retire --merchant ID --secret KID        ends one within 60 seconds. To rotate: add, install
                                                          both in the shop, retire the older one
${POS_USAGE}
${PURGE_USAGE}
  webhooks probe [--merchant ID]                          calls failing webhooks again within minutes, ten a
                                                          second, instead of after up to 12 hours
  log     [--month YYYY-MM] [--merchant ID]               every command of a month and who ran it
  budget  --merchant ID [--remove]                        adds the merchant to the usage plan, or removes it;
                                                          create, twin, issue and the last revoke do it

${SETTING_USAGE}
${SERVICE_USAGE}`;
