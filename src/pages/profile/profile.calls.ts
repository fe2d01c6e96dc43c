import { phoneNumbers } from '../../contract/me.ts'
import { password } from '../../contract/password.ts'
import { session } from '../../contract/session.ts'
import type { Me } from '../../entities/auth.ts'
import type { SliceContext } from '../../feature/slice.ts'
import { wait } from '../../kernel/clock.ts'
import { HttpError } from '../../kernel/errors.ts'
import { BUSY, failedWith, failureOf, IDLE } from '../../parts/failure/failure.ts'
import { completeUser } from '../../rules/known-user.ts'
import { done, initialProfile, loaded, type NoticeKey, noticed, type ProfileState } from './profile.state.ts'

/** Creates the context that the action groups of the profile page share. */
export const createProfileContext = ({ set, get, deps }: SliceContext<ProfileState>) => {
  const api = deps.client({ password, phoneNumbers, session })
  const apply = (...transitions: ((state: ProfileState) => ProfileState)[]) =>
    set(() => transitions.reduce((state, transition) => transition(state), get()))

  /** Runs one task at a time. A failure is shown in the dialog, and the typed values are kept. */
  const inDialog = async (work: () => Promise<NoticeKey | undefined>): Promise<boolean> => {
    if (get().dialogWork.kind === 'busy') return false
    apply((state) => ({ ...state, dialogWork: BUSY }))
    try {
      const notice = await work()
      if (notice) apply(done, noticed(notice))
      return true
    } catch (error) {
      apply((state) => ({ ...state, dialogWork: failedWith(failureOf(error)) }))
      return false
    }
  }
  return { api, apply, get, deps, inDialog }
}

export type ProfileContext = ReturnType<typeof createProfileContext>

/** Number of attempts, two seconds apart; a refusal is not retried. */
const TRIES = 3
const BETWEEN_TRIES_MS = 2_000
const SERVER_TROUBLE = 500

const isPassing = (error: unknown): boolean => !(error instanceof HttpError) || error.status >= SERVER_TROUBLE

export const loadActions = ({ api, apply, get, deps }: ProfileContext, loadPhones: () => Promise<void>) => {
  const fetchProfile = async (left = TRIES): Promise<Me> => {
    try {
      return completeUser(await api.session.getProfile({ query: { addRoles: true } }))
    } catch (error) {
      if (left <= 1 || !isPassing(error)) throw error
      await wait(deps.clock, BETWEEN_TRIES_MS)
      return fetchProfile(left - 1)
    }
  }
  const load = async (): Promise<void> => {
    if (get().phase === 'failed') apply((state) => ({ ...state, phase: 'loading', failure: IDLE }))
    try {
      apply(loaded(await fetchProfile()))
    } catch (error) {
      apply((state) => ({ ...state, phase: 'failed', failure: failedWith(failureOf(error)) }))
    }
  }
  return {
    load,
    /** Opens the page and clears the data of a previous user. */
    async open(): Promise<void> {
      const { id } = deps.session.current().user ?? {}
      if (get().profile && get().profile?.id !== id) apply(() => initialProfile)
      await Promise.all([load(), loadPhones()])
    },
  }
}
