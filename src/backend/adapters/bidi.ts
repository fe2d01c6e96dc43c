/** Classes of the Unicode bidirectional algorithm (UAX #9) that a text without control characters needs. */
type BidiClass = 'L' | 'R' | 'AL' | 'EN' | 'AN' | 'ES' | 'ET' | 'CS' | 'NSM' | 'ON'

const CLASSES: readonly [RegExp, BidiClass][] = [
  [/[\p{Mn}\p{Me}\p{Cf}]/u, 'NSM'],
  [/[0-9\u06f0-\u06f9\u00b2\u00b3\u00b9\u2070-\u2079\u2080-\u2089\uff10-\uff19]/, 'EN'],
  [/[\u0660-\u0669\u066b\u066c]/, 'AN'],
  [/[+\-\u2212]/, 'ES'],
  [/[#%\u00b0\u2030\u2031\u066a\p{Sc}]/u, 'ET'],
  [/[,./:\u00a0\u060c\u2044]/, 'CS'],
  [/(?=[\p{L}\p{Nd}\p{Po}])[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}]/u, 'AL'],
  [/[\p{Script=Hebrew}\p{Script=Nko}\p{Script=Samaritan}\p{Script=Mandaic}\p{Script=Adlam}]/u, 'R'],
  [/[\p{L}\p{N}\p{Mc}]/u, 'L'],
]

const classOf = (character: string): BidiClass => CLASSES.find(([pattern]) => pattern.test(character))?.[1] ?? 'ON'

const MIRRORED = new Map(
  ['()', '[]', '{}', '<>', '«»', '‹›', '「」', '『』', '【】', '《》', '〈〉'].flatMap(
    ([open = '', close = '']) =>
      [
        [open, close],
        [close, open],
      ] as const,
  ),
)

/** Replaces every class by what `resolve` returns for it, from left to right; it sees what is replaced before it. */
const each = (classes: BidiClass[], resolve: (at: BidiClass, index: number) => BidiClass): void =>
  classes.forEach((at, index) => {
    classes[index] = resolve(at, index)
  })

/** Rules W1 to W7. */
const resolveWeak = (classes: BidiClass[], base: 'L' | 'R'): void => {
  const strongBefore = (index: number) =>
    classes.slice(0, index).findLast((at) => at === 'L' || at === 'R' || at === 'AL') ?? base
  each(classes, (at, index) => (at === 'NSM' ? (classes[index - 1] ?? base) : at))
  each(classes, (at, index) => (at === 'EN' && strongBefore(index) === 'AL' ? 'AN' : at))
  each(classes, (at) => (at === 'AL' ? 'R' : at))
  each(classes, (at, index) => {
    const [before, after] = [classes[index - 1], classes[index + 1]]
    const joins =
      before === after && ((at === 'ES' && before === 'EN') || (at === 'CS' && /^[EA]N$/.test(before ?? '')))
    return joins && before ? before : at
  })
  each(classes, (at, index) => {
    const after = classes.slice(index).find((next) => next !== 'ET')
    return at === 'ET' && (classes[index - 1] === 'EN' || after === 'EN') ? 'EN' : at
  })
  each(classes, (at) => (at === 'ES' || at === 'ET' || at === 'CS' ? 'ON' : at))
  each(classes, (at, index) => (at === 'EN' && strongBefore(index) === 'L' ? 'L' : at))
}

const BRACKETS = new Map(
  ['()', '[]', '{}', '「」', '『』', '【】', '《》', '〈〉'].map(([open, close]) => [close, open]),
)
const OPENING = new Set(BRACKETS.values())

/** Returns the indices of every bracket and of the one that closes it, in the order of the opening ones (BD16). */
const bracketPairs = (characters: readonly string[]): [open: number, close: number][] => {
  const pairs: [number, number][] = []
  const open: number[] = []
  characters.forEach((character, index) => {
    if (OPENING.has(character)) open.push(index)
    const at = BRACKETS.has(character) ? open.findLastIndex((each) => characters[each] === BRACKETS.get(character)) : -1
    const [begin] = at < 0 ? [] : open.splice(at)
    if (begin !== undefined) pairs.push([begin, index])
  })
  return pairs.sort(([one], [other]) => one - other)
}

/** The direction that a class without one of its own, such as a number, has for the neutral characters beside it. */
const sideOf = (at: BidiClass | undefined): 'L' | 'R' | undefined => {
  if (at === undefined || at === 'ON') return undefined
  return at === 'L' ? 'L' : 'R'
}

/** Rule N0: both brackets of a pair take the direction of what is between them. */
const resolveBrackets = (classes: BidiClass[], characters: readonly string[], base: 'L' | 'R'): void => {
  for (const [open, close] of bracketPairs(characters)) {
    const inside = new Set(classes.slice(open + 1, close).map(sideOf))
    const other = base === 'L' ? 'R' : 'L'
    if (!inside.has('L') && !inside.has('R')) continue
    const before = classes.slice(0, open).map(sideOf).findLast(Boolean) ?? base
    const side = !inside.has(base) && before === other ? other : base
    classes[open] = side
    classes[close] = side
  }
}

/** Rules N1 and N2: what has no direction takes that of both sides, or the paragraph's. */
const resolveNeutral = (classes: BidiClass[], base: 'L' | 'R'): void => {
  each(classes, (at, index) => {
    if (at !== 'ON') return at
    const after = classes.slice(index).map(sideOf).find(Boolean) ?? base
    return (sideOf(classes[index - 1]) ?? base) === after ? after : base
  })
}

const levelOf = (at: BidiClass, base: number): number => {
  if (at === 'R') return 1
  return at === 'L' ? base * 2 : 2
}

/** Rule L2 for the levels that occur: whatever isn't left-to-right text of a left-to-right line is reversed. */
const reordered = <Run extends { readonly level: number }>(runs: readonly Run[]): Run[] => {
  const sequences: Run[][] = []
  runs.forEach((run, index) => {
    const last = sequences.at(-1)
    if (last && run.level > 0 && (runs[index - 1]?.level ?? 0) > 0) last.unshift(run)
    else sequences.push([run])
  })
  return sequences.flat()
}

export interface VisualRun {
  readonly text: string
  readonly isRightToLeft: boolean
}

/**
 * Returns whether a text has letters that are written from right to left, so that its order has to be resolved.
 *
 * @example hasRightToLeft('חברה 5') // true
 */
export const hasRightToLeft = (text: string): boolean => Array.from(text).some((at) => /^(R|AL|AN)$/.test(classOf(at)))

/**
 * Returns the pieces of one line from left to right as they are seen, each in the order in which it is read, with brackets
 * mirrored where they are read from right to left. The first letter decides the direction of the line.
 *
 * @example visualRuns('חברה 5') // [{ text: '5', isRightToLeft: false }, { text: 'חברה ', isRightToLeft: true }]
 */
export const visualRuns = (line: string): VisualRun[] => {
  const characters = Array.from(line)
  const classes = characters.map(classOf)
  const first = classes.find((at) => at === 'L' || at === 'R' || at === 'AL')
  const base = first === undefined || first === 'L' ? 'L' : 'R'
  resolveWeak(classes, base)
  resolveBrackets(classes, characters, base)
  resolveNeutral(classes, base)
  const baseLevel = base === 'L' ? 0 : 1
  const runs: { text: string; level: number }[] = []
  characters.forEach((character, index) => {
    const level = levelOf(classes[index] ?? 'L', baseLevel)
    const last = runs.at(-1)
    const shown = level === 1 ? (MIRRORED.get(character) ?? character) : character
    if (last?.level === level) last.text += shown
    else runs.push({ text: shown, level })
  })
  return reordered(runs).map(({ text, level }) => ({ text, isRightToLeft: level === 1 }))
}
