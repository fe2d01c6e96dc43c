import type { Random } from '../testing/random.ts'

/** Letters of twelve scripts that don't look like Latin ones and that IDNA doesn't fold. */
const SCRIPTS: Readonly<Record<string, readonly [from: number, to: number]>> = {
  Latin: [0xe0, 0xf6],
  Cyrillic: [0x436, 0x438],
  Greek: [0x3b2, 0x3b6],
  Armenian: [0x561, 0x580],
  Georgian: [0x10d0, 0x10f0],
  Hebrew: [0x5d0, 0x5ea],
  Arabic: [0x628, 0x63a],
  Devanagari: [0x915, 0x939],
  Thai: [0xe01, 0xe2e],
  Hiragana: [0x3041, 0x3093],
  Han: [0x4e00, 0x9fa5],
  Hangul: [0xac00, 0xd7a3],
}

export const SCRIPT_NAMES = Object.keys(SCRIPTS)

/** Returns a word of one script that is short enough for a label of a domain in ASCII. */
export const lettersOf = ({ below }: Random, script: string): string => {
  const [from, to] = SCRIPTS[script] ?? [0, 0]
  return String.fromCodePoint(...Array.from({ length: 2 + below(12) }, () => from + below(to - from + 1)))
}

/** Invisible characters, as they come with copied text. */
const SHAPELESS = [
  '',
  '\u200b',
  '\u2060',
  '\u00ad',
  '\u2068',
  '\ufeff',
  '\u034f',
  '\u061c',
  '\u200f',
  '\u202e',
  '\u206a',
] as const
const INVISIBLE = [
  ...SHAPELESS,
  ...[
    '\u00a0',
    '\u3000',
    ' \n\t',
    '\u115f',
    '\u2800',
    '\u3164',
    '\u17b4',
    '\u180b',
    '\ufe0f',
    '\u{e0001}',
    '\u{1d173}',
  ],
] as const
const FULL_STOPS = ['.', '\u3002', '\uff0e', '\uff61'] as const

const FULL_WIDTH_DISTANCE = 0xfee0

/** Returns ASCII as an East Asian input method writes it in full width. */
const inFullWidth = (text: string): string =>
  text.replace(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + FULL_WIDTH_DISTANCE))

/** Text as it was copied, and the form in which it is stored. */
export interface Copied {
  copied: string
  wanted: string
}

/** Returns an email whose domain is written in one script or several. `toAscii` converts a domain with full stops. */
export const copiedEmail = (random: Random, toAscii: (domain: string) => string): Copied => {
  const { below, chance, pick } = random
  const labels = [
    ...(chance(0.3) ? ['mail'] : []),
    lettersOf(random, pick(SCRIPT_NAMES)),
    pick(['example', 'рф', 'みんな']),
  ]
  const local = `User.${below(1_000)}+tag`
  const domain = labels.join(pick(FULL_STOPS))
  const start = `${pick(['', 'mailto:', 'MAILTO:'])}${local}`
  const written = `${chance(0.2) ? inFullWidth(start) : start}${pick(['@', '@', '＠'])}${chance(0.5) ? domain : domain.toUpperCase()}`
  const copied = `${pick(INVISIBLE)}${written}${pick(INVISIBLE)}`
  return { copied, wanted: `${local.toLowerCase()}@${toAscii(labels.join('.'))}` }
}

/** Returns blanks with invisible characters around them. */
export const copiedGap = ({ pick }: Random): string => `${pick(INVISIBLE)} ${pick(INVISIBLE)}`

/** Returns a name of one to four words, each of one script. */
export const copiedName = (random: Random): Copied => {
  const { below, pick } = random
  const words = Array.from({ length: 1 + below(4) }, () => lettersOf(random, pick(SCRIPT_NAMES)))
  const within = (word: string) => `${word.slice(0, 1)}${pick(SHAPELESS)}${word.slice(1)}`
  const text = words.map(within).reduce((before, word) => before + copiedGap(random) + word)
  const copied = `${pick(INVISIBLE)}${text}${pick(INVISIBLE)}`
  return { copied, wanted: words.join(' ').normalize('NFC') }
}
