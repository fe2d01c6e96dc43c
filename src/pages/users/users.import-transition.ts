import type { ImportRow } from '../../parts/csv/member-rows.ts'
import { type ImportEvent, type ImportStep, NO_IMPORT } from './users.import.ts'

const started = (step: ImportStep): ImportStep => {
  if (step.step === 'stopped') return { ...step, step: 'running' }
  if (step.step !== 'checked') return step
  const ready = step.rows.filter(({ problem }) => !problem)
  return ready.length > 0 ? { step: 'running', file: step.file, ready, next: 0, failures: [] } : step
}

/** Records one tried row. The last row ends the run; a requested stop ends it after the current row. */
const tried = (step: ImportStep, failure: ImportRow | undefined): ImportStep => {
  if (step.step !== 'running' && step.step !== 'stopping') return step
  const next = step.next + 1
  const failures = failure ? [...step.failures, failure] : step.failures
  if (next >= step.ready.length) return { ...step, step: 'done', next, failures }
  return { ...step, step: step.step === 'stopping' ? 'stopped' : 'running', next, failures }
}

/** Applies an event to the import, from the file to its last row. An event that doesn't apply changes nothing. */
export const importTransition = (step: ImportStep, event: ImportEvent): ImportStep => {
  switch (event.type) {
    case 'fileRead': {
      const { file, mapping } = event
      return step.step === 'choose' ? { step: 'map', file, mapping, defaultRoleIds: [] } : step
    }
    case 'fileRefused':
      return step.step === 'choose' || step.step === 'checking' ? { step: 'choose', problem: event.problem } : step
    case 'mapped':
      return step.step === 'map' ? { ...step, ...event.patch } : step
    case 'checkStarted':
      return step.step === 'map' && step.mapping.email >= 0 ? { ...step, step: 'checking', done: 0 } : step
    case 'rowsChecked':
      return step.step === 'checking' ? { ...step, done: event.done } : step
    case 'checked':
      return step.step === 'checking' ? { step: 'checked', file: step.file, rows: event.rows } : step
    case 'runStarted':
      return started(step)
    case 'rowTried':
      return tried(step, event.failure)
    case 'stopRequested':
      return step.step === 'running' ? { ...step, step: 'stopping' } : step
    case 'restarted':
      return step.step === 'checked' ? NO_IMPORT : step
  }
}
