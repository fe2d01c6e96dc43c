import { contrast, INK, luminance, mix, type Rgb, toHex, WHITE, withContrast } from './color.ts'
import { BLACK, both, isLight, type Pair, pairOf, type Scheme, type Schemes } from './schemes.ts'

/** WCAG 2.2, 1.4.3 and 1.4.11, with a margin, because the parts are rounded. */
const TEXT = 4.55
const CONTROL = 3.05

const onto = (fill: Rgb): Rgb => [WHITE, INK].find((color) => contrast(color, fill) >= TEXT) ?? BLACK

/** Returns the color of a small mark: checkbox, underline of a tab, focus ring. */
const markOf = (color: Rgb, { pages, pole }: Scheme): Rgb => withContrast(color, pole, pages, CONTROL)

const softOf = (color: Rgb, scheme: Scheme): Rgb => mix(markOf(color, scheme), scheme.surface, scheme.soft)

const textOf = (color: Rgb, scheme: Scheme): Rgb =>
  withContrast(color, scheme.pole, [...scheme.pages, ...scheme.hovers, softOf(color, scheme)], TEXT)

/** Returns the chosen text color, replaced if it is unreadable on the fill. */
const textOn = (fill: Rgb, chosen: Rgb | undefined): Rgb =>
  chosen && contrast(chosen, fill) >= TEXT ? chosen : onto(fill)

/** Returns a border for a fill that is hard to see on the page; others have none. */
const lineOf = (fill: Rgb, scheme: Scheme): Rgb | undefined =>
  scheme.pages.some((page) => contrast(fill, page) < CONTROL) ? markOf(fill, scheme) : undefined

/** Minimum contrast at which two neighboring fills look different. */
const VISIBLE = 1.08

/** Returns the fill under a pointer: darker, or lighter if its text would be unreadable or the change invisible. */
const shadeOf = (fill: Rgb, text: Rgb, share: number): Rgb => {
  const shades = [BLACK, WHITE].map((pole) => mix(fill, pole, share))
  const seen = shades.find((shade) => contrast(shade, text) >= TEXT && contrast(shade, fill) >= VISIBLE)
  return seen ?? mix(fill, luminance(text) > luminance(fill) ? BLACK : WHITE, share)
}

export type Tokens = Readonly<Record<string, string>>

/** Shades that a host chose in addition to a fill's color; each is used if the text stays readable. */
export interface FillChoices {
  text?: Rgb | undefined
  hover?: Rgb | undefined
  active?: Rgb | undefined
}

const HOVER = 0.1
const ACTIVE = 0.18

/** Returns the tokens of a filled button, with exactly the given color in both schemes. */
const fillTokens = (name: string, fill: Rgb, { schemes, ...chosen }: FillChoices & { schemes: Schemes }): Tokens => {
  const text = textOn(fill, chosen.text)
  const shade = (own: Rgb | undefined, share: number) =>
    toHex(own && contrast(own, text) >= TEXT ? own : shadeOf(fill, text, share))
  return {
    [`--fe-color-${name}-fill`]: toHex(fill),
    [`--fe-color-${name}-fill-hover`]: shade(chosen.hover, HOVER),
    [`--fe-color-${name}-fill-active`]: shade(chosen.active, ACTIVE),
    [`--fe-color-${name}-fill-line`]: both(schemes, (scheme) => lineOf(fill, scheme)),
  }
}

/** Returns tokens for marks, text and soft backgrounds in a color that is darkened or lightened as needed. */
const markTokens = (color: Pair, schemes: Schemes): Tokens => {
  const mark = (scheme: Scheme, at: 0 | 1) => markOf(color[at], scheme)
  return {
    '--fe-color-accent': both(schemes, mark),
    '--fe-color-accent-hover': both(schemes, (scheme, at) => shadeOf(mark(scheme, at), onto(mark(scheme, at)), HOVER)),
    '--fe-color-accent-strong': both(schemes, (scheme, at) => textOf(color[at], scheme)),
    '--fe-color-accent-soft': both(schemes, (scheme, at) => softOf(color[at], scheme)),
    '--fe-color-on-accent': both(schemes, (scheme, at) => onto(mark(scheme, at))),
  }
}

