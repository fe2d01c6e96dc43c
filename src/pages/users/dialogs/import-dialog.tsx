import type { ReactNode } from 'react'
import { withoutIsolates } from '../../../i18n/isolate.ts'
import type { Translate } from '../../../i18n/messages.ts'
import {
  failedTable,
  type ImportField,
  type ImportRow,
  importFieldsOf,
  type RowProblem,
} from '../../../parts/csv/member-rows.ts'
import { saveCsv } from '../../../parts/csv/save-csv.ts'
import { roleOptions } from '../../../parts/role-options/role-options.ts'
import { Alert } from '../../../ui/alert/alert.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { Combobox } from '../../../ui/combobox/combobox.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { Field } from '../../../ui/field/field.tsx'
import { useLocale } from '../../../ui/locale/locale.tsx'
import { Progress } from '../../../ui/progress/progress.tsx'
import { Select } from '../../../ui/select/select.tsx'
import { ShownDomain } from '../../../ui/shown-domain/shown-domain.tsx'
import type { FileProblem, ImportStep, LoadedFile } from '../users.import.ts'
import type { UsersViewProps } from '../users.state.ts'
import { type ImportTexts, importMessages } from './import.messages.ts'

interface StepProps<Name extends ImportStep['step']> extends UsersViewProps {
  step: Extract<ImportStep, { step: Name }>
  words: Translate<ImportTexts>
}

/** Imports users from a file: select it, map its columns, check the rows, and invite them one by one. */
export const ImportDialog = (props: UsersViewProps) => {
  const { state, actions } = props
  const words = useLocale().translator.translatorFor(importMessages)
  const { importing: step } = state
  const parts = { ...props, words }
  return (
    <Dialog
      open
      size="m"
      title={words('title')}
      description={words('description', { tenant: props.state.viewer?.tenantName ?? '' })}
      onClose={() => void actions.closeImport()}
      footer={<Footer {...parts} />}
    >
      <div className="fe-users-import">
        <ImportSteps step={step.step} words={words} />
        {step.step === 'choose' && <Choose {...parts} step={step} />}
        {step.step === 'map' && <MapColumns {...parts} step={step} />}
        {step.step === 'checking' && (
          <ImportProgress
            text={words('checking', { done: step.done, total: step.file.rows.length })}
            done={step.done}
            total={step.file.rows.length}
          />
        )}
        {step.step === 'checked' && <Checked {...parts} step={step} />}
        {'ready' in step && <Running {...parts} step={step} />}
      </div>
    </Dialog>
  )
}

type AnyStepProps = Omit<StepProps<'choose'>, 'step'>

const Footer = (props: AnyStepProps) => {
  const { state, actions, words } = props
  const { importing: step } = state
  if (step.step === 'checking') return <Button disabled>{words('cancel')}</Button>
  if (step.step === 'running' || step.step === 'stopping')
    return (
      <Button busy={step.step === 'stopping'} onClick={actions.stopImport}>
        {step.step === 'stopping' ? words('stopping') : words('stop')}
      </Button>
    )
  return (
    <>
      <Button onClick={() => void actions.closeImport()}>{words(step.step === 'done' ? 'close' : 'cancel')}</Button>
      <Forward {...props} />
    </>
  )
}

const Forward = ({ state, actions, words }: AnyStepProps): ReactNode => {
  const { importing: step } = state
  if (step.step === 'map')
    return (
      <Button variant="primary" disabled={step.mapping.email < 0} onClick={() => void actions.checkImport()}>
        {words('next')}
      </Button>
    )
  if (step.step === 'checked') {
    const count = step.rows.filter(({ problem }) => !problem).length
    return (
      <Button variant="primary" disabled={count === 0} onClick={() => void actions.runImport()}>
        {words('start', { count })}
      </Button>
    )
  }
  if (step.step !== 'stopped') return null
  return (
    <Button variant="primary" onClick={() => void actions.runImport()}>
      {words('resume', { count: step.ready.length - step.next })}
    </Button>
  )
}

/** Columns of the template, which has only one column for the full name. */
const TEMPLATE_FIELDS = ['email', 'templateHeading', 'phone', 'roles'] as const

const Choose = ({ actions, words, step }: StepProps<'choose'>) => (
  <>
    <Field
      label={words('fileLabel')}
      hint={words('fileHint')}
      error={step.problem && fileProblemText(step.problem, words)}
    >
      {({ id, describedBy, invalid }) => (
        <input
          id={id}
          type="file"
          accept=".csv,text/csv"
          className="fe-users-file"
          aria-describedby={describedBy}
          aria-invalid={invalid || undefined}
          onChange={(event) => {
            const [file] = event.target.files ?? []
            if (file) void actions.importFile(file)
          }}
        />
      )}
    </Field>
    <div>
      <Button
        size="s"
        icon="download"
        onClick={() =>
          saveCsv('users.csv', [
            TEMPLATE_FIELDS.map((field) => words(`field_${field}`)),
            ['ada@company.com', words('templateName'), '+44 20 7946 0000', ''],
          ])
        }
      >
        {words('template')}
      </Button>
    </div>
  </>
)

