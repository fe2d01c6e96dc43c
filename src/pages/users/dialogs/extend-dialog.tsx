import { useState } from 'react'
import type { Member } from '../../../contract/additions/members.ts'
import { formatDate } from '../../../rules/account-date.ts'
import { nameOfUser } from '../../../rules/user-name.ts'
import { Field } from '../../../ui/field/field.tsx'
import { FormDialog } from '../../../ui/form-dialog/form-dialog.tsx'
import { useLocale } from '../../../ui/locale/locale.tsx'
import { Select } from '../../../ui/select/select.tsx'
import type { UsersViewProps } from '../users.props.ts'
import { useDialogText } from './use-texts.ts'

const DAYS = [1, 7, 14, 30, 90]
const DEFAULT_DAYS = 30

export const ExtendDialog = ({ actions, member }: UsersViewProps & { member: Member }) => {
  const t = useDialogText()
  const { dates } = useLocale()
  const [days, setDays] = useState(DEFAULT_DAYS)
  const date = formatDate(member.temporaryExpirationDate ?? '', dates)
  const submit = () => {
    actions.closeDialog()
    void actions.extend(member, days)
    return undefined
  }
  return (
    <FormDialog
      open
      size="s"
      title={t('extendTitle', { name: nameOfUser(member) })}
      description={t('extendText', { date })}
      submitLabel={t('extendSubmit')}
      cancelLabel={t('cancel')}
      onSubmit={submit}
      onClose={actions.closeDialog}
    >
      <Field label={t('extendLabel')}>
        {({ id }) => (
          <Select
            id={id}
            value={String(days)}
            options={DAYS.map((count) => ({ value: String(count), label: t('expirationDays', { count }) }))}
            onChange={(value) => setDays(Number(value))}
          />
        )}
      </Field>
    </FormDialog>
  )
}
