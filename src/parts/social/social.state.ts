import type { SocialProvider } from '../../entities/social.ts'
import { BUSY, type Failure, failedWith, IDLE, type Progress } from '../failure/failure.ts'

/** A social sign-in method that the vendor offers: one of the seven providers, or a custom one. */
export interface SocialWay {
  /** Name of the provider, or id of a custom one. */
  id: string
  label: string
  /** `custom` providers are shown by their `logo` or first letter. */
  mark: SocialProvider | 'custom'
  logo: string | null
  /** The URL at which a sign-in starts: a path of the API, or one of the provider. */
  start: { kind: 'api'; path: string } | { kind: 'provider'; authorizationUrl: string; clientId: string; scope: string }
}

export interface SocialState {
  ways: readonly SocialWay[]
  /** The list has loaded, or failed to load. */
  isSettled: boolean
  /** The provider that was clicked last. */
  pressed: string | null
  /** The clicked provider, while the app around the page requires the user's consent first. */
  asking: SocialWay | null
  progress: Progress
}

export type SocialEvent =
  | { type: 'loaded'; ways: readonly SocialWay[] }
  | { type: 'unavailable' }
  | { type: 'consentWanted'; way: SocialWay }
  | { type: 'consentRefused' }
  | { type: 'pressed'; id: string }
  /** Another app has taken over; the page stays as it is. */
  | { type: 'handedOver' }
  | { type: 'failed'; failure: Failure }

export const initialSocial: SocialState = {
  ways: [],
  isSettled: false,
  pressed: null,
  asking: null,
  progress: IDLE,
}

/** Applies an event to the state of the social logins. An event that doesn't apply returns the same state. */
export const socialTransition = (state: SocialState, event: SocialEvent): SocialState => {
  const isBusy = state.progress.kind === 'busy'
  switch (event.type) {
    case 'loaded':
      return { ...state, ways: event.ways, isSettled: true }
    case 'unavailable':
      return state.isSettled ? state : { ...state, isSettled: true }
    case 'consentWanted':
      return isBusy ? state : { ...state, asking: event.way, progress: IDLE }
    case 'consentRefused':
      return state.asking ? { ...state, asking: null } : state
    case 'pressed':
      return isBusy ? state : { ...state, asking: null, pressed: event.id, progress: BUSY }
    case 'handedOver':
      return isBusy ? { ...state, pressed: null, progress: IDLE } : state
    case 'failed':
      return isBusy ? { ...state, progress: failedWith(event.failure) } : state
    default:
      return event satisfies never
  }
}
