import type { Logger } from '../kernel/logger.ts'
import {
  accentTokens,
  backgroundToken,
  dangerTokens,
  defaultsOn,
  type FillChoices,
  type Tokens,
  textTokens,
  toneTokens,
} from './accents.ts'
import { parseColor, type Rgb } from './color.ts'
import { isLight, type Schemes, schemesOf } from './schemes.ts'
import { backgroundsOfParts, styleTokens } from './style-tokens.ts'
import { adviseOnTheme } from './theme-advice.ts'
import {
  at,
  isTree,
  type SchemeName,
  toDirection,
  toFontFamily,
  toFontSize,
  toImageUrl,
  toLength,
  toScheme,
  toSpacing,
  toWeight,
} from './theme-values.ts'

export interface Theme {
  /** A rule with token values on `:host`; adopt it after the kit's own sheets. */
  css: string
  tokens: Tokens
  direction: 'ltr' | 'rtl' | undefined
  scheme: SchemeName
  /** Pictures and texts of the host that the elements render. */
  logo: string | undefined
}

interface CreateThemeOptions {
  themeOptions?: unknown
  /** `metadata.themeV2`; the host's own options take precedence, key by key. */
  metadataTheme?: unknown
  /** Element whose own keys take precedence over the general ones. */
  element?: 'loginBox' | 'adminPortal'
  log?: Pick<Logger, 'warn'>
}

type Read = (path: string) => unknown

/**
 * Returns a reader that looks up a path under the element first, then at the root, and in the host's options before the
 * metadata.
 */
const readerOf = ({ themeOptions, metadataTheme, element }: CreateThemeOptions): Read => {
  const trees = [themeOptions, metadataTheme].flatMap((tree) => [...(element ? [at(tree, element)] : []), tree])
  return (path) => trees.map((tree) => at(tree, path)).find((value) => value !== undefined)
}

/** Returns a shade. Shades are objects; a plain string is the main one. */
const shade = (read: Read, name: string, key = 'main'): unknown => {
  const whole = read(`palette.${name}`)
  return isTree(whole) ? read(`palette.${name}.${key}`) : whole
}

const TONES = { danger: ['danger', 'error'], warning: ['warning'], success: ['success'], info: ['info'] } as const

const choicesOf = (read: Read, name: string): FillChoices => ({
  text: parseColor(read(`palette.${name}.contrastText`)),
  hover: parseColor(read(`palette.${name}.hover`)),
  active: parseColor(read(`palette.${name}.active`)),
})

const toneTokensOf = (read: Read, schemes: Schemes): Tokens[] =>
  Object.entries(TONES).map(([tone, names]) => {
    const name = names.find((each) => parseColor(shade(read, each)))
    const color = name && parseColor(shade(read, name))
    if (!color) return {}
    const danger = tone === 'danger' ? dangerTokens(color, schemes, choicesOf(read, name)) : {}
    return { ...toneTokens(tone, color, schemes), ...danger }
  })

const pageTokens = (read: Read, page: Rgb | undefined, schemes: Schemes): Tokens => {
  const text = parseColor(shade(read, 'text', 'primary'))
  const muted = parseColor(read('palette.text.secondary'))
  const place = { schemes, scheme: page && !isLight(page) ? 1 : 0 } as const
  return {
    ...(page && { '--fe-color-bg': backgroundToken(page, isLight(page) ? '#0d0f13' : '#f6f7f9') }),
    ...(text && textTokens('text', text, place)),
    ...(muted && textTokens('muted', muted, place)),
  }
}

const colorTokens = (read: Read): Tokens => {
  const page = parseColor(shade(read, 'background', 'default'))
  const grounds = [...(page ? [page] : []), ...backgroundsOfParts(read)]
  const schemes = schemesOf(grounds)
  const accent = parseColor(shade(read, 'primary'))
  return Object.assign(
    grounds.length > 0 ? defaultsOn(schemes) : {},
    accent ? accentTokens(accent, schemes, choicesOf(read, 'primary')) : {},
    ...toneTokensOf(read, schemes),
    pageTokens(read, page, schemes),
    styleTokens(read, schemes),
  )
}

