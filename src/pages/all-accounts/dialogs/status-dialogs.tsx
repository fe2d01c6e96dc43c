import { useState } from 'react'
import { formatDate } from '../../../i18n/formatting.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog/confirm-dialog.tsx'
import { Field } from '../../../ui/field/field.tsx'
import { FormDialog } from '../../../ui/form-dialog/form-dialog.tsx'
import { useLocale } from '../../../ui/locale/locale.tsx'
import { Select } from '../../../ui/select/select.tsx'
import type { AccountRow, AccountsViewProps } from '../all-accounts.state.ts'

type DialogProps = AccountsViewProps & { account: AccountRow }

export const SuspensionDialog = (props: DialogProps & { isSuspended: boolean }) => {
  const { state, actions, t, account, isSuspended } = props
  const { name } = account
  return (
    <ConfirmDialog
      open
      danger={isSuspended}
      title={t(isSuspended ? 'suspendTitle' : 'resumeTitle', { name })}
      text={t(isSuspended ? 'suspendText' : 'resumeText')}
      confirmLabel={t(isSuspended ? 'suspendConfirm' : 'resumeConfirm', { name })}
      cancelLabel={t('cancel')}
      busy={state.saving}
      error={state.formError}
      onConfirm={() => void actions.setSuspended(account, isSuspended)}
      onClose={actions.closeDialog}
    />
  )
}

const TYPES = { customer: 'typeCustomer', test: 'typeTest', spam: 'typeSpam' } as const

const SETTABLE = ['customer', 'test', 'spam'] as const

const settableOf = (type: AccountRow['type']) => SETTABLE.find((one) => one === type)

const TRIAL_DAYS = [14, 30, 90]

/** The current end, until the user chooses another one. */
const KEEP = 'keep'
const NONE = 'none'

/** The type of accounts with sub-accounts follows from their place, so it isn't offered. */
export const StatusDialog = ({ state, actions, t, account }: DialogProps) => {
  const { dates } = useLocale()
  const [type, setType] = useState(settableOf(account.type))
  const start = account.trialEndsAt ? KEEP : NONE
  const [trial, setTrial] = useState(start)
  const isDirty = type !== settableOf(account.type) || trial !== start
  const submit = () => {
    if (!isDirty) return void actions.closeDialog()
    const days = trial === NONE ? null : Number(trial)
    return actions.setTerms(account, {
      type: type === account.type ? undefined : type,
      trialDays: trial === start ? undefined : days,
    })
  }
  const kept = account.trialEndsAt && {
    value: KEEP,
    label: t('trialKeep', { date: formatDate(account.trialEndsAt, dates) }),
  }
  return (
    <FormDialog
      open
      title={t('statusTitle', { name: account.name })}
      submitLabel={t('save')}
      cancelLabel={t('cancel')}
      busy={state.saving}
      error={state.formError}
      dirty={isDirty}
      onSubmit={submit}
      onClose={actions.closeDialog}
    >
      {type && (
        <Field label={t('typeColumn')}>
          {({ id }) => (
            <Select<(typeof SETTABLE)[number]>
              id={id}
              value={type}
              options={SETTABLE.map((value) => ({ value, label: t(TYPES[value]) }))}
              onChange={setType}
            />
          )}
        </Field>
      )}
      <Field label={t('trialLabel')}>
        {({ id }) => (
          <Select
            id={id}
            value={trial}
            options={[
              ...(kept ? [kept] : []),
              { value: NONE, label: t('trialNone') },
              ...TRIAL_DAYS.map((count) => ({ value: String(count), label: t('trialDays', { count }) })),
            ]}
            onChange={setTrial}
          />
        )}
      </Field>
    </FormDialog>
  )
}
