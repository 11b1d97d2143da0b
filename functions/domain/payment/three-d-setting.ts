// Which hosted payments the issuer is asked about. NestPay's gate takes the card from the buyer's own
// browser, so a stored card that is asked about leaves the vault for whoever holds the page. A merchant can
// have both: the issuer's word for cards that are typed in, and a vault that no card ever leaves.
export const THREE_D_SETTINGS = ['always', 'newCards', 'never'] as const;
export type ThreeDSetting = (typeof THREE_D_SETTINGS)[number];

export const isThreeDSetting = (value: unknown): value is ThreeDSetting =>
  THREE_D_SETTINGS.some((setting) => setting === value);

/** Whether the issuer must vouch for whoever pays with this card (hosted-page.md 7.1). */
export const asksIssuer = (setting: ThreeDSetting, card: { isStored: boolean }): boolean =>
  setting === 'always' || (setting === 'newCards' && !card.isStored);
