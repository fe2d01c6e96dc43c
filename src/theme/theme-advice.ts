import type { Logger } from '../kernel/logger.ts'
import { nearestName } from '../kernel/nearest-name.ts'
import { appearanceFaults } from './appearance-advice.ts'
import { parseColor } from './color.ts'
import { PROPERTIES, STYLES } from './style-tokens.ts'
import {
  at,
  isTree,
  toAlignment,
  toDirection,
  toFontFamily,
  toFontSize,
  toImageUrl,
  toLength,
  toScheme,
  toSpacing,
  toWeight,
} from './theme-values.ts'

const DEEPEST = 12
const MAX_NAMED = 20

const isSelector = (key: string): boolean => /[&>:.#[\]\s*]/.test(key)

/** Skips `components` of regions such as `boxHeader`, which the elements render, not the theme. */
const find = (node: unknown, path: string, depth: number): string[] => {
  if (typeof node === 'function') return [path]
  if (!isTree(node) || depth > DEEPEST) return []
  return Object.keys(node).flatMap((key) => {
    const here = path ? `${path}.${key}` : key
    if (key === 'customStyles' || isSelector(key)) return [here]
    return find(node[key], here, depth + 1)
  })
}

/** Returns the paths of selector maps, functions and custom styles, which this theme ignores. */
const findUnsupported = (options: unknown): readonly string[] => find(options, '', 0).slice(0, MAX_NAMED)

/** The only theme; the other options set its colors, fonts and shapes. */
const THEME = 'modern'

interface KnownKeys {
  /** Keys that this release reads. */
  read: string
  /** Keys of existing configurations that nothing reads in this release. */
  inert: string
}

const BASE: KnownKeys = {
  read: 'palette typography typographyStyleOptions spacing direction shape mode themeName',
  inert: 'externalAssets shadows transitions breakpoints components',
}

const BOX: KnownKeys = {
  read: 'rootStyle boxStyle boxTitleStyle boxMessageStyle logo layout inputTheme buttonTheme submitButtonTheme',
  inert: `pageStyle pageHeader pageFooter boxHeader boxFooter docTitle poweredByPlacement poweredByColor
    phoneNumberSelect linkButtonTheme passkeysButtonTheme backToLoginStyle forgotPasswordButton`,
}

const FILL: KnownKeys = { read: 'main contrastText hover active', inert: 'light dark border' }

/** Places whose keys are checked. Objects of CSS and of components may have any keys. */
export const PLACES: Readonly<Record<string, KnownKeys>> = {
  '': {
    read: `${BASE.read} ${BOX.read} adminPortal loginBox customStyles`,
    inert: `${BASE.inert} ${BOX.inert}`,
  },
  palette: {
    read: 'primary danger error warning success info background text',
    inert: 'default secondary switchButton common grey icon divider loader primaryText secondaryText',
  },
  'palette.primary': FILL,
  'palette.danger': FILL,
  'palette.error': FILL,
  'palette.background': { read: 'default', inert: '' },
  'palette.text': { read: 'primary secondary', inert: 'disabled' },
  typography: {
    read: 'fontFamily fontSize fontWeightRegular fontWeightMedium fontWeightBold',
    inert: `htmlFontSize fontWeightLight h1 h2 h3 h4 h5 h6 subtitle1 subtitle2 subtitle2Light body1 body1Bold body2
      body2Bold caption button overline link label pageTitle pageTitleSmall dialogTitle selectOption switchLabel
      tableTitleCell tableSmallHeader tableStandardCell tableCountCell tableCategory tableFilterTitle
      tableFilterChipInfo tableHeaderTitle tablePopupTitle tablePlaceholderTitle tablePlaceholderDescription
      tableIpCellText tableIpPopupTitle tableIpPopupDesc uploadDropZoneDescription uploadDropZoneProgressText`,
  },
  loginBox: {
    read: `${BASE.read} ${BOX.read} socialLogins signup`,
    inert: `${BASE.inert} ${BOX.inert} login forgotPassword resetPassword resetPhoneNumber activateAccount
      acceptInvitation openApp stepUp loader`,
  },
  'loginBox.logo': { read: 'image alignment style', inert: 'placement' },
  'loginBox.layout': {
    read: 'type splitSize',
    inert: 'sideElement sideElementStyle splitModeElements splitModeStyles',
  },
  adminPortal: {
    read: `${BASE.read} pages`,
    inert: `${BASE.inert} layout navigation rightPanel tableTheme selectTheme severityChipTheme treeGraphTheme dropZone
      datePickerTheme`,
  },
}

/** The options of all elements, and those of one element. */
const ELEMENTS = ['', 'loginBox.', 'adminPortal.']

const namesOf = (keys: string): string[] => keys.split(/\s+/).filter(Boolean)

/**
 * Returns whether a key has a value. Functions are already reported as unsupported, and empty values change nothing.
 */
const isSet = (value: unknown): boolean =>
  typeof value !== 'function' && Boolean(value) && !(isTree(value) && Object.keys(value).length === 0)

const ownKeys = (options: unknown, place: string): string[] => {
  const node = place === '' ? options : at(options, place)
  if (!isTree(node)) return []
  return Object.keys(node).filter((key) => isSet(node[key]))
}

const joined = (place: string, key: string): string => (place ? `${place}.${key}` : key)

const withMeant = (place: string, key: string, known: readonly string[]): string => {
  const meant = nearestName(key, known)
  return joined(place, key) + (meant ? ` (did you mean ${joined(place, meant)}?)` : '')
}

const namesWithoutEffect = (options: unknown): string[] =>
  ['themeName', 'loginBox.themeName', 'adminPortal.themeName'].flatMap((path) => {
    const name = at(options, path)
    return typeof name === 'string' && name !== THEME ? `${path} '${name}'` : []
  })

/** Colors of a palette, with the keys of each that are colors themselves. A plain color is the first of them. */
const COLORS: Readonly<Record<string, string>> = {
  primary: 'main contrastText hover active',
  danger: 'main contrastText hover active',
  error: 'main contrastText hover active',
  warning: 'main',
  success: 'main',
  info: 'main',
  background: 'default',
  text: 'primary secondary',
}

const isColor = (value: unknown): boolean => !isSet(value) || parseColor(value) !== undefined

const invalidColors = (options: unknown, element: string): string[] =>
  Object.entries(COLORS).flatMap(([name, keys]) => {
    const place = `${element}palette.${name}`
    const value = at(options, place)
    if (!isTree(value)) return isColor(value) ? [] : [place]
    return namesOf(keys).flatMap((key) => (isColor(value[key]) ? [] : [joined(place, key)]))
  })

/** Places that are objects; palettes also have plain colors. */
const OBJECTS = Object.keys(PLACES).filter((place) => place !== '' && !place.startsWith('palette.'))

/** Returns the paths whose values don't have the type that the theme reads. */
const invalidTypes = (options: unknown): string[] => [
  ...OBJECTS.filter((place) => isSet(at(options, place)) && !isTree(at(options, place))),
  ...ELEMENTS.flatMap((element) => invalidColors(options, element)),
]

type Reader = (value: unknown) => unknown

/** Reads the options that have a plain value. */
const VALUES: Readonly<Record<string, Reader>> = {
  'typography.fontFamily': toFontFamily,
  'typography.fontSize': toFontSize,
  'typography.fontWeightRegular': toWeight,
  'typography.fontWeightMedium': toWeight,
  'typography.fontWeightBold': toWeight,
  'typographyStyleOptions.fontFamily': toFontFamily,
  'shape.borderRadius': toLength,
  spacing: toSpacing,
  direction: toDirection,
  mode: toScheme,
  'logo.image': toImageUrl,
  'logo.alignment': toAlignment,
}

/** CSS properties with a color, which depends on the color scheme and therefore isn't a plain value. */
const STYLE_COLORS = ['backgroundColor', 'color']

const readerOfStyle = (key: string): Reader | undefined => (STYLE_COLORS.includes(key) ? parseColor : PROPERTIES[key])

/** Returns the parts with a style. A portal has none: its own are already reported as unknown keys. */
const stylesOf = (options: unknown): string[] =>
  ['', 'loginBox.']
    .flatMap((element) => Object.keys(STYLES).map((style) => element + style))
    .filter((style) => isTree(at(options, style)))

/** Returns the places whose values have another form or size than the theme reads. */
const invalidForms = (options: unknown): string[] => {
  const values = ELEMENTS.flatMap((element) =>
    Object.entries(VALUES).map(([path, read]) => ({ path: element + path, read })),
  )
  const styles = stylesOf(options).flatMap((style) =>
    ownKeys(options, style).map((key) => ({ path: joined(style, key), read: readerOfStyle(key) })),
  )
  return [...values, ...styles].flatMap(({ path, read }) => {
    const value = at(options, path)
    return read && isSet(value) && read(value) === undefined ? path : []
  })
}

/** Returns the CSS properties of parts that no token sets. Selectors are already reported as unsupported. */
const inertStyles = (options: unknown): string[] =>
  stylesOf(options).flatMap((style) =>
    ownKeys(options, style)
      .filter((key) => !readerOfStyle(key) && !isSelector(key))
      .map((key) => joined(style, key)),
  )

/** Returns the paths whose keys are checked, including those of the elements' own palettes and fonts. */
const placesOf = (): [string, KnownKeys][] =>
  Object.entries(PLACES).flatMap(([place, keys]) =>
    /^(palette|typography)\b/.test(place)
      ? ELEMENTS.map((element): [string, KnownKeys] => [element + place, keys])
      : [[place, keys]],
  )

const adviceOn = (options: unknown): string[] => {
  const inert: string[] = []
  const unknown: string[] = []
  for (const [place, keys] of placesOf()) {
    const known = [...namesOf(keys.read), ...namesOf(keys.inert)]
    for (const key of ownKeys(options, place)) {
      if (!known.includes(key)) unknown.push(withMeant(place, key, known))
      else if (namesOf(keys.inert).includes(key)) inert.push(joined(place, key))
    }
  }
  const appearances = appearanceFaults(options)
  const lines: readonly [string, readonly string[]][] = [
    ['not supported and ignored', findUnsupported(options)],
    [
      `'${THEME}' is the only theme; dark names choose its dark colors, others are ignored`,
      namesWithoutEffect(options),
    ],
    ['no effect in this release', [...inert, ...inertStyles(options)]],
    ['unknown keys are ignored', [...unknown, ...appearances.unknown]],
    ['values that are neither colors nor objects are ignored', invalidTypes(options)],
    ['values of another form or size are ignored', invalidForms(options)],
    ["an appearance is 'hidden', 'viewOnly' or 'edit', others are ignored", appearances.invalid],
  ]
  return lines.flatMap(([text, names]) =>
    names.length > 0 ? `themeOptions: ${text}: ${names.slice(0, MAX_NAMED).join(', ')}` : [],
  )
}

/** Lines already logged by an app, because each of its elements creates its theme from the same options. */
const written = new WeakMap<object, Set<string>>()

/** Warns about the parts of a theme that have no effect, once for each. */
export const adviseOnTheme = (options: unknown, log: Pick<Logger, 'warn'>): void => {
  const known = written.get(log) ?? new Set()
  written.set(log, known)
  for (const line of adviceOn(options)) {
    if (!known.has(line)) log.warn(line)
    known.add(line)
  }
}
