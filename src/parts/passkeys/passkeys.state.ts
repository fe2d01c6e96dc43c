import type { WebAuthnDevice } from '../../entities/mfa.ts'
import { BUSY, type Failure, failedWith, IDLE, type Progress } from '../failure/failure.ts'

/** What was done last, for a message that goes by itself. */
export interface PasskeyNotice {
  key: 'added' | 'removed'
  seq: number
}

/** The person's own passkeys: the list, adding one, and the question before one is removed. */
export interface PasskeysState {
  list: Progress
  /** `null` until the first list arrived. */
  devices: readonly WebAuthnDevice[] | null
  adding: Progress
  removal: null | { deviceId: string; progress: Progress }
  notice: PasskeyNotice | null
}

export type PasskeysEvent =
  | { type: 'listWanted' }
  | { type: 'listed'; devices: readonly WebAuthnDevice[] }
  | { type: 'listFailed'; failure: Failure }
  | { type: 'addWanted' }
  | { type: 'added' }
  /** Left by the person herself: nothing to say. */
  | { type: 'addStopped' }
  | { type: 'addFailed'; failure: Failure }
  | { type: 'removalWanted'; deviceId: string }
  | { type: 'removalDropped' }
  | { type: 'removalConfirmed' }
  | { type: 'removed'; deviceId: string }
  | { type: 'removalFailed'; failure: Failure }

export const initialPasskeys: PasskeysState = {
  list: IDLE,
  devices: null,
  adding: IDLE,
  removal: null,
  notice: null,
}

const isBusy = (progress: Progress | undefined): boolean => progress?.kind === 'busy'

const told = (state: PasskeysState, key: PasskeyNotice['key']): PasskeyNotice => ({
  key,
  seq: (state.notice?.seq ?? 0) + 1,
})

const atList = (state: PasskeysState, event: PasskeysEvent): PasskeysState => {
  if (event.type === 'listWanted') return isBusy(state.list) ? state : { ...state, list: BUSY }
  if (event.type === 'listed') return { ...state, list: IDLE, devices: event.devices }
  return event.type === 'listFailed' ? { ...state, list: failedWith(event.failure) } : state
}

const atAdding = (state: PasskeysState, event: PasskeysEvent): PasskeysState => {
  const busy = isBusy(state.adding)
  if (event.type === 'addWanted') return busy ? state : { ...state, adding: BUSY }
  if (!busy) return state
  if (event.type === 'added') return { ...state, adding: IDLE, notice: told(state, 'added') }
  if (event.type === 'addStopped') return { ...state, adding: IDLE }
  return event.type === 'addFailed' ? { ...state, adding: failedWith(event.failure) } : state
}

const removed = (state: PasskeysState, deviceId: string): PasskeysState => ({
  ...state,
  devices: (state.devices ?? []).filter(({ id }) => id !== deviceId),
  removal: null,
  notice: told(state, 'removed'),
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

/** Every rule of the list of passkeys. An event that means nothing here returns the same state. */
export const transition = (state: PasskeysState, event: PasskeysEvent): PasskeysState => {
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
    default:
      return atRemoval(state, event)
  }
}
