import { phoneNumbers } from '../../contract/me.ts'
import { password } from '../../contract/password.ts'
import { session } from '../../contract/session.ts'
import type { SliceContext } from '../../feature/slice.ts'
import { BUSY, failedWith, failureOf } from '../../parts/failure/failure.ts'
import { done, type NoticeKey, noticed, type ProfileState } from './profile.state.ts'

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
