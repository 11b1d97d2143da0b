// The script of all other pages: each part runs only on the pages that name it.
import type { ScriptPart } from '../script/contract.ts';
import { body } from './elements.ts';
import { tellShop } from './frame.ts';
import { challenge } from './outcome/challenge.ts';
import { offerCopy } from './outcome/copying.ts';
import { check, goBack } from './outcome/waiting.ts';

const PARTS: Record<Exclude<ScriptPart, 'form'>, () => void> = {
  frame: tellShop,
  challenge,
  checking: check,
  return: goBack,
  copy: offerCopy,
};

for (const part of body.dataset.runs.split(' ') as (keyof typeof PARTS)[]) PARTS[part]();
