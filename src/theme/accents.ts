import { contrast, INK, luminance, mix, parseColor, type Rgb, reach, toHex, WHITE } from './color.ts'

/** WCAG 2.2, 1.4.3 and 1.4.11; a little more, because the parts are rounded. */
const TEXT = 4.55
const CONTROL = 3.05

interface Scheme {
  /** The lightest or darkest ground a text may stand on: page, surface, hover. */
  grounds: readonly Rgb[]
  surface: Rgb
  /** Where a color moves to gain contrast. */
  pole: Rgb
  /** Share of the surface in soft grounds. */
  soft: number
}

const BLACK: Rgb = [0, 0, 0]
const LIGHT: Scheme = { grounds: [WHITE, [246, 247, 249], [232, 235, 240]], surface: WHITE, pole: BLACK, soft: 0.92 }
const DARK: Scheme = {
  grounds: [
    [13, 15, 19],
    [20, 23, 29],
    [26, 30, 38],
    [39, 45, 56],
  ],
  surface: [20, 23, 29],
  pole: WHITE,
  soft: 0.82,
}

const both = (make: (scheme: Scheme) => Rgb): string => `light-dark(${toHex(make(LIGHT))}, ${toHex(make(DARK))})`

const onto = (fill: Rgb): Rgb => (contrast(WHITE, fill) >= TEXT ? WHITE : contrast(INK, fill) >= TEXT ? INK : BLACK)

const fillOf = (color: Rgb, { grounds, pole }: Scheme): Rgb => reach(color, pole, grounds.slice(0, 3), CONTROL)

const softOf = (color: Rgb, scheme: Scheme): Rgb => mix(fillOf(color, scheme), scheme.surface, scheme.soft)

const textOf = (color: Rgb, scheme: Scheme): Rgb =>
  reach(color, scheme.pole, [...scheme.grounds, softOf(color, scheme)], TEXT)

/** The text color that was chosen, replaced where it could not be read on the fill. */
const textOn = (fill: Rgb, chosen: Rgb | undefined): Rgb =>
  chosen && contrast(chosen, fill) >= TEXT ? chosen : onto(fill)

/** Away from the text on it, so that the text stays readable. */
const hoverOf = (color: Rgb, text: Rgb | undefined, scheme: Scheme): Rgb => {
  const fill = fillOf(color, scheme)
  return mix(fill, luminance(textOn(fill, text)) > luminance(fill) ? BLACK : WHITE, 0.14)
}

export type Tokens = Readonly<Record<string, string>>

/**
 * The whole accent family from one color; the host's own color wherever it already has the contrast.
 *
 * @param text of buttons in this color
 */
export const accentTokens = (color: Rgb, text?: Rgb): Tokens => ({
  '--fe-color-accent': both((scheme) => fillOf(color, scheme)),
  '--fe-color-accent-hover': both((scheme) => hoverOf(color, text, scheme)),
  '--fe-color-accent-strong': both((scheme) => textOf(color, scheme)),
  '--fe-color-accent-soft': both((scheme) => softOf(color, scheme)),
  '--fe-color-on-accent': both((scheme) => textOn(fillOf(color, scheme), text)),
})

/** Text, soft ground and border of a meaning. */
export const toneTokens = (tone: string, color: Rgb): Tokens => ({
  [`--fe-color-${tone}`]: both((scheme) => textOf(color, scheme)),
  [`--fe-color-${tone}-soft`]: both((scheme) => softOf(color, scheme)),
  [`--fe-color-${tone}-line`]: both((scheme) => mix(fillOf(color, scheme), scheme.surface, 0.7)),
  ...(tone === 'danger' && {
    '--fe-color-danger-fill': both((scheme) => fillOf(color, scheme)),
    '--fe-color-on-danger': both((scheme) => onto(fillOf(color, scheme))),
  }),
})

/** A ground or text color of the host holds in the scheme it was made for; the other keeps the default. */
export const groundTokens = (ground: Rgb | undefined, text: Rgb | undefined, muted: Rgb | undefined): Tokens => {
  const page = ground ?? WHITE
  const isLight = luminance(page) > 0.4
  const pole = isLight ? BLACK : WHITE
  const pair = (own: Rgb, standard: string) =>
    isLight ? `light-dark(${toHex(own)}, ${standard})` : `light-dark(${standard}, ${toHex(own)})`
  const grounds = isLight ? [page, ...LIGHT.grounds] : [page, ...DARK.grounds]
  return {
    ...(ground && { '--fe-color-bg': pair(ground, isLight ? '#0d0f13' : '#f6f7f9') }),
    ...(text && { '--fe-color-text': pair(reach(text, pole, grounds, TEXT), isLight ? '#edeff4' : '#14171f') }),
    ...(muted && { '--fe-color-muted': pair(reach(muted, pole, grounds, TEXT), isLight ? '#a7aebd' : '#525a69') }),
  }
}

export const colorOf = (value: unknown): Rgb | undefined => parseColor(value)

/** A text color that can be read on the kit's grounds in both schemes. */
export const readableText = (color: Rgb): string => both(({ pole, grounds }) => reach(color, pole, grounds, TEXT))

/** The host's text color on its own fill, moved or replaced when it could not be read there. */
export const readableOn = (fill: Rgb, text: Rgb | undefined): string => toHex(textOn(fill, text))

/** A ground of the host in the scheme it was made for, the kit's in the other. */
export const surfaceOf = (ground: Rgb): string => {
  const [light, dark] =
    luminance(ground) > 0.4 ? [toHex(ground), 'var(--fe-color-surface)'] : ['var(--fe-color-surface)', toHex(ground)]
  return `light-dark(${light}, ${dark})`
}