/** Returns all accent tokens, derived from one color. */
export const accentTokens = (color: Rgb, schemes: Schemes, chosen: FillChoices): Tokens => ({
  ...markTokens([color, color], schemes),
  ...fillTokens('accent', color, { schemes, ...chosen }),
  '--fe-color-on-accent-fill': toHex(textOn(color, chosen.text)),
})

/** Returns the tokens for text, soft background and border of a tone. */
export const toneTokens = (tone: string, color: Rgb, schemes: Schemes): Tokens => ({
  [`--fe-color-${tone}`]: both(schemes, (scheme) => textOf(color, scheme)),
  [`--fe-color-${tone}-soft`]: both(schemes, (scheme) => softOf(color, scheme)),
  [`--fe-color-${tone}-line`]: both(schemes, (scheme) => mix(markOf(color, scheme), scheme.surface, 0.7)),
})

/** Returns the tokens for the button of an action that can't be undone. */
export const dangerTokens = (color: Rgb, schemes: Schemes, chosen: FillChoices): Tokens => ({
  ...fillTokens('danger', color, { schemes, ...chosen }),
  '--fe-color-on-danger': toHex(textOn(color, chosen.text)),
})

/** The kit's own text colors, which are adjusted if the host's background requires it. */
const TEXTS: Readonly<Record<string, Pair>> = {
  text: pairOf('#14171f', '#edeff4'),
  muted: pairOf('#525a69', '#a7aebd'),
  faint: pairOf('#666e7d', '#8d95a6'),
  danger: pairOf('#b3261b', '#ff9088'),
  warning: pairOf('#8a4b08', '#f3c36d'),
  success: pairOf('#136c3a', '#72d99c'),
  info: pairOf('#1a5fb4', '#8bbdf8'),
}
const ACCENT = pairOf('#4f46e5', '#8b87ff')
const BORDER = pairOf('#8b93a2', '#6f7888')

const readable = (color: Rgb, { pages, hovers, pole }: Scheme): Rgb =>
  withContrast(color, pole, [...pages, ...hovers], TEXT)

/** Returns the default colors on a background of the host. */
export const defaultsOn = (schemes: Schemes): Tokens => ({
  ...Object.fromEntries(
    Object.entries(TEXTS).map(([name, pair]) => [
      `--fe-color-${name}`,
      both(schemes, (scheme, at) => readable(pair[at], scheme)),
    ]),
  ),
  ...markTokens(ACCENT, schemes),
  '--fe-color-accent-fill-line': both(schemes, (scheme, at) => lineOf(ACCENT[at], scheme)),
  '--fe-color-control': both(schemes, (scheme, at) => markOf(BORDER[at], scheme)),
})

/**
 * Returns the tokens of a host's text color, which applies in the scheme it was made for; the other keeps the default.
 */
export const textTokens = (
  name: 'text' | 'muted',
  color: Rgb,
  { schemes, scheme }: { schemes: Schemes; scheme: 0 | 1 },
): Tokens => ({
  [`--fe-color-${name}`]: both(schemes, (each, at) =>
    readable(at === scheme ? color : (TEXTS[name]?.[at] ?? color), each),
  ),
})

/** Returns the host's background in the scheme it was made for, and the kit's in the other. */
export const backgroundToken = (ground: Rgb, standard: string): string => {
  const [light, dark] = isLight(ground) ? [toHex(ground), standard] : [standard, toHex(ground)]
  return `light-dark(${light}, ${dark})`
}

/** Returns a text color that is readable on all backgrounds in both schemes. */
export const readableText = (color: Rgb, schemes: Schemes): string => both(schemes, (scheme) => readable(color, scheme))

/** Returns a filled part of the host: its exact color, readable text, and a border if the page hides it. */
export const partFill = (fill: Rgb, text: Rgb | undefined, schemes: Schemes) => ({
  text: toHex(textOn(fill, text)),
  line: both(schemes, (scheme) => lineOf(fill, scheme)),
})
