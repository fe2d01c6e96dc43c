import { fromHex, luminance, type Rgb, toHex, WHITE } from './color.ts'

export const BLACK: Rgb = [0, 0, 0]

/** The grounds of one color scheme, on which colors must be readable. */
export interface Scheme {
  /** Page, surface and raised parts: marks and fills are seen against them. */
  pages: readonly Rgb[]
  /** Grounds under a pointer, which text must be readable on as well. */
  hovers: readonly Rgb[]
  surface: Rgb
  /** Where a color moves to gain contrast. */
  pole: Rgb
  /** Share of the surface in soft grounds. */
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

/** Black and white have the same contrast here, 4.58:1: each ground above can hold dark text, each below light text. */
const MIDDLE_LUMINANCE = 0.179

export const isLight = (color: Rgb): boolean => luminance(color) > MIDDLE_LUMINANCE

const withPages = (scheme: Scheme, own: readonly Rgb[]): Scheme => ({ ...scheme, pages: [...own, ...scheme.pages] })

/** Both schemes with the grounds of the host, each in the scheme that it was made for. */
export const schemesOf = (grounds: readonly Rgb[]): Schemes => ({
  light: withPages(LIGHT, grounds.filter(isLight)),
  dark: withPages(
    DARK,
    grounds.filter((ground) => !isLight(ground)),
  ),
})

/** A color of its own in each scheme. */
export type Pair = readonly [light: Rgb, dark: Rgb]

const text = (color: Rgb | undefined): string => (color ? toHex(color) : 'transparent')

/** A CSS color made for each scheme; `undefined` is transparent. */
export const both = ({ light, dark }: Schemes, make: (scheme: Scheme, at: 0 | 1) => Rgb | undefined): string =>
  `light-dark(${text(make(light, 0))}, ${text(make(dark, 1))})`

export const pairOf = (light: string, dark: string): Pair => [fromHex(light), fromHex(dark)]
