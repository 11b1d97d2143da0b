// The colours of a page, derived from the one that a merchant chose. In the light and in the dark scheme,
// every text has a contrast of at least 4.5 with its ground (WCAG 1.4.3), and every button one of 3.

const MIN_TEXT = 4.5;
const MIN_EDGE = 3;

/** As a page writes it: `#8a4b22`. */
const COLOR = /^#[0-9a-f]{6}$/;

/** The colours of one scheme of a page. */
type SchemeColors = {
  /** The ground of the button and of the initial, the text on it, and the ground under a pointer. */
  face: string;
  faceInk: string;
  faceOver: string;
  /** The button's border, for a ground that hardly differs from the page. */
  faceEdge: string;
  /** Links, marks and the outline of a focus, on the page. */
  accent: string;
  /** The ground of the chosen option. */
  tint: string;
};
export type BrandColors = { light: SchemeColors; dark: SchemeColors };

type BrandColorReading =
  | { kind: 'color'; color: string }
  | { kind: 'malformed' }
  /** No text is readable on this colour. `nearby`: the nearest colour that passes. */
  | { kind: 'unreadable'; contrast: string; nearby: string };

type Channels = readonly [red: number, green: number, blue: number];
const [WHITE, BLACK] = ['#ffffff', '#000000'];
/** The inks of a page: the text on a colour is one of them. */
const INKS = [WHITE, '#141925'] as const;
const DARK_INKS = [WHITE, '#0c0f15'] as const;
/** The grounds of a page (style.ts), in both schemes. */
const LIGHT_GROUNDS = [WHITE, '#f4f5fa'] as const;
const DARK_GROUNDS = ['#11141b', '#0c0f15', '#181c25'] as const;

function channelsOf(color: string): Channels {
  const number = Number.parseInt(color.slice(1), 16);
  return [number >> 16, (number >> 8) & 255, number & 255];
}

const linear = (channel: number) =>
  channel <= 0.040_45 * 255 ? channel / 255 / 12.92 : ((channel / 255 + 0.055) / 1.055) ** 2.4;

function luminance(color: string): number {
  const [red, green, blue] = channelsOf(color);
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

/** From 1 to 21, as WCAG defines it. */
export function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

const written = (channels: readonly number[]) =>
  `#${channels.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`;

/** Mixes a `share` of the other colour, from 0 to 1, into the colour. */
function mix(color: string, other: string, share: number): string {
  const theirs = channelsOf(other);
  return written(channelsOf(color).map((own, at) => own + ((theirs[at] ?? 0) - own) * share));
}

/** Lightens by a `share` of the distance to white. Hue and saturation stay: navy becomes blue, not grey. */
function lighter(color: string, share: number): string {
  const channels = channelsOf(color);
  const [low, high] = [Math.min(...channels), Math.max(...channels)];
  const middle = (low + high) / 2;
  const risen = middle + (255 - middle) * share;
  const room = (level: number) => Math.min(level, 255 - level);
  const spread = room(middle) === 0 ? 0 : room(risen) / room(middle);
  return written(channels.map((channel) => risen + (channel - middle) * spread));
}
const darker = (color: string, share: number) => mix(color, BLACK, share);

const STEPS = Array.from({ length: 51 }, (_, step) => step / 50);

type ColorChange = typeof darker;

/** The colour with the smallest change that passes; if none does, it is black or white. */
const changedUntil = (color: string, change: ColorChange, passes: (changed: string) => boolean): string =>
  STEPS.map((share) => change(color, share)).find(passes) ?? change(color, 1);

const worst = (color: string, grounds: readonly string[]) =>
  Math.min(...grounds.map((ground) => contrast(color, ground)));

const bestInk = (color: string, [light, dark]: readonly [string, string]) =>
  contrast(color, light) >= MIN_TEXT ? light : dark;

const tintOf = (accent: string, ground: string) => mix(ground, accent, 0.1);

export function readBrandColor(text: string): BrandColorReading {
  const color = text.toLowerCase();
  if (!COLOR.test(color)) return { kind: 'malformed' };
  const best = Math.max(...INKS.map((ink) => contrast(color, ink)));
  if (best >= MIN_TEXT) return { kind: 'color', color };
  const passes = (mixed: string) => contrast(mixed, bestInk(mixed, INKS)) >= MIN_TEXT;
  const [nearby = WHITE] = [darker, lighter]
    .map((change) => changedUntil(color, change, passes))
    .sort((a, b) => Math.abs(luminance(a) - luminance(color)) - Math.abs(luminance(b) - luminance(color)));
  // Rounded down: 4.496 is not 4.50.
  return { kind: 'unreadable', contrast: (Math.floor(best * 100) / 100).toFixed(2), nearby };
}

/** Under a pointer the ground gets more contrast to its ink; an almost black ground can only get lighter. */
function overOf(face: string, ink: string): string {
  const change = ink === WHITE && luminance(face) >= 0.02 ? darker : lighter;
  const over = change(face, 0.18);
  return contrast(over, ink) >= MIN_TEXT ? over : face;
}

function schemeOf(face: string, scheme: 'light' | 'dark'): SchemeColors {
  const [inks, grounds, change] =
    scheme === 'light'
      ? ([INKS, LIGHT_GROUNDS, darker] as const)
      : ([DARK_INKS, DARK_GROUNDS, lighter] as const);
  const [ground] = grounds;
  const isReadable = (accent: string) => worst(accent, [...grounds, tintOf(accent, ground)]) >= MIN_TEXT;
  const accent = changedUntil(face, change, isReadable);
  const faceInk = bestInk(face, inks);
  return {
    face,
    faceInk,
    faceOver: overOf(face, faceInk),
    faceEdge: worst(face, grounds) < MIN_EDGE ? accent : face,
    accent,
    tint: tintOf(accent, ground),
  };
}

/** Undefined if `readBrandColor` does not accept it. A dark colour is lightened for the dark scheme. */
export function brandColors(text: string): BrandColors | undefined {
  const reading = readBrandColor(text);
  if (reading.kind !== 'color') return undefined;
  const { color } = reading;
  const onDark = changedUntil(color, lighter, (face) => worst(face, DARK_GROUNDS) >= MIN_EDGE);
  return { light: schemeOf(color, 'light'), dark: schemeOf(onDark, 'dark') };
}
