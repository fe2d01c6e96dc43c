import { nameOfUser } from '../../../../rules/user-name.ts'
import { ConfirmDialog } from '../../../../ui/confirm-dialog/confirm-dialog.tsx'
import { useLocale } from '../../../../ui/locale/locale.tsx'
import type { CenterViewProps } from '../center.actions.ts'
import type { CenterDialog } from '../center.state.ts'

/** Further names are only counted. */
const NAMES_SHOWN = 3

const namesOf = ({ users = [] }: CenterDialog, language: string, t: CenterViewProps['t']): string => {
  const names = users.slice(0, NAMES_SHOWN).map(nameOfUser)
  const rest = users.length - names.length
  return new Intl.ListFormat(language).format(rest > 0 ? [...names, t('moreNames', { count: rest })] : names)
}

/** Describes the effect of an action and the affected users before it runs. */
export const CenterDialogs = ({ state, actions, tenant, t }: CenterViewProps) => {
  const { language } = useLocale()
  const { dialog, saving, formError } = state
  if (!dialog) return null
  const { kind, count } = dialog
  const names = namesOf(dialog, language, t)
  return (
    <ConfirmDialog
      open
      danger={kind === 'remove'}
      title={t(`${kind}Title`, { count, tenant, names })}
      text={t(`${kind}Text`, { tenant, names })}
      confirmLabel={t(`${kind}Confirm`, { count, names })}
      cancelLabel={t('cancel')}
      busy={saving}
      error={formError}
      onConfirm={() => void actions.run(dialog)}
      onClose={actions.closeDialog}
    />
  )
}
