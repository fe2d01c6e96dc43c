import { isEditable } from '../../feature/page-fields.ts'
import type { LinkedDialog } from '../../parts/record-list/list-url.ts'
import type { ProfileActions } from './profile.actions.ts'
import type { ProfileFields } from './profile.draft.ts'
import type { ProfileState } from './profile.state.ts'

export const DIALOGS_IN_URL = ['password', 'remove-picture', 'add-phone', 'delete-phone', 'appearance'] as const
type DialogInUrl = LinkedDialog<(typeof DIALOGS_IN_URL)[number]>

/** Returns the link of the dialog. A sent code continues another dialog, so it has none. */
export const dialogInUrl = ({ dialog }: Pick<ProfileState, 'dialog'>): DialogInUrl | undefined => {
  if (dialog?.kind === 'password') return { name: 'password', id: '' }
  if (dialog?.kind === 'removePicture') return { name: 'remove-picture', id: '' }
  if (dialog?.kind === 'addPhone') return { name: 'add-phone', id: '' }
  return dialog?.kind === 'deletePhone' ? { name: 'delete-phone', id: dialog.phone.id } : undefined
}

/** Returns whether the data for a linked dialog is loaded. */
export const isDialogReady = ({ phase, phones }: ProfileState): boolean =>
  phase === 'ready' && phones.phase !== 'loading'

type Openers = Pick<ProfileActions, 'openPassword' | 'openRemovePicture' | 'openAddPhone' | 'openDeletePhone'> & {
  /** Focuses the preferences, which are a part of the page rather than a dialog. */
  showAppearance(): void
}

/** Returns the function that opens a link, if the page offers it. */
export const openerOf = (
  { name, id }: DialogInUrl,
  { profile, phones }: Pick<ProfileState, 'profile' | 'phones'>,
  fields: ProfileFields,
  actions: Openers,
): (() => unknown) | undefined => {
  if (name === 'password') return actions.openPassword
  if (name === 'appearance') return actions.showAppearance
  if (name === 'remove-picture') return profile?.profilePictureUrl ? actions.openRemovePicture : undefined
  if (!isEditable(fields.phoneNumber)) return undefined
  if (name === 'add-phone') return actions.openAddPhone
  const phone = phones.items.find((one) => one.id === id)
  return phone && (() => actions.openDeletePhone(phone))
}
