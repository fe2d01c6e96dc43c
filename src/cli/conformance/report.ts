import type { FeatureResult, FeatureState } from './features.ts'
import { GROUP_NAMES } from './groups.ts'
import type { CallResult, CallState } from './results.ts'
import type { ConformanceReport } from './run.ts'

const MAX_NAMED_CALLS = 3

const count = (calls: readonly CallResult[], state: CallState): number =>
  calls.filter((call) => call.state === state).length

const WORDS: readonly (readonly [CallState, string])[] = [
  ['conforms', 'as the contract says'],
  ['differs', 'different'],
  ['missing', 'missing'],
  ['absent', 'absent, as they may be'],
  ['untried', 'not tried'],
]

const figuresOf = (calls: readonly CallResult[]): string =>
  WORDS.flatMap(([state, word]) => (count(calls, state) > 0 ? [`${count(calls, state)} ${word}`] : [])).join(', ')

/** Returns one line for each problem: the call, then the expected and the actual response. */
const linesOf = ({ call, method, path, problems }: CallResult): string[] =>
  problems.map(({ expected, got }) => `${call} (${method} ${path}): expected ${expected}, got ${got}`)

const named = (names: readonly string[]): string =>
  names.length > MAX_NAMED_CALLS
    ? `${names.slice(0, MAX_NAMED_CALLS).join(', ')} and ${names.length - MAX_NAMED_CALLS} more`
    : names.join(', ')

const STATES: Readonly<Record<FeatureState, string>> = {
  works: 'works',
  partly: 'works partly',
  fails: 'doesn’t work',
  unknown: 'not tried',
}

const sentenceOf = ({ state, calls, without }: FeatureResult): string => {
  if (state === 'fails') return `${STATES.fails}: ${named(calls)}`
  if (state !== 'partly') return STATES[state]
  const reasons = [
    ...(without.length > 0 ? [`without ${without.join('; ')}`] : []),
    ...(calls.length > 0 ? [`other responses than expected from ${named(calls)}`] : []),
  ]
  return `${STATES.partly}: ${reasons.join(', and ')}`
}

const columnOf = (titles: readonly string[]): number => Math.max(...titles.map(({ length }) => length)) + 2

const groupLines = (calls: readonly CallResult[]): string[] => {
  const width = columnOf(GROUP_NAMES)
  return GROUP_NAMES.flatMap((group) => {
    const own = calls.filter((call) => call.group === group)
    if (own.length === 0) return []
    return [`${group.padEnd(width)}${figuresOf(own)}`, ...own.flatMap(linesOf).map((line) => `  ${line}`)]
  })
}

const featureLines = (features: readonly FeatureResult[]): string[] => {
  if (features.length === 0) return []
  const width = columnOf(features.map(({ title }) => title))
  return ['', ...features.map((feature) => `${feature.title.padEnd(width)}${sentenceOf(feature)}`)]
}

const untriedLines = (calls: readonly CallResult[]): string[] => {
  const untried = calls.filter(({ state }) => state === 'untried')
  const reasons = [...new Set(untried.map(({ reason = '' }) => reason))]
  const callsFor = (reason: string) => untried.filter((each) => each.reason === reason).map(({ call }) => call)
  return ['', ...reasons.map((reason) => `Not tried: ${named(callsFor(reason))} (${reason})`)]
}

/** Returns whether each call that was tried conforms to the contract, and the run left no records behind. */
export const conforms = ({ calls, leftovers }: ConformanceReport): boolean =>
  leftovers.length === 0 && calls.every(({ state }) => state !== 'differs' && state !== 'missing')

const succeeded = (calls: readonly CallResult[]): number => calls.filter((call) => call.isSeenToSucceed).length

/** Formats the report for a terminal: groups of calls with their problems, parts of the front end, total. */
export const printedReport = (report: ConformanceReport): string => {
  const { calls, features, leftovers } = report
  const total =
    features.length > 0
      ? `${features.filter(({ state }) => state === 'works').length} of ${features.length} parts of the front end work. `
      : ''
  return [
    ...groupLines(calls),
    ...featureLines(features),
    ...untriedLines(calls),
    ...leftovers.map((leftover) => `\nDelete ${leftover}: the run could not.`),
    '',
    `${total}${calls.length} calls: ${figuresOf(calls)}.`,
    `${succeeded(calls)} were compared by a successful response, the others by their refusals.`,
    conforms(report) ? 'Every call that was tried conforms.' : 'The server differs from the contract.',
  ].join('\n')
}

/** Formats the same report as JSON. */
export const jsonReport = (report: ConformanceReport): string =>
  `${JSON.stringify({ conforms: conforms(report), ...report }, null, 2)}\n`
