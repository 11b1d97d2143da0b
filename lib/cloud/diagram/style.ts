// Colours and fonts of the architecture diagram. Each colour has a light and a dark value, so neither can be
// forgotten; the viewer's system chooses.

type Colour = { light: string; dark: string };
const colour = (light: string, dark: string): Colour => ({ light, dark });

const INK = colour('#141925', '#eef1f7');
const SOFT = colour('#5a6478', '#a9b2c4');
const GROUND = colour('#ffffff', '#11141b');
const LINE = colour('#dfe3ec', '#2d3340');
const ACCENT = colour('#3446c8', '#9aa8ff');
const MONEY = colour('#0d7a55', '#71dcaa');

const COLOURS: Readonly<Record<string, Partial<Record<'fill' | 'stroke', Colour>>>> = {
  ground: { fill: GROUND, stroke: LINE },
  panel: { fill: colour('#f4f6fb', '#191e28') },
  actor: { fill: colour('#e8ecfb', '#20274a'), stroke: colour('#c9d1f3', '#38427a') },
  step: { fill: colour('#e3f4ec', '#13342a'), stroke: colour('#bfe3d2', '#24553f') },
  rail: { stroke: LINE },
  row: { stroke: colour('#e9ecf3', '#222733') },
  bracket: { stroke: colour('#aab3c8', '#525c72') },
  arrow: { stroke: SOFT },
  arrowhead: { fill: SOFT },
  ink: { fill: INK },
  soft: { fill: SOFT },
  accent: { fill: ACCENT },
  spot: { fill: GROUND, stroke: ACCENT },
  'spot.full': { fill: ACCENT },
  'spot.money': { fill: MONEY, stroke: MONEY },
};

const SHAPES = `.rail{stroke-width:2}.spot{stroke-width:2.25}.arrow{stroke-width:1.5}
text{font:13px system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",Arial,sans-serif}
.title{font-size:19px;font-weight:650;letter-spacing:-.01em}.big{font-size:15px;font-weight:650}
.small{font-size:11px}.strong{font-weight:600}.end{text-anchor:end}.middle{text-anchor:middle}`;

const coloursIn = (scheme: keyof Colour) =>
  Object.entries(COLOURS)
    .map(([name, properties]) => {
      const declarations = Object.entries(properties).map(
        ([property, { [scheme]: value }]) => `${property}:${value}`,
      );
      return `.${name}{${declarations.join(';')}}`;
    })
    .join('');

export const STYLE = `${SHAPES}
${coloursIn('light')}
@media(prefers-color-scheme:dark){${coloursIn('dark')}}`;
