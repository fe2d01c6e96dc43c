import { isEditable } from '../../feature/page-fields.ts'
import type { LinkedDialog } from '../../parts/record-list/list-url.ts'
import type { PrivacyActions } from './privacy.actions.ts'
import {
  type Enrollable,
  offersOf,
  type PrivacyDialog,
  type PrivacyFields,
  type PrivacyState,
} from './privacy.state.ts'

const ENROLL = {
  app: 'AuthenticatorApp',
  phone: 'SMS',
  'this-device': 'WebAuthnPlatform',
  'security-key': 'WebAuthnCrossPlatform',
} as const satisfies Record<string, Enrollable>
type EnrollName = keyof typeof ENROLL
const ENROLL_NAMES = Object.keys(ENROLL) as EnrollName[]

export const DIALOGS_IN_URL = [...ENROLL_NAMES, 'rename', 'disable', 'end-session', 'end-all'] as const
type DialogInUrl = LinkedDialog<(typeof DIALOGS_IN_URL)[number]>

const enrollableOf = (dialog: PrivacyDialog): Enrollable | undefined => {
  if (dialog.kind === 'key') return dialog.strategy
  if (dialog.kind === 'app') return 'AuthenticatorApp'
  return dialog.kind === 'smsNumber' ? 'SMS' : undefined
}

/**
 * Returns the link of the dialog. Dialogs that continue another one have none: a verification, a sent code and a
 * recovery code.
 */
export const dialogInUrl = ({ dialog }: Pick<PrivacyState, 'dialog'>): DialogInUrl | undefined => {
  if (!dialog) return undefined
  const enrollable = enrollableOf(dialog)
  const name = ENROLL_NAMES.find((one) => ENROLL[one] === enrollable)
  if (name) return { name, id: '' }
  if (dialog.kind === 'rename' || dialog.kind === 'disable') return { name: dialog.kind, id: dialog.device.id }
  if (dialog.kind === 'endSession') return { name: 'end-session', id: dialog.session.id }
  return dialog.kind === 'endAll' ? { name: 'end-all', id: '' } : undefined
}

/** Returns whether the data for a linked dialog is loaded. */
export const isDialogReady = ({ phase, sessions }: PrivacyState): boolean =>
  phase === 'ready' && sessions.phase !== 'loading'

interface Page {
  state: PrivacyState
  fields: PrivacyFields
  actions: Pick<PrivacyActions, 'enroll' | 'openRename' | 'openDisable' | 'openEndSession' | 'openEndAll'>
  canUseKeys: boolean
}

type Opener = (() => unknown) | undefined

const isEnroll = (name: DialogInUrl['name']): name is EnrollName => name in ENROLL

const sessionOpener = ({ name, id }: DialogInUrl, { state, actions }: Page): Opener => {
  if (name === 'end-all') return actions.openEndAll
  const session = state.sessions.items.find((one) => one.id === id && !one.current)
  return session && (() => actions.openEndSession(session))
}

const deviceOpener = ({ name, id }: DialogInUrl, { state, actions, canUseKeys }: Page): Opener => {
  if (isEnroll(name)) {
    const isOffered = offersOf(state.strategies, state.devices, canUseKeys).includes(ENROLL[name])
    return isOffered ? () => actions.enroll(ENROLL[name]) : undefined
  }
  const device = state.devices.find((one) => one.id !== '' && one.id === id)
  if (!device || (name === 'rename' && !state.canRename)) return undefined
  return () => (name === 'rename' ? actions.openRename(device) : actions.openDisable(device))
}

/** Returns the function that opens a link, if the page offers it. */
export const openerOf = (link: DialogInUrl, page: Page): Opener => {
  const { fields } = page
  if (link.name === 'end-session' || link.name === 'end-all')
    return isEditable(fields.loginSessions) ? sessionOpener(link, page) : undefined
  return isEditable(fields.mfa) ? deviceOpener(link, page) : undefined
}
