import { stepUp } from '../../contract/login.ts'
import { mfaDevices, sessions } from '../../contract/me.ts'
import { mfa } from '../../contract/mfa.ts'
import type { SliceContext } from '../../feature/slice.ts'
import { HttpError } from '../../kernel/errors.ts'
import { isStopped } from '../../parts/failure/ceremony-error.ts'
import { BUSY, failedWith, IDLE } from '../../parts/failure/failure.ts'
import { ceremonyFailureOf } from '../../parts/passkeys/ceremony/ceremony-failure.ts'
import { devicesLoaded, offersOf, type PrivacyState } from './privacy.state.ts'

/** Storage key of the offers that this device showed last. */
export const OFFERS_KEY = 'fe-mfa-offers'

/** Returns whether an older or foreign backend lacks the call. */
const isMissing = (error: unknown): boolean => error instanceof HttpError && error.status === 404

/** Creates the context that the action groups of the privacy page share. */
export const createPrivacyContext = ({ set, get, deps }: SliceContext<PrivacyState>) => {
  const api = deps.client({ mfa, mfaDevices, sessions, stepUp })
  const apply = (...transitions: ((state: PrivacyState) => PrivacyState)[]) =>
    set(() => transitions.reduce((state, transition) => transition(state), get()))

  const namesOrNone = async () => {
    try {
      const { devices } = await api.mfaDevices.listMfaDevices()
      return Object.fromEntries(devices.map((device) => [device.id, device]))
    } catch (error) {
      if (!isMissing(error)) deps.log.warn('The names of the second factors could not be read', error)
      return undefined
    }
  }

  /** Stores the offers on this device, so that their space is reserved the next time. */
  const keepOffers = (): void => {
    const { phase, strategies, devices } = get()
    if (phase === 'ready' && strategies) deps.local.set(OFFERS_KEY, offersOf(strategies, devices, true).join())
  }

  const loadDevices = async (): Promise<void> => {
    const [devices, names] = await Promise.all([api.mfa.listDevices(), namesOrNone()])
    apply(devicesLoaded(devices, names))
    keepOffers()
  }

  /** Updates the host's hooks and the other pages, which depend on whether a factor is enrolled. */
  const devicesChanged = async (): Promise<void> => {
    await loadDevices()
    void deps.session.refresh().catch((error: unknown) => deps.log.warn('The session could not be read again', error))
  }

  /** Runs one task at a time. A failure is shown in the dialog, and the typed values are kept. */
  const inDialog = async (work: () => Promise<void>): Promise<boolean> => {
    if (get().dialogWork.kind === 'busy') return false
    apply((state) => ({ ...state, dialogWork: BUSY }))
    try {
      await work()
      if (get().dialogWork.kind === 'busy') apply((state) => ({ ...state, dialogWork: IDLE }))
      return true
    } catch (error) {
      const dialogWork = isStopped(error) ? IDLE : failedWith(ceremonyFailureOf(error))
      apply((state) => ({ ...state, dialogWork }))
      return false
    }
  }

  return { api, apply, get, deps, inDialog, loadDevices, keepOffers, devicesChanged }
}

export type PrivacyContext = ReturnType<typeof createPrivacyContext>
