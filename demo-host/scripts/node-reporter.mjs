// A reporter for `node --test`: it prints failures, and writes the result for `npm test`.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { inspect } from 'node:util'
import { flakyOf } from './flaky-note.mjs'
import { nodeResult, RESULTS } from './test-results.mjs'

/** The kind of result that this run writes. */
const KIND = process.env.RESULTS_OF ?? 'node'

const KEPT = new Set(['test:pass', 'test:fail', 'test:diagnostic', 'test:stdout'])

/** Node's message for an uncaught error outside a running test; the failure of the file doesn't include that error. */
const UNCAUGHT = /generated asynchronous activity/

const isPrinted = (message) => flakyOf(message) || UNCAUGHT.test(message)

export default async function* report(source) {
  const events = []
  for await (const event of source) {
    if (event.type === 'test:stderr') yield event.data.message
    if (!KEPT.has(event.type)) continue
    events.push(event)
    // The summary contains only its first line.
    if (event.type === 'test:diagnostic' && isPrinted(event.data.message)) yield `${event.data.message}\n`
    const error = event.data.details?.error
    if (event.type === 'test:fail' && error?.failureType !== 'subtestsFailed')
      yield `not ok ${event.data.file}:${event.data.line} ${event.data.name}\n${inspect(error?.cause ?? error)}\n`
  }
  mkdirSync(dirname(RESULTS[KIND]), { recursive: true })
  writeFileSync(RESULTS[KIND], JSON.stringify(nodeResult(events)))
}
