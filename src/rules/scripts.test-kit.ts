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
