// Which hosted payments use 3-D Secure. NestPay's gate takes the card from the buyer's browser, so with
// 3-D Secure a stored card leaves the vault and everyone who has the page can read it. With `newCards` the
// issuer authenticates typed-in cards only, and no stored card leaves the vault.
export const THREE_D_SETTINGS = ['always', 'newCards', 'never'] as const;
export type ThreeDSetting = (typeof THREE_D_SETTINGS)[number];

export const isThreeDSetting = (value: unknown): value is ThreeDSetting =>
  THREE_D_SETTINGS.some((setting) => setting === value);

/** True if the issuer must authenticate the payer of this card (hosted-page.md 7.1). */
export const asksIssuer = (setting: ThreeDSetting, card: { isStored: boolean }): boolean =>
  setting === 'always' || (setting === 'newCards' && !card.isStored);