const MapColumns = ({ state, actions, words, step }: StepProps<'map'>) => {
  const { file, mapping, defaultRoleIds } = step
  const columns = file.header.map((head, at) => ({ value: String(at), label: head || `#${at + 1}` }))
  const set = (field: ImportField, at: number) => actions.mapImport({ mapping: { ...mapping, [field]: at } })
  const sample = (field: ImportField) => file.rows[0]?.[mapping[field]]
  return (
    <>
      <p>
        <b>{words('mapTitle')}</b>
      </p>
      {file.encoding === 'windows-1252' && <Alert tone="warning">{words('notUtf8')}</Alert>}
      {file.hasHeading === false && <Alert tone="info">{words('noHeading')}</Alert>}
      <div className="fe-users-pair">
        {importFieldsOf(state.inviteFields).map((field) => (
          <Field
            key={field}
            label={words(`field_${field}`)}
            hint={sample(field) ? words('sample', { text: sample(field) ?? '' }) : undefined}
            error={field === 'email' && mapping.email < 0 ? words('emailNeeded') : undefined}
          >
            {({ id }) => (
              <Select
                id={id}
                value={String(mapping[field])}
                options={[{ value: '-1', label: words('mapNone') }, ...columns]}
                onChange={(value) => set(field, Number(value))}
              />
            )}
          </Field>
        ))}
      </div>
      <Field label={words('defaultRoles')}>
        {({ id, describedBy }) => (
          <Combobox
            id={id}
            describedBy={describedBy}
            placeholder={defaultRoleIds.length > 0 ? '' : words('defaultRolesPlaceholder')}
            options={roleOptions(state.roles)}
            values={defaultRoleIds}
            onChange={(roleIds) => actions.mapImport({ defaultRoleIds: roleIds })}
          />
        )}
      </Field>
    </>
  )
}

const ImportProgress = ({ text, done, total }: { text: string; done: number; total: number }) => (
  <div className="fe-users-job">
    <span role="status">{text}</span>
    <Progress done={done} total={total} label={text} />
  </div>
)

interface DownloadProps extends Pick<StepProps<'choose'>, 'words'> {
  file: LoadedFile
  rows: readonly ImportRow[]
  label: string
}

/** Downloads the rows with problems as a file that can be fixed and imported again. */
const Download = ({ words, file, rows, label }: DownloadProps) => {
  const save = () =>
    saveCsv(
      file.name.replace(/(\.csv)?$/i, '-failed.csv'),
      failedTable(file.header, rows, {
        reason: words('errorColumn'),
        of: (problem) => withoutIsolates(problemText(problem, words)),
      }),
    )
  return (
    <Button size="s" icon="download" onClick={save}>
      {label}
    </Button>
  )
}

const Checked = ({ actions, words, step }: StepProps<'checked'>) => {
  const bad = step.rows.filter(({ problem }) => problem)
  return (
    <>
      <p role="status">
        <b>{words('ready', { count: step.rows.length - bad.length })}</b>
      </p>
      {bad.length > 0 && <Alert tone="warning">{words('bad', { count: bad.length })}</Alert>}
      <ImportRows rows={step.rows} words={words} />
      <div className="fe-users-details-actions">
        {bad.length > 0 && <Download words={words} file={step.file} rows={bad} label={words('downloadProblems')} />}
        <Button size="s" variant="ghost" onClick={actions.restartImport}>
          {words('back')}
        </Button>
      </div>
    </>
  )
}

const Running = ({ words, step }: StepProps<'running' | 'stopping' | 'stopped' | 'done'>) => {
  const total = step.ready.length
  const { next, failures } = step
  const textOf = () => {
    if (step.step === 'done') return words('done', { count: total - failures.length })
    if (step.step === 'stopped') return words('stopped', { done: next, total })
    return words('running', { done: Math.min(next + 1, total), total })
  }
  return (
    <>
      <ImportProgress text={textOf()} done={next} total={total} />
      {failures.length > 0 && (step.step === 'done' || step.step === 'stopped') && (
        <>
          <Alert tone="warning">{words('failed', { count: failures.length })}</Alert>
          <ImportRows rows={failures} words={words} />
          <div>
            <Download words={words} file={step.file} rows={failures} label={words('downloadFailures')} />
          </div>
        </>
      )}
    </>
  )
}

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
              <td>
                <ShownDomain text={row.email || '–'} />
              </td>
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

export const fileProblemText = (problem: FileProblem, t: Translate<ImportTexts>): string =>
  problem.kind === 'refused' ? problem.message : t(problem.kind)

export const problemText = (problem: RowProblem, t: Translate<ImportTexts>): string => {
  switch (problem.kind) {
    case 'server':
      return t(problem.reason === 'email' ? 'badEmail' : problem.reason)
    case 'refused':
      return problem.message
    case 'twice':
      return t('twice', { line: problem.line })
    case 'unknownRole':
      return t('unknownRole', { role: problem.role })
    default:
      return t(problem.kind)
  }
}
