import { createRequire } from 'node:module'
import { join } from 'node:path'
import { type Font, openSync } from 'fontkit'

const require = createRequire(import.meta.url)

/**
 * Builds file names at run time, because a server also runs without these packages; other fonts or `?` then replace
 * them.
 */
const ofFontsource = (name: string, script: string) => () =>
  require.resolve(`@fontsource/${name}/files/${name}-${script}-400-normal.woff`)

const ofEmbedPdf = (name: string, file: string) => () =>
  join(require.resolve(`@embedpdf/${name}`), '..', '..', 'fonts', file)

const OTHER_SCRIPTS = [
  'Thai',
  'Devanagari',
  'Bengali',
  'Tamil',
  'Telugu',
  'Gujarati',
  'Gurmukhi',
  'Kannada',
  'Malayalam',
  'Sinhala',
  'Khmer',
  'Myanmar',
  'Ethiopic',
] as const

const EAST_ASIAN =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\u3000-\u303f\u30fb\u30fc\u3200-\u33ff\uff00-\uffef]/u

interface FontFile {
  readonly name: string
  /** Characters that it is opened for. */
  readonly letters: RegExp
  file(): string
}

/** Fonts in the order in which they are tried. DejaVu has Latin, Greek, Cyrillic, Armenian, Georgian, Hebrew and Arabic. */
const FONTS: readonly FontFile[] = [
  { name: 'regular', letters: /./su, file: () => require.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf') },
  { name: 'han', letters: EAST_ASIAN, file: ofEmbedPdf('fonts-sc', 'NotoSansHans-Regular.otf') },
  {
    name: 'hangul',
    letters: new RegExp(`\\p{Script=Hangul}|${EAST_ASIAN.source}`, 'u'),
    file: ofEmbedPdf('fonts-kr', 'NotoSansKR-Regular.otf'),
  },
  ...OTHER_SCRIPTS.map((script) => ({
    name: script,
    // The full stops of Devanagari are those of all Indic scripts.
    letters: new RegExp(`[\\p{Script=${script}}${script === 'Devanagari' ? '\u0964\u0965' : ''}]`, 'u'),
    file: ofFontsource(`noto-sans-${script.toLowerCase()}`, script.toLowerCase()),
  })),
  { name: 'emoji', letters: /[\p{Emoji}\p{Emoji_Component}]/u, file: ofFontsource('noto-emoji', 'emoji') },
]

const BOLD: FontFile = {
  name: 'bold',
  letters: /./su,
  file: () => require.resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf'),
}

export type Weight = 'regular' | 'bold'

const isInstalled = ({ file }: FontFile): boolean => {
  try {
    return Boolean(file())
  } catch {
    return false
  }
}

/** Returns the files of the fonts that are installed, by the names that `printableCluster` gives. */
export const fontFiles = (): ReadonlyMap<string, string> =>
  new Map([BOLD, ...FONTS].filter(isInstalled).map((font) => [font.name, font.file()]))

const opened = new Map<string, Font | undefined>()

/** Returns a font that stays open, or `undefined` when its package isn't installed. */
const open = (font: FontFile): Font | undefined => {
  if (!opened.has(font.name)) opened.set(font.name, isInstalled(font) ? openSync(font.file()) : undefined)
  return opened.get(font.name)
}

/** Joiners, variation selectors and the like, which have no shape of their own. */
const SHAPELESS = /[\p{Default_Ignorable_Code_Point}\p{Cc}]/u

const hasLetter = (font: Font, letter: string): boolean => font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0)

type Features = Readonly<Record<string, boolean>>

export interface Printable {
  readonly text: string
  readonly font: string
}

/** Features that place marks; without them, marks keep the position that the font gives them. */
const UNPLACED_MARKS: Features = { mark: false, mkmk: false, abvm: false, blwm: false }

/** With features, `pdfkit` shapes a whole run; otherwise it places single words from left to right. */
const PLACED_MARKS: Features = {}

/** Returns the features with which a run can be shaped: `fontkit` throws for marks of some scripts. */
export const shapingFeatures = ({ font: name, text }: Printable): Features => {
  try {
    opened.get(name)?.layout(text, PLACED_MARKS)
    return PLACED_MARKS
  } catch {
    return UNPLACED_MARKS
  }
}

const inOneFont = (cluster: string, weight: Weight): Printable | undefined => {
  const letters = Array.from(cluster)
  const shaped = letters.filter((letter) => !SHAPELESS.test(letter))
  for (const each of weight === 'bold' ? [BOLD, ...FONTS] : FONTS) {
    if (!shaped.every((letter) => each.letters.test(letter))) continue
    const font = open(each)
    if (font && shaped.every((letter) => hasLetter(font, letter)))
      return { font: each.name, text: letters.filter((letter) => hasLetter(font, letter)).join('') }
  }
  return undefined
}

/**
 * Returns a letter with its marks and the font that has them. Letters that no installed font has become `?`, because
 * an empty box doesn't show which letter it was.
 */
export const printableCluster = (cluster: string, weight: Weight): readonly Printable[] => {
  const whole = inOneFont(cluster, weight) ?? inOneFont(cluster.normalize('NFC'), weight)
  if (whole) return [whole]
  return Array.from(cluster, (letter) => inOneFont(letter, weight) ?? { font: weight, text: '?' })
}
