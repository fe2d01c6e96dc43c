import { writeFileSync } from 'node:fs'
import type { Environment } from '../../serve/settings-file.ts'
import { explain } from '../explain.ts'
import type { Place } from '../place.ts'
import { conforms, jsonReport, printedReport } from './report.ts'
import { runConformance } from './run.ts'
import { NotStartedError } from './session.ts'
import { readSettings } from './settings.ts'

const DIFFERS = 1
const NOT_RUN = 2

/** Ends the run at Ctrl+C after it has deleted its records; a second Ctrl+C ends the process. */
const untilInterrupted = (): AbortSignal => {
  const interrupted = new AbortController()
  process.once('SIGINT', () => {
    console.error('Cleaning up…')
    interrupted.abort()
  })
  return interrupted.signal
}

const run = async (args: readonly string[], env: Environment, place: Place): Promise<void> => {
  const { json, ...settings } = await readSettings(args, env, place.root)
  console.error(`Trying the calls of the contract at ${settings.baseUrl}, at most 5 a second…`)
  const signal = untilInterrupted()
  const report = await runConformance({ ...settings, signal, schemas: await place.readSchemas() })
  if (json) writeFileSync(json, jsonReport(report))
  console.log(printedReport(report))
  if (signal.aborted) process.exitCode = NOT_RUN
  else if (!conforms(report)) process.exitCode = DIFFERS
}

/**
 * `front-entry conformance`: compares any backend with the contract over HTTP, and prints which parts of the front end work with
 * it. The process exits with 1 when a call differs, and with 2 when nothing could be compared.
 */
export const conformance = async (args: readonly string[], env: Environment, place: Place): Promise<void> => {
  try {
    await run(args, env, place)
  } catch (error) {
    console.error(error instanceof NotStartedError ? error.message : explain(error))
    process.exitCode = NOT_RUN
  }
}
