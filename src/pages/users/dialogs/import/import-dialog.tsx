import { type ReactNode, useState } from 'react'
import type { Translate } from '../../../../feature/messages.ts'
import { failedTable, IMPORT_FIELDS, type ImportField, type ImportRow } from '../../../../parts/csv/people-rows.ts'
import { saveCsv } from '../../../../parts/csv/save-csv.ts'
import { Alert } from '../../../../ui/alert/alert.tsx'
import { Button } from '../../../../ui/button/button.tsx'
import { Combobox } from '../../../../ui/combobox/combobox.tsx'
import { Dialog } from '../../../../ui/dialog/dialog.tsx'
import { Field } from '../../../../ui/field/field.tsx'
import { useLocale } from '../../../../ui/locale/locale.tsx'
import { Select } from '../../../../ui/select/select.tsx'
import type { UsersViewProps } from '../../users.view.tsx'
import { type ImportTexts, importMessages } from './import.messages.ts'
import { type Import, type ImportStep, type LoadedFile, problemText, useImport } from './use-import.ts'

interface StepProps<Name extends ImportStep['step']> extends UsersViewProps {
  step: Extract<ImportStep, { step: Name }>
  work: Import
  words: Translate<ImportTexts>
}

/** Lines listed before the rest is counted. */
const LINES_SHOWN = 6

/** People from a file: choose, map, check, invite (seed 001 §4, bulk add: each address is tried by itself). */
export const ImportDialog = (props: UsersViewProps) => {
  const { actions } = props
  const words = useLocale().translator.translatorFor(importMessages)
  const [context] = useState(() => actions.context())
  const work = useImport(context, words)
  const { step } = work
  const isWorking = step.step === 'running' || step.step === 'stopping' || step.step === 'checking'
  const close = () => {
    if (isWorking) return
    actions.closeDialog()
    if (step.step === 'done' || step.step === 'stopped') actions.reloadFromStart()
  }
  const parts = { ...props, work, words }
  return (
    <Dialog
      open
      size="m"
      title={words('title')}
      description={words('description', { tenant: props.state.viewer?.tenantName ?? '' })}
      onClose={close}
      footer={<Footer {...parts} onClose={close} />}
    >
      <div className="fe-users-import">
        {step.step === 'choose' && <Choose {...parts} step={step} />}
        {step.step === 'map' && <MapColumns {...parts} step={step} />}
        {step.step === 'checking' && (
          <Progress
            text={words('checking', { done: step.done, total: step.total })}
            done={step.done}
            total={step.total}
          />
        )}
        {step.step === 'checked' && <Checked {...parts} step={step} />}
        {'ready' in step && <Running {...parts} step={step} />}
      </div>
    </Dialog>
  )
}

const Footer = ({ work, words, onClose }: Omit<StepProps<'choose'>, 'step'> & { onClose: () => void }) => {
  const { step } = work
  if (step.step === 'checking') return <Button disabled>{words('cancel')}</Button>
  if (step.step === 'running' || step.step === 'stopping')
    return (
      <Button busy={step.step === 'stopping'} onClick={work.stop}>
        {step.step === 'stopping' ? words('stopping') : words('stop')}
      </Button>
    )
  return (
    <>
      <Button onClick={onClose}>{words(step.step === 'done' ? 'close' : 'cancel')}</Button>
      <Forward work={work} words={words} />
    </>
  )
}

const Forward = ({ work, words }: Pick<StepProps<'choose'>, 'work' | 'words'>): ReactNode => {
  const { step } = work
  if (step.step === 'map')
    return (
      <Button
        variant="primary"
        disabled={step.mapping.email < 0}
        onClick={() => work.check(step.file, step.mapping, step.defaultRoleIds)}
      >
        {words('next')}
      </Button>
    )
  if (step.step === 'checked') {
    const count = step.rows.filter(({ problem }) => !problem).length
    return (
      <Button variant="primary" disabled={count === 0} onClick={() => work.start(step.file, step.rows)}>
        {words('start', { count })}
      </Button>
    )
  }
  if (step.step !== 'stopped') return null
  return (
    <Button variant="primary" onClick={() => work.resume(step)}>
      {words('resume', { count: step.ready.length - step.next })}
    </Button>
  )
}

