// The form, its fields and its words.
import type { FormWords } from '../../script/contract.ts';
import { byId } from '../elements.ts';

export const form = byId('payment');
export const words: FormWords = form.dataset;
export const number = byId('cardNumber');
export const expiry = byId('expiry');
export const cvv = byId('cvv');
export const ownerName = byId('ownerName');
export const button = byId('pay');
export const label = byId('pay-text');

export const announce = (text: string) => {
  byId('status').textContent = text;
};

if (location.href.split('#')[0] !== form.action) history.replaceState(null, '', form.action);
