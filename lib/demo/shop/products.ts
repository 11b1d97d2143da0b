// The demo shop's products. Prices are in minor units.
import type { Language } from '#domain/language.ts';

export type Product = {
  id: string;
  amountMinor: number;
  /** Charged again each month with the card that the buyer saves. */
  isMonthly?: boolean;
  name: Record<Language, string>;
  description: Record<Language, string>;
};

export const PRODUCTS: readonly Product[] = [
  {
    id: 'kahve',
    amountMinor: 42_500,
    name: { tr: 'Etiyopya Yirgacheffe, 250 g', en: 'Ethiopia Yirgacheffe, 250 g' },
    description: {
      tr: 'Yasemin ve bergamot notalı, açık kavrulmuş tek köken kahve.',
      en: 'A light single-origin roast with jasmine and bergamot.',
    },
  },
  {
    id: 'cezve',
    amountMinor: 80_950,
    name: { tr: 'Bakır cezve, iki kişilik', en: 'Copper cezve for two' },
    description: {
      tr: 'El dövmesi bakır, içi kalaylı, ceviz saplı. Bol köpük için.',
      en: 'Hand-hammered copper, tinned inside, walnut handle. For proper foam.',
    },
  },
  {
    id: 'cay',
    amountMinor: 18_990,
    name: { tr: 'Rize çayı, 500 g', en: 'Rize black tea, 500 g' },
    description: {
      tr: 'Mayıs hasadı, tavşan kanı. İnce belli bardakta içilir.',
      en: 'May harvest, deep red. Best in a slim-waisted glass.',
    },
  },
  {
    id: 'abonelik',
    amountMinor: 39_900,
    isMonthly: true,
    name: { tr: 'Ayın kahvesi aboneliği', en: 'Coffee of the month' },
    description: {
      tr:
        'Her ay taze kavrulmuş bir paket. Öderken kartınızı kaydedin; sonraki ayların ' +
        'ücreti kendiliğinden çekilir.',
      en: 'A fresh roast every month. Save your card as you pay; the next months are charged by themselves.',
    },
  },
];

export function findProduct(id: string): Product | undefined {
  return PRODUCTS.find((product) => product.id === id);
}
