// Somebody who tries stolen numbers of many ranges from many addresses, each on a new page of a merchant.
import { Agent } from 'node:http';
import { passesLuhn } from '#domain/card/card.ts';
import { type Harness, wire } from '../harness/harness.ts';
import { createBuyer } from './buyer.ts';

const ENTRY = { ownerName: 'Ayşe Yılmaz', expiryMonth: '12', expiryYear: '29', cvv: '123' };
const ADDRESSES = 60;

/** The number at a place, each of another range. */
export function stolenNumber(at: number): string {
  const range = `4${String(10_000 + at * 37).padStart(5, '0')}`;
  return Array.from({ length: 10 }, (_, digit) => `${range}777777777${digit}`).find(passesLuhn) ?? '';
}

export function cardTester({ service, createPage, buyer }: Harness, key: string) {
  const host = service.baseUrl.replace('localhost', '127.0.0.1');
  return {
    /** Tries a card from the address at this place. The bank, if it is asked, answers with `outcome`. */
    tryCard: async (at: number, outcome: string, cardNumber = stolenNumber(at)) => {
      const form = await buyer.open((await createPage({}, { key })).hostedPageUrl);
      service.bank.script([outcome]);
      const agent = new Agent({ localAddress: `127.0.0.${(at % ADDRESSES) + 2}`, family: 4 });
      const answer = await createBuyer(wire(host, agent)).post(form, { ...ENTRY, cardNumber });
      agent.destroy();
      service.bank.script([]);
      return answer;
    },
  };
}
