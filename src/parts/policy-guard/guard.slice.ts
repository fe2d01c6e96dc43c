import type { EndpointTable } from '../../contract/endpoint.ts'
import { lockoutGuard, type PolicyChange } from '../../contract/security.ts'
import { messageOf } from '../../kernel/errors.ts'
import type { PageContext } from '../page-kit/page-context.ts'
import { type AnyPageState, refused } from '../page-kit/page-state.ts'
import { GUARD_AT_REST, type GuardState, NO_EFFECT, questionOf } from './guard.state.ts'

interface WithGuard {
  guard: GuardState
}

export interface GuardActions {
  /** Called when the user agrees to the effect shown in the dialog. */
  confirm(): Promise<void>
  cancel(): void
}

export interface PolicyGuard extends GuardActions {
  /**
   * Resolves to whether a change may be saved: at once when no user loses access, otherwise when the user agrees. A
   * failed check is shown as the form's error, or passed to `fail`. Older backends lack the check; the change is then
   * saved without it.
   */
  allows(change: PolicyChange, fail?: (message: string) => void): Promise<boolean>
}

/** Asks before a policy change removes users' access. It handles one change at a time. */
export const createGuard = <
  State extends AnyPageState & WithGuard,
  Calls extends Readonly<Record<string, EndpointTable>>,
>({
  get,
  apply,
  known,
  deps,
}: PageContext<State, Calls>): PolicyGuard => {
  const api = deps.client({ lockoutGuard }).lockoutGuard
  const put = (guard: GuardState) => apply((state) => ({ ...state, guard }))
  let decide: ((isAllowed: boolean) => void) | undefined
  const end = (isAllowed: boolean) => {
    put(GUARD_AT_REST)
    decide?.(isAllowed)
    decide = undefined
  }
  const submit = async (change: PolicyChange): Promise<boolean> => {
    const response = await known(
      'checkPolicyChange',
      () => api.checkPolicyChange({ body: change }),
      async () => undefined,
    )
    if (get().guard.step !== 'checking') return false
    const effect = { ...NO_EFFECT, ...response }
    if (questionOf(effect) === 'none') return true
    put({ step: 'asking', change, effect })
    return new Promise<boolean>((resolve) => {
      decide = resolve
    })
  }
  return {
    async allows(change, onFailure) {
      const { guard, dialog } = get()
      if (guard.step !== 'idle') return false
      const fail = onFailure ?? ((message) => apply(refused(dialog, message)))
      put({ step: 'checking' })
      try {
        return await submit(change)
      } catch (error) {
        fail(messageOf(error))
        return false
      } finally {
        if (get().guard.step === 'checking') put(GUARD_AT_REST)
      }
    },
    async confirm() {
      const { guard, viewer } = get()
      if (guard.step !== 'asking') return
      const { change, effect } = guard
      const question = questionOf(effect)
      if (question === 'refused') return
      if (question === 'confirm') return end(true)
      put({ step: 'confirming', change, effect })
      try {
        await api.confirmPolicyChange({ body: { change, tenantName: viewer?.tenantName ?? '' } })
        end(true)
      } catch (error) {
        // The dialog may have been closed in the meantime.
        if (get().guard.step === 'confirming') put({ step: 'asking', change, effect, error: messageOf(error) })
      }
    },
    cancel: () => end(false),
  }
}
