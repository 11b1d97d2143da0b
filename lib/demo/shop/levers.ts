// The levers for clock and bank, which stand in the shop and beside the console of the local service: how far
// each moves the clock, and what the bank does with the next movement of money.

export const CLOCK_MOVES = { minutes: 'PT2M', day: 'P1D', month: 'P1M' } as const;
export const BANK_MOVES = { bankSilent: 'lost-after', bankDeclines: 'decline:51' } as const;

export const LEVER_TEXTS = {
  levers: ['Bu makinenin kolları', 'The levers of this machine'],
  minutes: ['Saati iki dakika ileri al', 'Move the clock on two minutes'],
  day: ['Saati bir gün ileri al', 'Move the clock on a day'],
  month: ['Saati bir ay ileri al', 'Move the clock on a month'],
  bankSilent: ['Bankanın sonraki yanıtını kaybet', 'Lose the bank’s next answer'],
  bankDeclines: ['Banka sonrakini reddetsin', 'Let the bank decline the next'],
  pulled: ['tamam', 'done'],
  shop: ['Demo mağaza', 'Demo shop'],
} as const;
