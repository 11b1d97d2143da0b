// The bank of a virtual POS. Its four digits follow from the host of the POS where only one bank has that
// host; the operator tells them otherwise (virtual-pos.md 1.4).
import { type AcquirerSettings, bankAddressOf } from '#acquirer/connect.ts';
import { defined } from '#domain/defined.ts';
import { SettingError } from '../merchant-settings.ts';

const CODE_OF_HOST: Readonly<Record<string, string>> = {
  'sanalpos2.ziraatbank.com.tr': '0010',
  'torus-stage-ziraat.asseco-see.com.tr': '0010',
  'sanalpos.halkbank.com.tr': '0012',
  'sanalpos.teb.com.tr': '0032',
  'www.sanalakpos.com': '0046',
  'api.akbank.com': '0046',
  'apipre.akbank.com': '0046',
  'sanalpos.sekerbank.com.tr': '0059',
  'sanalpos.isbank.com.tr': '0064',
  'istest.asseco-see.com.tr': '0064',
  'sanalposprov.garanti.com.tr': '0062',
  'sanalposprovtest.garantibbva.com.tr': '0062',
  'sanalpos.ingbank.com.tr': '0099',
  'www.fbwebpos.com': '0111',
  'sanalpos.abank.com.tr': '0124',
  'anadolusanalpos.est.com.tr': '0135',
  'sanalpos.turkiyefinans.com.tr': '0206',
};

/** Nothing if neither is certain: every card is then offered the merchant's counts. */
export const bankOf = (settings: AcquirerSettings, told?: string): { bankCode?: string } =>
  defined({ bankCode: told ?? CODE_OF_HOST[bankAddressOf(settings)] });

export function readBankCode(text: string): string {
  if (/^\d{4}$/.test(text)) return text;
  throw new SettingError('--bank is the four digits of the bank, such as 0064 for İş Bankası.');
}
