// The notice about the last submit, above the fields.
import type { Notice } from '../../script/contract.ts';
import { byId } from '../elements.ts';
import { announce } from './form-elements.ts';

export const notice = byId('notice');

export const say = ({ title, lines, isCalm = false }: Notice) => {
  const heading = byId('notice-title');
  heading.textContent = title;
  heading.parentNode?.replaceChildren(
    heading,
    ...lines.map((line) => Object.assign(document.createElement('p'), { textContent: line })),
  );
  notice.classList.toggle('calm', isCalm);
  notice.hidden = false;
  announce([title, ...lines].join(' '));
};
