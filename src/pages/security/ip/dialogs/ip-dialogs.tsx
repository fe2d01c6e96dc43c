import { useState } from 'react'
import type { IpLineResult, IpRestriction } from '../../../../entities/policies.ts'
import { Badge } from '../../../../ui/badge/badge.tsx'
import { Button } from '../../../../ui/button/button.tsx'
import { Dialog } from '../../../../ui/dialog/dialog.tsx'
import { Field } from '../../../../ui/field/field.tsx'
import { FormDialog } from '../../../../ui/form-dialog/form-dialog.tsx'
import { TextInput } from '../../../../ui/text-input/text-input.tsx'
import { Textarea } from '../../../../ui/textarea/textarea.tsx'
import { type IpViewProps, isBusy, linesOf, linesToCorrect, MAX_LINES } from '../ip.state.ts'

const TONE = { added: 'success', duplicate: 'neutral', refused: 'danger' } as const

const textOf = ({ outcome, message }: IpLineResult, t: IpViewProps['t']): string => {
  if (outcome === 'added') return t('lineAdded')
  return outcome === 'duplicate' ? t('lineDuplicate') : (message ?? '')
}

const Results = ({ results, t }: { results: readonly IpLineResult[]; t: IpViewProps['t'] }) => (
  <ul className="fe-security-ip-results" aria-label={t('pasteResults')}>
    {results.map((result, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: lines have no identity but their place
      <li key={at}>
        <bdi className="fe-security-ip-line">{result.ip}</bdi>
        <Badge tone={TONE[result.outcome]}>{textOf(result, t)}</Badge>
      </li>
    ))}
  </ul>
)

const summaryOf = (results: readonly IpLineResult[], t: IpViewProps['t']): string => {
  const count = (outcome: IpLineResult['outcome']) => results.filter((result) => result.outcome === outcome).length
  return t('pasteSummary', { count: count('added'), kept: count('duplicate'), refused: count('refused') })
}

const problemOf = (count: number, t: IpViewProps['t']): string | undefined => {
  if (count === 0) return t('pasteRequired')
  return count > MAX_LINES ? t('pasteTooMany', { count: MAX_LINES }) : undefined
}

/** Asks for a pasted list with one rule per line. Lines that can't be added stay so that they can be corrected. */
const PasteDialog = ({ state, actions, t }: IpViewProps) => {
  const [text, setText] = useState('')
  const [isChecked, setChecked] = useState(false)
  const { results } = state
  const lines = linesOf(text)
  const problem = isChecked ? problemOf(lines.length, t) : undefined
  const target = state.list.query.strategy === 'ALLOW' ? t('allowList') : t('blockList')
  if (results?.every(({ outcome }) => outcome !== 'refused')) {
    const done = <Button onClick={actions.closeDialog}>{t('close')}</Button>
    return (
      <Dialog
        open
        title={t('pasteTitle')}
        description={summaryOf(results, t)}
        onClose={actions.closeDialog}
        footer={done}
      >
        <Results results={results} t={t} />
      </Dialog>
    )
  }
  const submit = async () => {
    setChecked(true)
    if (problemOf(lines.length, t)) return false
    const found = await actions.paste(lines)
    if (found) setText(linesToCorrect(lines, found))
    return found !== undefined
  }
  return (
    <FormDialog
      open
      title={t('pasteTitle')}
      description={results ? summaryOf(results, t) : t('pasteText')}
      submitLabel={t('add')}
      cancelLabel={results ? t('close') : t('cancel')}
      busy={isBusy(state)}
      error={state.formError}
      dirty={results === undefined && text !== ''}
      onSubmit={submit}
      onClose={actions.closeDialog}
    >
      <Field label={t('pasteLabel')} hint={`${t('pasteTarget')}: ${target}`} error={problem}>
        {(ids) => (
          <Textarea
            {...ids}
            name="ips"
            rows={8}
            dir="ltr"
            spellCheck={false}
            data-autofocus
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      {results && <Results results={results} t={t} />}
    </FormDialog>
  )
}

const MAX_DESCRIPTION_LENGTH = 200

const DescriptionField = ({ t, value, onChange }: Pick<IpViewProps, 't'> & TextField) => (
  <Field label={t('descriptionLabel')}>
    {(ids) => (
      <TextInput
        {...ids}
        name="description"
        autoComplete="off"
        maxLength={MAX_DESCRIPTION_LENGTH}
        placeholder={t('addIpDescriptionPlaceholder')}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    )}
  </Field>
)

interface TextField {
  value: string
  onChange(value: string): void
}

const AddDialog = ({ state, actions, t }: IpViewProps) => {
  const [ip, setIp] = useState('')
  const [description, setDescription] = useState('')
  const [isChecked, setChecked] = useState(false)
  const isMissing = isChecked && ip.trim() === ''
  const submit = () => {
    setChecked(true)
    return ip.trim() === '' ? false : actions.add({ ip: ip.trim(), description: description.trim() })
  }
  return (
    <FormDialog
      open
      size="s"
      title={state.list.query.strategy === 'ALLOW' ? t('addTitleAllow') : t('addTitleBlock')}
      submitLabel={t('add')}
      cancelLabel={t('cancel')}
      busy={isBusy(state)}
      error={state.formError}
      dirty={ip !== '' || description !== ''}
      onSubmit={submit}
      onClose={actions.closeDialog}
    >
      <Field
        label={t('tableIpAddress')}
        hint={t('ipHint')}
        error={isMissing ? t('ipAddressRequiredMessage') : undefined}
      >
        {(ids) => (
          <TextInput
            {...ids}
            name="ip"
            autoComplete="off"
            spellCheck={false}
            dir="ltr"
            data-autofocus
            maxLength={100}
            placeholder={t('addIpAddressPlaceholder')}
            value={ip}
            onChange={(event) => setIp(event.target.value)}
          />
        )}
      </Field>
      <DescriptionField t={t} value={description} onChange={setDescription} />
    </FormDialog>
  )
}

const EditDialog = ({ state, actions, t, rule }: IpViewProps & { rule: IpRestriction }) => {
  const before = rule.description ?? ''
  const [description, setDescription] = useState(before)
  return (
    <FormDialog
      open
      size="s"
      title={t('editTitle', { ip: rule.ip })}
      submitLabel={t('save')}
      cancelLabel={t('cancel')}
      busy={isBusy(state)}
      error={state.formError}
      dirty={description !== before}
      onSubmit={() => actions.update(rule, { description: description.trim() })}
      onClose={actions.closeDialog}
    >
      <DescriptionField t={t} value={description} onChange={setDescription} />
    </FormDialog>
  )
}

export const IpDialogs = (props: IpViewProps) => {
  const { dialog } = props.state
  if (dialog?.kind === 'add') return <AddDialog {...props} />
  if (dialog?.kind === 'paste') return <PasteDialog {...props} />
  return dialog?.kind === 'edit' ? <EditDialog {...props} rule={dialog.rule} /> : null
}
