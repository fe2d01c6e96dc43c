import type { PhoneNumber } from '../../contract/me.ts'
import type { Me } from '../../entities/auth.ts'
import type { PasswordRules } from '../../entities/policies.ts'
import { IDLE, type Progress } from '../../parts/failure/failure.ts'
import { type Notice, nextNotice } from '../../parts/notices/use-notice.ts'
import { NO_POSTAL_ADDRESS } from '../../rules/postal-address.ts'
import { isSame, type ProfileDraft, toDraft } from './profile.draft.ts'

export type NoticeKey =
  | 'saved'
  | 'pictureSaved'
  | 'pictureRemoved'
  | 'passwordChanged'
  | 'phoneAdded'
  | 'phoneVerified'
  | 'phoneDeleted'
  | 'failed'
  | 'unavailable'

/** A texted code: its phone number, its purpose and its token. */
export interface PhoneTask {
  why: 'verify' | 'delete'
  phoneNumber: string
  phoneId: string
  otcToken: string
  sentAt: number
}

type ProfileDialog =
  | { kind: 'removePicture' }
  | { kind: 'password' }
  | { kind: 'addPhone' }
  | { kind: 'deletePhone'; phone: PhoneNumber }
  | { kind: 'code'; task: PhoneTask }

interface PhonesState {
  phase: 'loading' | 'ready' | 'failed'
  items: readonly PhoneNumber[]
  total: number
  /** Index of the page. */
  page: number
  error?: Progress
}

export interface ProfileState {
  phase: 'loading' | 'ready' | 'failed'
  /** The reason the page could not be loaded. */
  failure: Progress
  profile?: Me
  draft: ProfileDraft
  saving: Progress
  picture: Progress
  phones: PhonesState
  dialog: ProfileDialog | null
  /** Progress of the open dialog's task. */
  dialogWork: Progress
  rules?: PasswordRules | null
  notice?: Notice<NoticeKey>
}

export const initialProfile: ProfileState = {
  phase: 'loading',
  failure: IDLE,
  draft: { name: '', phone: '', jobTitle: '', address: NO_POSTAL_ADDRESS },
  saving: IDLE,
  picture: IDLE,
  phones: { phase: 'loading', items: [], total: 0, page: 0 },
  dialog: null,
  dialogWork: IDLE,
}

type Transition = (state: ProfileState) => ProfileState

/** Stores the loaded profile; unsaved changes are kept. */
export const loaded =
  (profile: Me): Transition =>
  (state) => {
    const draft = isDirty(state) ? state.draft : toDraft(profile)
    return { ...state, phase: 'ready', failure: IDLE, profile, draft }
  }

export const saved =
  (profile: Me): Transition =>
  (state) => ({ ...state, profile, draft: toDraft(profile), saving: IDLE })

export const withPicture =
  (profile: Me): Transition =>
  (state) => ({ ...state, profile, picture: IDLE })

export const edited =
  (patch: Partial<ProfileDraft>): Transition =>
  (state) => ({ ...state, draft: { ...state.draft, ...patch } })

export const discarded: Transition = (state) =>
  state.profile ? { ...state, draft: toDraft(state.profile), saving: IDLE } : state

export const isDirty = ({ profile, draft }: Pick<ProfileState, 'profile' | 'draft'>): boolean =>
  profile !== undefined && !isSame(draft, toDraft(profile))

export const openDialog =
  (dialog: ProfileDialog): Transition =>
  (state) => ({ ...state, dialog, dialogWork: IDLE })

/** Closes the dialog, unless a task is running. */
export const closeDialog: Transition = (state) =>
  state.dialogWork.kind === 'busy' ? state : { ...state, dialog: null, dialogWork: IDLE }

export const done: Transition = (state) => ({ ...state, dialog: null, dialogWork: IDLE })

export const noticed =
  (key: NoticeKey, more?: Parameters<typeof nextNotice>[2]): Transition =>
  (state) => ({ ...state, notice: nextNotice(state.notice, key, more) })
