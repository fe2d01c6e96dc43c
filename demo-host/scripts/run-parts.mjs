// Runs parts of the tests and prints their results.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './project.mjs'
import { expiredOf, readQuarantine, withoutQuarantined } from './quarantine.mjs'
import { slowestOf, sumOf } from './test-results.mjs'

/** The run fails if more tests than this passed only when they were repeated. */
const MAX_FLAKY = 2

const title = (name) => `\n── ${name} ${'─'.repeat(Math.max(0, 60 - name.length))}`

const runPart = async ({ name, work }, isBuffered) => {
  if (!isBuffered) console.log(title(name))
  const start = performance.now()
  const { output, ...found } = await work(isBuffered)
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  const counts = `${String(found.passed).padStart(5)} passed ${String(found.failed).padStart(4)} failed`
  const line = `${found.failed === 0 ? 'ok    ' : 'FAILED'}  ${name.padEnd(26)} ${counts}  ${seconds} s`
  if (isBuffered) console.log(title(name), output && `\n${output.trimEnd()}`)
  console.log(line)
  return { found, line }
}

const runLane = async (lane, isBuffered) => {
  const done = []
  for (const part of lane) done.push(await runPart(part, isBuffered))
  return done
}

/** Counts too many flaky tests as one more failure. */
export const withFlakyLimit = (total) => {
  if (total.flaky.length <= MAX_FLAKY) return total
  const failure = `${total.flaky.length} tests passed only when they ran again; at most ${MAX_FLAKY} may`
  return { ...total, failed: total.failed + 1, failures: [...total.failures, failure] }
}

const quarantined = () => readQuarantine(readFileSync(join(root, 'demo-host/e2e/quarantine.json'), 'utf8'))

/**
 * Runs stages one after the other. A stage is a list of lanes, which run in parallel; a lane is a list of parts, which
 * run in turn. Prints a summary and resolves with whether everything passed.
 */
export const runStages = async (stages) => {
  const begun = performance.now()
  const done = []
  for (const lanes of stages) {
    const ended = await Promise.all(lanes.map((lane) => runLane(lane, lanes.length > 1)))
    done.push(...ended.flat())
  }
  const entries = quarantined()
  const { apart, ...total } = withFlakyLimit(withoutQuarantined(sumOf(done.map(({ found }) => found)), entries))
  console.log(title('Summary'))
  for (const { line } of done) console.log(line)
  console.log(`\nSlowest files:\n${slowestOf(total).join('\n')}`)
  console.log(`\n${((performance.now() - begun) / 1000).toFixed(1)} s in total`)
  for (const { test, until } of expiredOf(entries, new Date()))
    console.log(`WARNING  The quarantine of “${test}” ended on ${until}`)
  for (const failure of apart) console.log(`QUARANTINED  ${failure}`)
  for (const test of total.flaky) console.log(`FLAKY   ${test}`)
  for (const failure of total.failures) console.log(`FAILED  ${failure}`)
  console.log(`${total.passed} passed, ${total.failed} failed`)
  return total.failed === 0
}
