import { useEffect, useState } from 'react'
import { LeftAloneWarning, useLeftAlone } from '../../../parts/left-alone/left-alone.tsx'
import { Alert } from '../../../ui/alert/alert.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { Field } from '../../../ui/field/field.tsx'
import { FormDialog } from '../../../ui/form-dialog/form-dialog.tsx'
import { useRadioSheet } from '../../../ui/radio-group/radio-group.tsx'
import { SearchInput } from '../../../ui/search-input/search-input.tsx'
import { Skeleton } from '../../../ui/skeleton/skeleton.tsx'
import type { AccountRow, AccountsViewProps } from '../all-accounts.state.ts'

interface MoveProps extends AccountsViewProps {
  account: AccountRow
}

interface PickProps extends MoveProps {
  chosen: AccountRow | undefined
  onChoose(row: AccountRow): void
}

/** Accounts found on the server, because there may be ten thousand of them. */
const Places = ({ state, actions, t, account, chosen, onChoose }: PickProps) => {
  const { candidates } = state
  useRadioSheet()
  if (candidates.phase === 'failed')
    return (
      <Alert tone="danger" action={<Button onClick={() => void actions.findParents('', account)}>{t('retry')}</Button>}>
        {t('parentsFailed')}
      </Alert>
    )
  if (candidates.phase === 'loading' && candidates.rows.length === 0) return <Skeleton height="108px" />
  return (
    <fieldset className="fe-accounts-parents">
      <legend className="fe-hidden">{t('parentAccountLabel')}</legend>
      {candidates.rows.map((row) => (
        <label key={row.id}>
          <input
            type="radio"
            className="fe-radio-mark"
            name="parent"
            checked={chosen?.id === row.id}
            disabled={row.id === account.parentId}
            onChange={() => onChoose(row)}
          />
          <span>
            {row.name}
            {row.path && <span className="fe-accounts-place-path">{row.path}</span>}
          </span>
        </label>
      ))}
      {candidates.phase === 'ready' && candidates.rows.length === 0 && <p role="status">{t('noAccountFound')}</p>}
    </fieldset>
  )
}

export const MoveDialog = (props: MoveProps) => {
  const { state, actions, t, account } = props
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState<AccountRow>()
  const [isTouched, setTouched] = useState(false)
  const { findParents } = actions
  useEffect(() => void findParents(text, account), [findParents, text, account])
  const move = chosen && { tenantId: account.id, parentTenantId: chosen.id }
  const { effect, isChecking, saveAnyway } = useLeftAlone(props, { changes: [], ...(move && { move }) })
  const submit = () => {
    setTouched(true)
    return chosen ? actions.move(account, chosen) : false
  }
  return (
    <FormDialog
      open
      title={t('moveTitle', { name: account.name })}
      description={account.isParent ? `${t('moveSubAccounts')} ${t('moveDescription')}` : t('moveDescription')}
      submitLabel={saveAnyway ?? t('moveConfirm')}
      danger={effect !== undefined}
      cancelLabel={t('cancel')}
      busy={state.saving || isChecking}
      error={state.formError}
      dirty={chosen !== undefined}
      onSubmit={submit}
      onClose={actions.closeDialog}
    >
      <Field label={t('parentAccountLabel')} error={isTouched && !chosen ? t('parentIsRequired') : undefined}>
        {() => (
          <div className="fe-accounts-search">
            <SearchInput label={t('parentSearchLabel')} value={text} onChange={setText} />
            <Places {...props} chosen={chosen} onChoose={setChosen} />
          </div>
        )}
      </Field>
      <LeftAloneWarning effect={effect} />
    </FormDialog>
  )
}
