import type { SessionConfig } from '../../../entities/policies.ts'
import type { Recommendation } from '../../../entities/security-center.ts'
import { createGuard } from '../../../parts/policy-guard/guard.slice.ts'
import { ACTIONS, recommendedOf } from './center.cards.ts'
import type { CenterContext } from './center.context.ts'

type Limit = keyof SessionConfig

/** Returns the limit that a card sets; the other two limits stay. */
const limitOf = ({ code, metadata }: Recommendation): Partial<SessionConfig> => {
  const { reloginSeconds, idleSeconds, maxSessions } = recommendedOf(metadata)
  const action = ACTIONS[code]
  if (action === 'ADJUST_FORCE_RELOGIN')
    return { sessionTimeoutConfiguration: { isActive: true, timeout: reloginSeconds } }
  if (action === 'ADJUST_IDLE_TIMEOUT')
    return { sessionIdleTimeoutConfiguration: { isActive: true, timeout: idleSeconds } }
  return { sessionConcurrentConfiguration: { isActive: true, maxSessions } }
}

interface Change {
  code: Recommendation['code']
  limit: Partial<SessionConfig>
  retry(): unknown
}

/** Returns the previous value of a limit. */
const formerOf = (config: SessionConfig, limit: Partial<SessionConfig>): Partial<SessionConfig> =>
  Object.fromEntries((Object.keys(limit) as Limit[]).map((name) => [name, config[name]]))

/** Creates the actions that set the recommended limits. Each one can be undone, but sessions it ended stay ended. */
export const adjusting = (context: CenterContext) => {
  const { get, apply, api, before, after, notify, fail } = context
  const guard = createGuard(context)
  const former = new Map<string, Partial<SessionConfig>>()
  let count = 0

  /** Saves a limit and returns its previous value; `undefined` if it wasn't saved. */
  const put = async (limit: Partial<SessionConfig>): Promise<Partial<SessionConfig> | undefined> => {
    const current = await api.sessionConfig.getSessionConfig()
    const config = { ...current, ...limit }
    if (!before('update-policy', { policy: 'sessions', ...config })) return undefined
    if (!(await guard.allows({ kind: 'sessions', value: config }))) {
      const { formError } = get()
      if (formError) notify('failed', {}, { failure: { kind: 'refused', message: formError } })
      return undefined
    }
    await api.sessionConfig.saveSessionConfig({ body: config })
    after('update-policy', { policy: 'sessions', ...config })
    return formerOf(current, limit)
  }

  const save = async ({ code, limit, retry }: Change) => {
    if (get().adjusting) return undefined
    apply((state) => ({ ...state, adjusting: code, formError: undefined }))
    try {
      return await put(limit)
    } catch (error) {
      fail('', error, retry)
      return undefined
    } finally {
      apply((state) => ({ ...state, adjusting: undefined, formError: undefined }))
    }
  }

  /** Sets the recommended limit; returns `true` if it was saved. */
  const adjust = async (recommendation: Recommendation, saved: () => void): Promise<boolean> => {
    const { code } = recommendation
    const was = await save({ code, limit: limitOf(recommendation), retry: () => adjust(recommendation, saved) })
    if (!was) return false
    count += 1
    const id = `${code} ${count}`
    former.set(id, was)
    notify('adjusted', {}, { undo: id })
    saved()
    return true
  }

  /** Restores the previous limit; returns `true` if it was saved. */
  const undoAdjust = async (id: string, saved: () => void): Promise<boolean> => {
    const limit = former.get(id)
    // The id begins with the card's code.
    const [code] = id.split(' ') as [Recommendation['code']]
    if (!limit || !(await save({ code, limit, retry: () => undoAdjust(id, saved) }))) return false
    former.delete(id)
    notify('restored')
    saved()
    return true
  }

  return {
    guard,
    adjust,
    undoAdjust,
    forgetAdjusted: (): void => former.clear(),
  }
}
