import { guarantees } from '../../contract/guarantees.ts'
import { samlSettings, ssoConfigs, ssoConnections, ssoEnforcement } from '../../contract/sso.ts'
import { team } from '../../contract/users.ts'
import type { SliceContext } from '../../feature/slice.ts'
import { messageOf } from '../../kernel/errors.ts'
import { createPageContext } from '../../parts/page-kit/page-context.ts'
import { initialSso, type PartId, type SsoState } from './sso.state.ts'

const tables = { guarantees, samlSettings, ssoConnections, ssoEnforcement, ssoConfigs, team }

interface Part {
  id: PartId
  subject?: string
}

/** Creates the context that all actions of the page share. */
export const createSsoContext = (context: SliceContext<SsoState>) => {
  const page = createPageContext(context, { tables, initial: initialSso })
  const show = (part: SsoState['part']) => page.apply((state) => ({ ...state, part }))
  /** Forms that are being saved or are waiting for earlier ones. */
  const pending = new Map<string, Promise<boolean>>()

  const run = async (part: Part, work: () => Promise<unknown>, isAfterAnother: boolean): Promise<boolean> => {
    // If another form failed while this one waited, its error is kept.
    const failed = isAfterAnother && page.get().part?.error !== undefined ? page.get().part : undefined
    show({ ...part, busy: true })
    try {
      await work()
      show(failed)
      return true
    } catch (error) {
      show({ ...part, busy: false, error: messageOf(error) })
      return false
    }
  }

  return {
    ...page,
    /**
     * Saves one form of the setup. Its error is shown there, and the typed values are kept. Forms saved at the same
     * time are saved one after another; a form that is already being saved isn't saved again.
     */
    async save(part: Part, work: () => Promise<unknown>): Promise<boolean> {
      const key = `${part.id}/${part.subject ?? ''}`
      if (pending.has(key)) return false
      const before = [...pending.values()].at(-1)
      const saved = before ? before.then(() => run(part, work, true)) : run(part, work, false)
      pending.set(key, saved)
      try {
        return await saved
      } finally {
        pending.delete(key)
      }
    },
  }
}

export type SsoContext = ReturnType<typeof createSsoContext>
