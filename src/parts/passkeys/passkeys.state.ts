import type { NamedDevice } from '../../contract/me.ts'
import type { WebAuthnDevice } from '../../entities/mfa.ts'
import { BUSY, type Failure, failedWith, IDLE, type Progress } from '../failure/failure.ts'

/** The last completed action, for a toast. */
export interface PasskeyNotice {
  key: 'added' | 'removed' | 'renamed'
  seq: number
}

export type PasskeyNames = Readonly<Record<string, NamedDevice>>

/** A dialog's work on one passkey. */
interface PasskeyWork {
  deviceId: string
  progress: Progress
}

/** State of the user's passkeys: the list, adding one, and the dialogs that rename and remove one. */
export interface PasskeysState {
  list: Progress
  /** `null` until the first list arrived. */
  devices: readonly WebAuthnDevice[] | null
  /** `null` if the backend can't name passkeys. */
  names: PasskeyNames | null
  adding: Progress
  removal: PasskeyWork | null
  renaming: PasskeyWork | null
  notice: PasskeyNotice | null
}

export type PasskeysEvent =
  | { type: 'listWanted' }
  | { type: 'listed'; devices: readonly WebAuthnDevice[]; names: PasskeyNames | null }
  | { type: 'listFailed'; failure: Failure }
  | { type: 'addWanted' }
  | { type: 'added' }
  /** The user canceled, so there is nothing to report. */
  | { type: 'addStopped' }
  | { type: 'addFailed'; failure: Failure }
  | { type: 'removalWanted'; deviceId: string }
  | { type: 'removalDropped' }
  | { type: 'removalConfirmed' }
  | { type: 'removed'; deviceId: string }
  | { type: 'removalFailed'; failure: Failure }
  | { type: 'renamingWanted'; deviceId: string }
  | { type: 'renamingDropped' }
  | { type: 'renamingConfirmed' }
  | { type: 'renamed'; device: NamedDevice }
  | { type: 'renamingFailed'; failure: Failure }

export const initialPasskeys: PasskeysState = {
  list: IDLE,
  devices: null,
  names: null,
  adding: IDLE,
  removal: null,
  renaming: null,
  notice: null,
}

const isBusy = (progress: Progress | undefined): boolean => progress?.kind === 'busy'

const noticeOf = (state: PasskeysState, key: PasskeyNotice['key']): PasskeyNotice => ({
  key,
  seq: (state.notice?.seq ?? 0) + 1,
})

const atList = (state: PasskeysState, event: PasskeysEvent): PasskeysState => {
  if (event.type === 'listWanted') return isBusy(state.list) ? state : { ...state, list: BUSY }
  if (event.type === 'listed') return { ...state, list: IDLE, devices: event.devices, names: event.names }
  return event.type === 'listFailed' ? { ...state, list: failedWith(event.failure) } : state
}

const atAdding = (state: PasskeysState, event: PasskeysEvent): PasskeysState => {
  const busy = isBusy(state.adding)
  if (event.type === 'addWanted') return busy ? state : { ...state, adding: BUSY }
  if (!busy) return state
  if (event.type === 'added') return { ...state, adding: IDLE, notice: noticeOf(state, 'added') }
  if (event.type === 'addStopped') return { ...state, adding: IDLE }
  return event.type === 'addFailed' ? { ...state, adding: failedWith(event.failure) } : state
}

const removed = (state: PasskeysState, deviceId: string): PasskeysState => ({
  ...state,
  devices: (state.devices ?? []).filter(({ id }) => id !== deviceId),
  removal: null,
  notice: noticeOf(state, 'removed'),
})

const atRemoval = (state: PasskeysState, event: PasskeysEvent): PasskeysState => {
  const { removal } = state
  if (event.type === 'removalWanted') {
    return removal ? state : { ...state, removal: { deviceId: event.deviceId, progress: IDLE } }
  }
  if (!removal) return state
  if (event.type === 'removalDropped') return isBusy(removal.progress) ? state : { ...state, removal: null }
  if (event.type === 'removalConfirmed') return { ...state, removal: { ...removal, progress: BUSY } }
  if (event.type === 'removalFailed') {
    return { ...state, removal: { ...removal, progress: failedWith(event.failure) } }
  }
  return event.type === 'removed' ? removed(state, event.deviceId) : state
}

const atRenaming = (state: PasskeysState, event: PasskeysEvent): PasskeysState => {
  const { renaming } = state
  if (event.type === 'renamingWanted') {
    return renaming || !state.names ? state : { ...state, renaming: { deviceId: event.deviceId, progress: IDLE } }
  }
  if (!renaming) return state
  if (event.type === 'renamingDropped') return isBusy(renaming.progress) ? state : { ...state, renaming: null }
  if (event.type === 'renamingConfirmed') return { ...state, renaming: { ...renaming, progress: BUSY } }
  if (event.type === 'renamingFailed') {
    return { ...state, renaming: { ...renaming, progress: failedWith(event.failure) } }
  }
  if (event.type !== 'renamed') return state
  const names = { ...state.names, [event.device.id]: event.device }
  return { ...state, names, renaming: null, notice: noticeOf(state, 'renamed') }
}

/** Applies an event to the state of the list of passkeys. An event that doesn't apply returns the same state. */
export const passkeysTransition = (state: PasskeysState, event: PasskeysEvent): PasskeysState => {
  switch (event.type) {
    case 'listWanted':
    case 'listed':
    case 'listFailed':
      return atList(state, event)
    case 'addWanted':
    case 'added':
    case 'addStopped':
    case 'addFailed':
      return atAdding(state, event)
    case 'renamingWanted':
    case 'renamingDropped':
    case 'renamingConfirmed':
    case 'renamed':
    case 'renamingFailed':
      return atRenaming(state, event)
    default:
      return atRemoval(state, event)
  }
}

export interface PasskeysGiven {
  /** The user may add and remove passkeys. */
  canEdit: boolean
  /** A link to the button that adds one was followed. @default false */
  isWanted?: boolean | undefined
}
