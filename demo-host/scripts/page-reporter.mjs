// A reporter for Playwright: it prints the page's content and requests when a test failed. The next run empties the
// folder of its pictures.
import { readFileSync } from 'node:fs'

const MAX_LINES = 120

const textOf = ({ attachments }, wanted) => {
  const found = attachments.find(({ name }) => name === wanted)
  return found && String(found.body ?? readFileSync(found.path, 'utf8'))
}

const snapshotOf = (result) =>
  textOf(result, 'error-context')
    ?.split(/^# Page snapshot$/m)[1]
    ?.split(/^# /m, 1)[0]
    .trim()

export default class PageReporter {
  onTestEnd(test, result) {
    const log = textOf(result, 'page log')
    if (log) console.log(`The log of “${test.title}”:\n${log}`)
    const snapshot = snapshotOf(result)
    if (!snapshot) return
    const lines = snapshot.split('\n')
    const rest = lines.length > MAX_LINES ? [`… ${lines.length - MAX_LINES} more lines`] : []
    console.log([`The page of “${test.title}”:`, ...lines.slice(0, MAX_LINES), ...rest].join('\n'))
  }
}
