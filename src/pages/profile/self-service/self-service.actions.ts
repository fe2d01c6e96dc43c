import { tokenGuarantors } from '../../../contract/guarantees.ts'
import { social } from '../../../contract/login.ts'
import { selfService } from '../../../contract/me.ts'
import type { FeatureDeps, Slice } from '../../../feature/slice.ts'
import { HttpError } from '../../../kernel/errors.ts'
import { BUSY, failedWith, failureOf, IDLE } from '../../../parts/failure/failure.ts'
import { callbackUri, noteLeaving } from '../../../parts/federation/provider-redirect.ts'
import type { SocialWay } from '../../../parts/social/social.state.ts'
import { socialList } from '../../../parts/social/social-list.ts'
import { socialUrl } from '../../../parts/social/social-url.ts'
import { createPkce } from '../../../rules/pkce.ts'
import {
  closed,
  done,
  opened,
  type SelfServiceActions,
  type SelfServiceDialog,
  type SelfServiceNotice,
  type SelfServiceState,
} from './self-service.state.ts'

const isAbsent = (error: unknown): boolean => error instanceof HttpError && error.status === 404

/**
 * Starts the same flow as a sign-in with the provider. The backend recognizes by the `state` that it links an account.
 */
const startOf = async (deps: FeatureDeps, way: SocialWay) => {
  const pkce = await createPkce()
  const redirectUri = callbackUri(deps, 'socialLoginCallbackUrl')
  const url = socialUrl({ way, pkce, redirectUri, pageUrl: deps.navigator.location(), settings: deps.settings() })
  return { pkce, redirectUri, url }
}

export const selfServiceSlice: Slice<SelfServiceState, SelfServiceActions> = ({ get, set, deps }) => {
  const api = deps.client({ selfService, social, tokenGuarantors })

  /** Runs one task at a time. A failure is shown in the dialog, and the typed values are kept. */
  const inDialog = async (work: () => Promise<SelfServiceNotice | undefined>): Promise<boolean> => {
    if (get().dialogWork.kind === 'busy') return false
    set((state) => ({ ...state, dialogWork: BUSY }))
    try {
      set(done(await work()))
      return true
    } catch (error) {
      set((state) => ({ ...state, dialogWork: failedWith(failureOf(error)) }))
      return false
    }
  }

  const load = async (): Promise<void> => {
    set((state) => ({ ...state, phase: state.facts ? 'ready' : 'loading', failure: IDLE }))
    try {
      const [facts, named, { providers }] = await Promise.all([
        api.selfService.getSelfService(),
        api.social.getSocialProvidersV2(),
        api.social.getCustomSocialProviders(),
      ])
      set((state) => ({ ...state, phase: 'ready', facts, ways: socialList(named, providers) }))
    } catch (error) {
      if (isAbsent(error)) return set((state) => ({ ...state, phase: 'absent' }))
      set((state) => ({ ...state, phase: 'failed', failure: failedWith(failureOf(error)) }))
    }
  }

  /** Loads the tokens that depend on the user; older backends report none. */
  const loadVouched = async (tenantId: string): Promise<void> => {
    const vouched = await api.tokenGuarantors.listOwnVouchedTokens({ path: { tenantId } }).catch(() => undefined)
    set((state) => {
      const isOpen = state.dialog?.kind === 'leave' && state.dialog.membership.tenantId === tenantId
      return isOpen && vouched ? { ...state, vouched } : state
    })
  }

  const leaveTenant = async (tenantId: string): Promise<void> => {
    await api.selfService.leaveTenant({ path: { tenantId } })
    // If the session was in the account that the user left, it continues in another one.
    await deps.session.refresh()
  }

  return {
    load,
    open(dialog) {
      set(opened(dialog))
      if (dialog.kind === 'leave') void loadVouched(dialog.membership.tenantId)
    },
    close: () => set(closed),
    dialogsMissing: () => set(done('unavailable')),
    async startEmailChange(email, password) {
      let next: SelfServiceDialog | undefined
      const isDone = await inDialog(async () => {
        const body = { email, ...(password && { password }) }
        const { token } = await api.selfService.startEmailChange({ body })
        next = { kind: 'emailCode', email, token }
        return undefined
      })
      if (isDone && next) set(opened(next))
    },
    verifyEmail: (code) =>
      inDialog(async () => {
        const { dialog } = get()
        if (dialog?.kind !== 'emailCode') return undefined
        const { email } = await api.selfService.verifyEmailChange({ body: { token: dialog.token, code } })
        deps.events.after('update-profile', { email })
        await deps.session.refresh()
        await load()
        return 'emailChanged'
      }),
    async link(way) {
      if (get().linking.kind === 'busy') return
      set((state) => ({ ...state, linking: BUSY }))
      try {
        const { pkce, redirectUri, url } = await startOf(deps, way)
        if (!url) throw new HttpError('', 400)
        const { state, verifier } = pkce
        await api.selfService.startSocialLink({ body: { provider: way.id, state } })
        noteLeaving(deps, { kind: 'social', state, verifier, provider: way.id, redirectUri })
        deps.navigator.go(url.href)
      } catch (error) {
        set((state) => ({ ...state, linking: failedWith(failureOf(error)) }))
      }
    },
    async unlink() {
      await inDialog(async () => {
        const { dialog } = get()
        if (dialog?.kind !== 'unlink') return undefined
        await api.selfService.unlinkSocialAccount({ path: { id: dialog.account.id } })
        await load()
        return 'unlinked'
      })
    },
    async leave() {
      await inDialog(async () => {
        const { dialog } = get()
        if (dialog?.kind !== 'leave') return undefined
        await leaveTenant(dialog.membership.tenantId)
        await load()
        return 'left'
      })
    },
    async deleteUser(email, password) {
      const isDone = await inDialog(async () => {
        await api.selfService.deleteUser({ body: { email, ...(password && { password }) } })
        return undefined
      })
      // The session has already ended on the server.
      if (isDone) await deps.session.logout()
    },
  }
}