const FONT_SCALE = { xs: 12, s: 13, m: 14, l: 16, xl: 20, '2xl': 24 } as const

const fontSizes = (value: unknown): Tokens => {
  const size = toFontSize(value)
  if (size === undefined) return {}
  const scaled = Object.entries(FONT_SCALE).map(([name, px]) => [
    `--fe-font-size-${name}`,
    `${Math.round((px * size * 100) / FONT_SCALE.m) / 100}px`,
  ])
  return Object.fromEntries(scaled)
}

const SPACES = [1, 2, 3, 4, 5, 6, 8, 10, 12]
/** Default factor of the wire's spacing. */
const SPACING = 8

const spaces = (value: unknown): Tokens => {
  const factor = toSpacing(value)
  if (factor === undefined) return {}
  return Object.fromEntries(SPACES.map((step) => [`--fe-space-${step}`, `${(step * 4 * factor) / SPACING}px`]))
}

const only = (tokens: Readonly<Record<string, string | undefined>>): Tokens =>
  Object.fromEntries(Object.entries(tokens).filter((entry): entry is [string, string] => entry[1] !== undefined))

const typographyTokens = (read: Read): Tokens => ({
  ...fontSizes(read('typography.fontSize')),
  ...only({
    '--fe-font-family': toFontFamily(read('typography.fontFamily') ?? read('typographyStyleOptions.fontFamily')),
    '--fe-font-weight-regular': toWeight(read('typography.fontWeightRegular')),
    '--fe-font-weight-medium': toWeight(read('typography.fontWeightMedium')),
    '--fe-font-weight-bold': toWeight(read('typography.fontWeightBold')),
    '--fe-radius-m': toLength(read('shape.borderRadius')),
  }),
})

const schemeOf = (read: Read): SchemeName => {
  const mode = toScheme(read('mode'))
  if (mode) return mode
  const name = read('themeName')
  return typeof name === 'string' && name.startsWith('dark') ? 'dark' : 'page'
}

const SPLIT_SIZE = 50
const MIN_SPLIT = 20
const MAX_SPLIT = 80

/**
 * Returns the layout tokens. A floating box is centered in its part of a wide page; the other part shows the page's
 * background.
 */
const layoutTokens = (read: Read): Tokens => {
  const side = ['float-left', 'float-right'].indexOf(String(read('layout.type')))
  if (side < 0) return {}
  const size = Number(read('layout.splitSize') ?? SPLIT_SIZE)
  const share = Number.isFinite(size) ? Math.min(MAX_SPLIT, Math.max(MIN_SPLIT, size)) : SPLIT_SIZE
  return { [side === 0 ? '--fe-page-free-right' : '--fe-page-free-left']: `${100 - share}%` }
}

const toRule = (tokens: Tokens): string => {
  const sheet = new CSSStyleSheet()
  sheet.insertRule(':host, .fe-root {}')
  const [rule] = sheet.cssRules
  if (!(rule instanceof CSSStyleRule)) return ''
  // The browser drops invalid values.
  for (const [name, value] of Object.entries(tokens)) rule.style.setProperty(name, value)
  return rule.cssText
}

/**
 * Creates typed token values from a host's theme options; selector maps, functions and custom styles are reported once
 * and ignored.
 */
export const createTheme = (options: CreateThemeOptions = {}): Theme => {
  if (options.log) adviseOnTheme(options.themeOptions, options.log)
  const read = readerOf(options)
  const tokens = {
    ...colorTokens(read),
    ...typographyTokens(read),
    ...spaces(read('spacing')),
    ...(options.element === 'loginBox' && layoutTokens(read)),
  }
  return {
    css: toRule(tokens),
    tokens,
    direction: toDirection(read('direction')),
    scheme: schemeOf(read),
    logo: toImageUrl(read('logo.image')),
  }
}
