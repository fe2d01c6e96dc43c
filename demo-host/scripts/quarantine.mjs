// Tests whose failures are known and reported separately. Each entry of `demo-host/e2e/quarantine.json` is
// `{ "test": "file › title", "reason": "…", "until": "2026-12-31" }`.

const MAX_ENTRIES = 5
/** The line of a test in its file, which is ignored so that a test keeps its quarantine when it moves. */
const AT_LINE = /:\d+(?= › )/

const isText = (value) => typeof value === 'string' && value.trim() !== ''

/** @throws Error for an entry without test, reason or end date, and for more entries than are allowed. */
export const readQuarantine = (text) => {
  const entries = JSON.parse(text)
  if (entries.length > MAX_ENTRIES)
    throw new Error(`The quarantine has ${entries.length} tests; at most ${MAX_ENTRIES} are allowed.`)
  for (const entry of entries) {
    const missing = ['test', 'reason', 'until'].filter((name) => !isText(entry[name]))
    if (missing.length > 0) throw new Error(`${JSON.stringify(entry)} in the quarantine lacks ${missing.join(', ')}.`)
    if (Number.isNaN(Date.parse(entry.until)))
      throw new Error(`${entry.until} in the quarantine isn't a date, such as 2026-12-31.`)
  }
  return entries
}

/** Returns entries whose end date has passed. They keep their effect, so that the date never changes the verdict. */
export const expiredOf = (entries, now) => entries.filter(({ until }) => Date.parse(until) < now.getTime())

/** Returns a result in which failures and flaky runs of these tests don't count; `apart` has a line for each. */
export const withoutQuarantined = (total, entries) => {
  const isKnown = (line) => entries.some(({ test }) => line.replace(AT_LINE, '').includes(test))
  const failures = total.failures.filter((line) => !isKnown(line))
  return {
    ...total,
    failures,
    flaky: total.flaky.filter((line) => !isKnown(line)),
    failed: total.failed - (total.failures.length - failures.length),
    apart: [...total.failures, ...total.flaky].filter(isKnown),
  }
}
