// The card as people type it, at every speed, with the keys that they use to get on. What a field shows at
// the end is what was typed, or is refused: it is never another card that looks right.
import type { CDPSession, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { readPaymentForm } from '#contract/payment-form.ts';
import { readExpiry } from '#domain/card/typed-card.ts';
import { startFormPage, textIn } from '../driver/form-page.ts';

const { open } = startFormPage();

const CARDS = [
  { number: '5528790000000008', cvv: '123' },
  { number: '4603450000000000', cvv: '230' },
  { number: '374427000000003', cvv: '1234' },
  { number: '9792030000000000', cvv: '112' },
] as const;
/** Milliseconds from one key to the next. */
const SPEEDS = [10, 60, 120, 250] as const;
/** How a buyer gets to the next field; `alone`: the field moves on by itself. */
const WAYS = ['click', 'Tab', 'Shift-Tab and Tab', 'alone'] as const;
/** The month of the page is November 2026. */
const DATES = [
  ...['1126', '1226', '0127', '1230', '1129', '0230', '0330', '1029', '0931', '1231', '1146', '1046'],
  ...['12/30', '1/30', '01/27', '9/31', '11/29', '02/45', '12-30', '3 30', '10.28'],
  ...['12/2030', '1/2030', '112029', '2030-12'],
] as const;
/** Where a key is let go only after the next one is pressed, soon. */
const ROLLS = ['nowhere', 'after the number', 'in the expiry', 'after the expiry'] as const;
const ENTRIES = ['typed', 'typed', 'number pasted', 'typed', 'number filled in', 'expiry pasted'] as const;

/** Takes the values in turn, each for `each` typings. */
const turnOf = <T>(values: readonly T[], at: number, each = 1) =>
  values[Math.floor(at / each) % values.length] as T;

const TYPINGS = SPEEDS.flatMap((speed) =>
  WAYS.flatMap((way) => DATES.map((date) => ({ speed, way, date }))),
).map((one, at) => ({
  ...one,
  ...turnOf(CARDS, at),
  rolled: turnOf(ROLLS, at, 3),
  entry: turnOf(ENTRIES, at),
}));
type Typing = (typeof TYPINGS)[number];

type Keyboard = {
  /** `isRolled`: the key is let go after the next one is pressed. */
  press(key: string, isRolled?: boolean): unknown;
  /** Until the browser has taken every key. */
  done(): Promise<unknown>;
};

/** Keys that carry the instants at which they are pressed, by which a page sees the speed. Nobody waits. */
function timedKeyboard(session: CDPSession, speed: number): Keyboard {
  let atMs = Date.now();
  let sent: Promise<unknown>[] = [];
  let release = () => {};
  const send = (type: string, shown: string) => {
    const key = shown.replace('Shift-', '');
    const event = {
      ...{ type: type as 'keyDown', key, windowsVirtualKeyCode: key === 'Tab' ? 9 : key.charCodeAt(0) },
      ...{ modifiers: key === shown ? 0 : 8, timestamp: atMs / 1000 },
      ...(type === 'keyDown' && key !== 'Tab' && { text: key }),
    };
    sent.push(session.send('Input.dispatchKeyEvent', event));
  };
  return {
    press(key, isRolled = false) {
      send(key.length === 1 ? 'keyDown' : 'rawKeyDown', key);
      release();
      release = () => send('keyUp', key);
      atMs += isRolled ? Math.min(40, speed) : speed;
      if (isRolled) return;
      release();
      release = () => {};
    },
    done: async () => {
      await Promise.all(sent);
      sent = [];
    },
  };
}

/** The same in real time. */
function slowKeyboard(page: Page, speed: number): Keyboard {
  let last: Promise<unknown> = Promise.resolve();
  return {
    press(key) {
      last = last.then(async () => {
        await page.keyboard.press(key.replace('-', '+'));
        await page.waitForTimeout(speed);
      });
    },
    done: async () => await last,
  };
}

const EMPTY = `(() => {
  for (const field of document.querySelectorAll('#payment input[id]')) {
    field.value = '';
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }
  document.getElementById('cardNumber').focus();
})()`;
/** As a browser fills in a field, or a person pastes into it. */
const filled = (id: string, value: string, inputType = '') => `(() => {
  const field = document.getElementById('${id}');
  field.value = '${value}';
  field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: '${inputType}' }));
  if (!'${inputType}') field.dispatchEvent(new Event('change', { bubbles: true }));
})()`;

/** Enters the card on the page, and returns what the fields have then. */
async function enter(page: Page, keyboard: Keyboard, typing: Typing): Promise<Record<string, string>> {
  const { number, date, cvv, way, rolled, entry } = typing;
  const put = async (id: string, value: string, inputType?: string) => {
    await keyboard.done();
    await page.evaluate(filled(id, value, inputType));
  };
  const getTo = async (id: string, movesAlone: boolean) => {
    if (way === 'click') {
      await keyboard.done();
      const { x = 0, y = 0 } = (await page.locator(`#${id}`).boundingBox()) ?? {};
      return await page.mouse.click(x + 20, y + 10);
    }
    if (way === 'alone' && movesAlone) return;
    if (way === 'Shift-Tab and Tab' && movesAlone) keyboard.press('Shift-Tab');
    keyboard.press('Tab');
  };
  const type = (text: string, rolledAt = -1) => {
    for (const [at, key] of [...text].entries()) keyboard.press(key, at === rolledAt);
  };
  await page.evaluate(EMPTY);
  if (entry === 'number pasted') await put('cardNumber', number, 'insertFromPaste');
  else if (entry === 'number filled in') await put('cardNumber', number);
  else type(number, rolled === 'after the number' ? number.length - 1 : -1);
  await getTo('expiry', !entry.startsWith('number'));
  if (entry === 'expiry pasted') await put('expiry', date, 'insertFromPaste');
  else type(date, rolled === 'in the expiry' ? 1 : rolled === 'after the expiry' ? date.length - 1 : -1);
  await getTo('cvv', entry !== 'expiry pasted');
  type(cvv);
  await getTo('ownerName', false);
  type('Su');
  await keyboard.done();
  const fields = ['cardNumber', 'expiry', 'cvv', 'ownerName'];
  return Object.fromEntries(
    await Promise.all(fields.map(async (id) => [id, await textIn(page, id)] as const)),
  );
}

/** The fields that are not what was typed, and of these the ones that the service would take. */
function unlike({ number, date, cvv }: Typing, fields: Record<string, string>) {
  const isTyped: Record<string, boolean> = {
    cardNumber: fields['cardNumber']?.replaceAll(' ', '') === number,
    expiry: JSON.stringify(readExpiry(fields['expiry'] ?? '')) === JSON.stringify(readExpiry(date)),
    cvv: fields['cvv'] === cvv,
    ownerName: fields['ownerName'] === 'Su',
  };
  const read = readPaymentForm(fields, '2026-11', 1);
  const refused = read.kind === 'incomplete' ? read.errors.map(({ field }): string => field) : [];
  const other = Object.keys(isTyped).filter((name) => !isTyped[name]);
  return { other, taken: other.filter((name) => !refused.includes(name)) };
}

async function expectAsTyped(
  typings: readonly Typing[],
  keyboardFor: (page: Page) => Promise<(speed: number) => Keyboard>,
) {
  const { page, faults } = await open();
  const keyboardOf = await keyboardFor(page);
  const found: string[] = [];
  let takenCount = 0;
  for (const typing of typings) {
    const fields = await enter(page, keyboardOf(typing.speed), typing);
    const { other, taken } = unlike(typing, fields);
    if (other.length > 0) found.push(`${JSON.stringify(typing)}: ${JSON.stringify(fields)}`);
    if (taken.length > 0) takenCount += 1;
  }
  expect(faults).toEqual([]);
  const [otherCount, first] = [found.length, found.slice(0, 5)];
  expect({ takenCount, otherCount, first }).toEqual({ takenCount: 0, otherCount: 0, first: [] });
  await page.close();
}

it('400 typings at four speeds end with what was typed in every field', async () => {
  expect(TYPINGS).toHaveLength(400);
  await expectAsTyped(TYPINGS, async (page) => {
    const session = await page.context().newCDPSession(page);
    return (speed) => timedKeyboard(session, speed);
  });
});

it('sixteen of them in real time end so too', async () => {
  const sample = TYPINGS.filter((_, at) => at % 26 === 0);
  await expectAsTyped(sample, async (page) => (speed) => slowKeyboard(page, speed));
});
