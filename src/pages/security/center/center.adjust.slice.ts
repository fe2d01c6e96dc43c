import type { SessionConfig } from '../../../entities/policies.ts'
import type { Recommendation } from '../../../entities/security-center.ts'
import { messageOf } from '../../../kernel/errors.ts'
import { createGuard } from '../guard/guard.slice.ts'
import { ACTIONS, recommendedOf } from './center.cards.ts'
import type { CenterContext } from './center.context.ts'

type Limit = keyof SessionConfig

/** The limit that a card sets; the other two stay. */
const limitOf = ({ code, metadata }: Recommendation): Partial<SessionConfig> => {
  const { reloginSeconds, idleSeconds, maxSessions } = recommendedOf(metadata)
  const action = ACTIONS[code]
  if (action === 'ADJUST_FORCE_RELOGIN')
    return { sessionTimeoutConfiguration: { isActive: true, timeout: reloginSeconds } }
  if (action === 'ADJUST_IDLE_TIMEOUT')
    return { sessionIdleTimeoutConfiguration: { isActive: true, timeout: idleSeconds } }
  return { sessionConcurrentConfiguration: { isActive: true, maxSessions } }
}

/** What the limit was before it was set. */
const formerOf = (config: SessionConfig, limit: Partial<SessionConfig>): Partial<SessionConfig> =>
  Object.fromEntries((Object.keys(limit) as Limit[]).map((name) => [name, config[name]]))

/** Sets the recommended limits, each of which can be undone; sessions that it ended stay ended. */
export const adjusting = (context: CenterContext) => {
  const { get, apply, api, before, after, notify } = context
  const guard = createGuard(context)
  const former = new Map<string, Partial<SessionConfig>>()
  let count = 0

  /** What the limit was, when it was saved. */
  const put = async (limit: Partial<SessionConfig>): Promise<Partial<SessionConfig> | undefined> => {
    const current = await api.sessionConfig.getSessionConfig()
    const config = { ...current, ...limit }
    if (!before('update-policy', { policy: 'sessions', ...config })) return undefined
    if (!(await guard.allows({ kind: 'sessions', value: config }))) {
      const { formError } = get()
      if (formError) notify('failed', { reason: formError })
      return undefined
    }
    await api.sessionConfig.saveSessionConfig({ body: config })
    after('update-policy', { policy: 'sessions', ...config })
    return formerOf(current, limit)
  }

  const save = async (adjusted: Recommendation['code'], limit: Partial<SessionConfig>) => {
    if (get().adjusting) return undefined
    apply((state) => ({ ...state, adjusting: adjusted, formError: undefined }))
    try {
      return await put(limit)
    } catch (error) {
      notify('failed', { reason: messageOf(error) })
      return undefined
    } finally {
      apply((state) => ({ ...state, adjusting: undefined, formError: undefined }))
    }
  }

  return {
    guard,
    /** Sets the recommended limit; `true` when it was saved. */
    async adjust(recommendation: Recommendation): Promise<boolean> {
      const was = await save(recommendation.code, limitOf(recommendation))
      if (!was) return false
      count += 1
      const id = `${recommendation.code} ${count}`
      former.set(id, was)
      notify('adjusted', {}, id)
      return true
    },
    /** Sets the limit to what it was; `true` when that was saved. */
    async undoAdjust(id: string): Promise<boolean> {
      const limit = former.get(id)
      former.delete(id)
      // The id begins with the code of the card.
      const [code] = id.split(' ') as [Recommendation['code']]
      if (!limit || !(await save(code, limit))) return false
      notify('restored')
      return true
    },
    forgetAdjusted: (): void => former.clear(),
  }
}