const Choose = ({ work, words, step }: StepProps<'choose'>) => (
  <>
    <Field label={words('fileLabel')} hint={words('fileHint')} error={step.error}>
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
            if (file) void work.choose(file)
          }}
        />
      )}
    </Field>
    <div>
      <Button
        size="s"
        variant="ghost"
        onClick={() =>
          saveCsv('people.csv', [
            IMPORT_FIELDS.map((field) => words(`field_${field}`)),
            ['ada@company.com', words('templateName'), '+44 20 7946 0000', ''],
          ])
        }
      >
        {words('template')}
      </Button>
    </div>
  </>
)

const MapColumns = ({ state, work, words, step }: StepProps<'map'>) => {
  const { file, mapping, defaultRoleIds } = step
  const columns = file.header.map((head, at) => ({ value: String(at), label: head || `#${at + 1}` }))
  const set = (field: ImportField, at: number) => work.change({ mapping: { ...mapping, [field]: at } })
  const sample = (field: ImportField) => file.rows[0]?.[mapping[field]]
  return (
    <>
      <p>
        <b>{words('mapTitle')}</b>
      </p>
      <div className="fe-users-pair">
        {IMPORT_FIELDS.map((field) => (
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
            options={state.roles.map((role) => ({ value: role.id, label: role.name, hint: role.description }))}
            values={defaultRoleIds}
            onChange={(roleIds) => work.change({ defaultRoleIds: roleIds })}
          />
        )}
      </Field>
    </>
  )
}

const Progress = ({ text, done, total }: { text: string; done: number; total: number }) => (
  <div className="fe-users-job">
    <span role="status">{text}</span>
    <progress className="fe-users-bar" value={done} max={total} aria-label={text} />
  </div>
)

interface ProblemsProps extends Pick<StepProps<'choose'>, 'words'> {
  file: LoadedFile
  rows: readonly ImportRow[]
  title: string
  download: string
}

const Problems = ({ words, file, rows, title, download }: ProblemsProps) => {
  const save = () =>
    saveCsv(
      file.name.replace(/(\.csv)?$/i, '-failed.csv'),
      failedTable(file.header, rows, {
        reason: words('errorColumn'),
        of: (problem) => problemText(problem, words),
      }),
    )
  return (
    <Alert
      tone="warning"
      title={title}
      action={
        <Button size="s" onClick={save}>
          {download}
        </Button>
      }
    >
      <ul className="fe-users-lines-failed">
        {rows.slice(0, LINES_SHOWN).map((row) => (
          <li key={row.line}>
            <b>{row.email || words('line', { line: row.line })}</b>{' '}
            <span>{row.problem && problemText(row.problem, words)}</span>
          </li>
        ))}
        {rows.length > LINES_SHOWN && <li>{words('more', { count: rows.length - LINES_SHOWN })}</li>}
      </ul>
    </Alert>
  )
}

const Checked = ({ work, words, step }: StepProps<'checked'>) => {
  const bad = step.rows.filter(({ problem }) => problem)
  return (
    <>
      <p role="status">
        <b>{words('ready', { count: step.rows.length - bad.length })}</b>
      </p>
      {bad.length > 0 && (
        <Problems
          words={words}
          file={step.file}
          rows={bad}
          title={words('bad', { count: bad.length })}
          download={words('downloadProblems')}
        />
      )}
      <div>
        <Button size="s" variant="ghost" onClick={work.restart}>
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
      <Progress text={textOf()} done={next} total={total} />
      {failures.length > 0 && (step.step === 'done' || step.step === 'stopped') && (
        <Problems
          words={words}
          file={step.file}
          rows={failures}
          title={words('failed', { count: failures.length })}
          download={words('downloadFailures')}
        />
      )}
    </>
  )
}
