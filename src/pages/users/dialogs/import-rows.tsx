import type { Translate } from '../../../i18n/messages.ts'
import type { ImportRow } from '../../../parts/csv/member-rows.ts'
import { problemText } from '../import/import.problems.ts'
import type { ImportStep } from '../users.import.ts'
import type { ImportTexts } from './import.messages.ts'

interface WithWords {
  words: Translate<ImportTexts>
}

/** Number of rows shown; the others are counted. */
const MAX_ROWS = 100

/** Sorts rows with a problem first; each group keeps the order of the file. */
const problemsFirst = (rows: readonly ImportRow[]): ImportRow[] => [
  ...rows.filter(({ problem }) => problem),
  ...rows.filter(({ problem }) => !problem),
]

/** The result of each line of the file. */
export const ImportRows = ({ rows, words }: WithWords & { rows: readonly ImportRow[] }) => {
  const shown = problemsFirst(rows).slice(0, MAX_ROWS)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled part must be reachable by keyboard
    <section className="fe-users-file-rows" aria-label={words('rowsLabel')} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{words('rowsLine')}</th>
            <th scope="col">{words('field_email')}</th>
            <th scope="col">{words('rowsResult')}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((row) => (
            <tr key={row.line} data-bad={row.problem ? true : undefined}>
              <td>{row.line}</td>
              <td>{row.email || '–'}</td>
              <td>{row.problem ? problemText(row.problem, words) : words('rowReady')}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > shown.length && <p>{words('more', { count: rows.length - shown.length })}</p>}
    </section>
  )
}

const STEPS = ['stepFile', 'stepColumns', 'stepReview', 'stepInvite'] as const

const PLACE: Readonly<Record<ImportStep['step'], number>> = {
  choose: 0,
  map: 1,
  checking: 2,
  checked: 2,
  running: 3,
  stopping: 3,
  stopped: 3,
  done: 3,
}

/** The current step of the import. */
export const ImportSteps = ({ step, words }: WithWords & { step: ImportStep['step'] }) => (
  <ol className="fe-users-steps" aria-label={words('stepsLabel')}>
    {STEPS.map((name, at) => (
      <li key={name} aria-current={at === PLACE[step] ? 'step' : undefined} data-done={at < PLACE[step] || undefined}>
        {words(name)}
      </li>
    ))}
  </ol>
)
