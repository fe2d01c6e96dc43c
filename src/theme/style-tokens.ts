import { readableOn, readableText, surfaceOf, type Tokens } from './accents.ts'
import { parseColor, toHex } from './color.ts'
import { toAlignment, toFontFamily, toLength, toWeight } from './theme-values.ts'

const toColor = (value: unknown): string | undefined => {
  const color = parseColor(value)
  return color && toHex(color)
}

type Kind = (value: unknown) => string | undefined

/** Css properties of the wire's style objects that have a token, and the only form each may take. */
const PROPERTIES: Readonly<Record<string, Kind>> = {
  borderColor: toColor,
  borderRadius: toLength,
  fontFamily: toFontFamily,
  fontSize: toLength,
  fontWeight: toWeight,
  height: toLength,
  maxWidth: toLength,
  padding: toLength,
  textAlign: toAlignment,
  width: toLength,
}

/** Style objects of `loginBox` that are mapped: `--fe-box-background-color`, `--fe-title-font-size` … */
const STYLES: Readonly<Record<string, string>> = {
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

/** Parts that carry a color of their own in both schemes; the others are grounds for text. */
const FILLS = ['button', 'submit']

const kebab = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** Colors of a part stay readable: on its own ground, else on the kit's in both schemes. */
const colorTokens = (part: string, text: unknown, ground: unknown): Tokens => {
  const color = parseColor(text)
  const fill = parseColor(ground)
  const isFill = FILLS.includes(part)
  return {
    ...(fill && { [`--fe-${part}-background-color`]: isFill ? toHex(fill) : surfaceOf(fill) }),
    ...(isFill && fill && { [`--fe-${part}-color`]: readableOn(fill, color) }),
    ...(!isFill && color && { [`--fe-${part}-color`]: readableText(color) }),
  }
}

const partTokens = (part: string, read: (property: string) => unknown): Tokens => {
  const plain = Object.entries(PROPERTIES).map(([name, kind]) => [`--fe-${part}-${kebab(name)}`, kind(read(name))])
  return {
    ...Object.fromEntries(plain.filter((entry) => entry[1] !== undefined)),
    ...colorTokens(part, read('color'), read('backgroundColor')),
  }
}

export const styleTokens = (read: (path: string) => unknown): Tokens =>
  Object.assign(
    {},
    ...Object.entries(STYLES).map(([path, part]) => partTokens(part, (name) => read(`${path}.${name}`))),
  )
