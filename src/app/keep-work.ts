import type { AppStore } from '../feature/app-state.ts'
import type { Session } from '../session/session-types.ts'

/**
 * Keeps a user's unsaved work when their session ends by itself, and restores it when they sign in again in this page.
 * Another user gets none of it, and parts used in the meantime, such as the login box, stay unchanged.
 */
export const keepWork = async (
  store: AppStore,
  session: Pick<Session, 'subscribe'>,
  endSession: () => Promise<unknown>,
): Promise<void> => {
  const { features: before, session: held } = store.getState()
  const owner = held.user?.id
  await endSession()
  const emptied = store.getState().features
  if (!owner || store.getState().session.user) return
  const stop = session.subscribe(({ user }) => {
    if (!user) return
    stop()
    if (user.id !== owner) return
    store.setState(({ features }) => {
      const untouched = Object.entries(before).filter(([id]) => features[id] === emptied[id])
      return { features: { ...features, ...Object.fromEntries(untouched) } }
    })
  })
}
