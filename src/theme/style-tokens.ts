import { backgroundToken, partFill, readableText, type Tokens } from './accents.ts'
import { parseColor, type Rgb, toHex } from './color.ts'
import type { Schemes } from './schemes.ts'
import { toAlignment, toFontFamily, toLength, toLengths, toWeight } from './theme-values.ts'

const toColor = (value: unknown): string | undefined => {
  const color = parseColor(value)
  return color && toHex(color)
}

type Kind = (value: unknown) => string | undefined

/** CSS properties of the wire's style objects that have a token, and the only form each may have. */
export const PROPERTIES: Readonly<Record<string, Kind>> = {
  borderColor: toColor,
  borderRadius: toLength,
  fontFamily: toFontFamily,
  fontSize: toLength,
  fontWeight: toWeight,
  height: toLength,
  maxWidth: toLength,
  padding: toLengths,
  textAlign: toAlignment,
  width: toLength,
}

/** Style objects of `loginBox` that are mapped: `--fe-box-background-color`, `--fe-title-font-size` … */
export const STYLES: Readonly<Record<string, string>> = {
  rootStyle: 'page',
  boxStyle: 'box',
  boxTitleStyle: 'title',
  boxMessageStyle: 'message',
  'logo.style': 'logo',
  'inputTheme.base': 'input',
  'inputTheme.label': 'label',
  'buttonTheme.base': 'button',
  'submitButtonTheme.base': 'submit',
}

/** Parts that have a color of their own in both schemes; the others are backgrounds of text. */
const FILLS = ['button', 'submit']

/** Color that a part with the host's background has in the other scheme. */
const SURFACE = 'var(--fe-color-surface)'

const kebab = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

type Read = (path: string) => unknown

/** Returns the backgrounds that the host sets for parts with text. */
export const backgroundsOfParts = (read: Read): readonly Rgb[] =>
  Object.entries(STYLES)
    .filter(([, part]) => !FILLS.includes(part))
    .map(([path]) => parseColor(read(`${path}.backgroundColor`)))
    .filter((color) => color !== undefined)

const fillTokens = (
  part: string,
  fill: Rgb,
  { text, schemes }: { text: Rgb | undefined; schemes: Schemes },
): Tokens => {
  const { text: readable, line } = partFill(fill, text, schemes)
  return {
    [`--fe-${part}-background-color`]: toHex(fill),
    [`--fe-${part}-color`]: readable,
    [`--fe-${part}-border-color`]: line,
  }
}

/** Returns the colors of a part, which stay readable: on its own fill, or else on all backgrounds in both schemes. */
const colorTokens = (part: string, read: Read, schemes: Schemes): Tokens => {
  const text = parseColor(read('color'))
  const ground = parseColor(read('backgroundColor'))
  if (FILLS.includes(part)) return ground ? fillTokens(part, ground, { text, schemes }) : {}
  return {
    ...(ground && { [`--fe-${part}-background-color`]: backgroundToken(ground, SURFACE) }),
    ...(text && { [`--fe-${part}-color`]: readableText(text, schemes) }),
  }
}

const partTokens = (part: string, read: Read, schemes: Schemes): Tokens => {
  const plain = Object.entries(PROPERTIES).map(([name, kind]) => [`--fe-${part}-${kebab(name)}`, kind(read(name))])
  return {
    ...colorTokens(part, read, schemes),
    ...Object.fromEntries(plain.filter((entry) => entry[1] !== undefined)),
  }
}

const only = (name: string, value: string | undefined): Tokens => (value === undefined ? {} : { [name]: value })

export const styleTokens = (read: Read, schemes: Schemes): Tokens =>
  Object.assign(
    only('--fe-logo-text-align', toAlignment(read('logo.alignment'))),
    ...Object.entries(STYLES).map(([path, part]) => partTokens(part, (name) => read(`${path}.${name}`), schemes)),
  )
