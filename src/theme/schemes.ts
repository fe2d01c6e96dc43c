import { fromHex, luminance, type Rgb, toHex, WHITE } from './color.ts'

export const BLACK: Rgb = [0, 0, 0]

/** Backgrounds of one color scheme, on which colors must be readable. */
export interface Scheme {
  /** Page, surface and raised parts, on which marks and fills must be visible. */
  pages: readonly Rgb[]
  /** Backgrounds under a pointer, on which text must be readable too. */
  hovers: readonly Rgb[]
  surface: Rgb
  /** Color toward which others move to gain contrast. */
  pole: Rgb
  /** Share of the surface in soft backgrounds. */
  soft: number
}

export interface Schemes {
  light: Scheme
  dark: Scheme
}

const LIGHT: Scheme = {
  pages: [WHITE, [246, 247, 249], [232, 235, 240]],
  hovers: [],
  surface: WHITE,
  pole: BLACK,
  soft: 0.92,
}
const DARK: Scheme = {
  pages: [
    [13, 15, 19],
    [20, 23, 29],
    [26, 30, 38],
  ],
  hovers: [[39, 45, 56]],
  surface: [20, 23, 29],
  pole: WHITE,
  soft: 0.82,
}

/**
 * Luminance at which black and white have the same contrast, 4.58:1: each brighter background supports dark text, and
 * each darker one light text.
 */
const MIDDLE_LUMINANCE = 0.179

export const isLight = (color: Rgb): boolean => luminance(color) > MIDDLE_LUMINANCE

const withPages = (scheme: Scheme, own: readonly Rgb[]): Scheme => ({ ...scheme, pages: [...own, ...scheme.pages] })

/** Returns both schemes with the host's backgrounds, each in the scheme that it was made for. */
export const schemesOf = (grounds: readonly Rgb[]): Schemes => ({
  light: withPages(LIGHT, grounds.filter(isLight)),
  dark: withPages(
    DARK,
    grounds.filter((ground) => !isLight(ground)),
  ),
})

/** A separate color for each scheme. */
export type Pair = readonly [light: Rgb, dark: Rgb]

const text = (color: Rgb | undefined): string => (color ? toHex(color) : 'transparent')

/** Returns a CSS color with a value for each scheme; `undefined` is transparent. */
export const both = ({ light, dark }: Schemes, make: (scheme: Scheme, at: 0 | 1) => Rgb | undefined): string =>
  `light-dark(${text(make(light, 0))}, ${text(make(dark, 1))})`

export const pairOf = (light: string, dark: string): Pair => [fromHex(light), fromHex(dark)]
