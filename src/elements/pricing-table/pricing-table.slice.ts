import { billing, publicPlans } from '../../contract/billing.ts'
import type { SessionUser } from '../../feature/ports.ts'
import type { Slice, SliceContext } from '../../feature/slice.ts'
import { messageOf } from '../../kernel/errors.ts'
import { routeHref } from '../../navigation/auth-route.ts'
import { pageWithPlan } from '../../navigation/chosen-plan.ts'
import { forgetTarget, storeTarget } from '../../parts/after-login/stored-target.ts'
import { viewerOf } from '../../parts/viewer/viewer.ts'
import {
  currentPlanKnown,
  offerFailed,
  offerLoaded,
  offerLoading,
  type PricingTableState,
} from './pricing-table.state.ts'

const NEEDED = { see: 'fe.subscriptions.read.*' } as const

type Deps = SliceContext<PricingTableState>['deps']

/**
 * Redirects visitors to create an account, or to sign in if the vendor doesn't allow sign-up. Resolves with a user only
 * if hosted login knows this browser, in which case the page is not left.
 */
const leaveToSignUp = async (deps: Deps, returnTo: string | undefined): Promise<SessionUser | undefined> => {
  const { navigator, hosted } = deps
  const settings = deps.settings()
  if (settings.hosted && hosted) {
    // The activation email's page and a sign-in that took too long need this, because they don't have the request's own
    // target.
    if (returnTo) storeTarget(deps, returnTo)
    const isOpen = settings.policy?.allowSignups !== false
    const user = await (await hosted()).login({ ...(returnTo && { returnTo }), ...(isOpen && { prompt: 'create' }) })
    forgetTarget(deps)
    return user
  }
  const { signUpUrl, loginUrl } = settings.routes
  const route = settings.policy?.allowSignups === false ? loginUrl : (signUpUrl ?? loginUrl)
  const target = new URL(routeHref(route, settings), navigator.location())
  if (returnTo) target.searchParams.set('redirectUrl', returnTo)
  navigator.go(target.href)
  return undefined
}

const build = ({ get, set, deps }: SliceContext<PricingTableState>) => {
  const api = deps.client({ publicPlans, billing })
  return {
    async loadOffer(): Promise<void> {
      set(offerLoading)
      try {
        const offer = await api.publicPlans.listPublicPlans()
        set((state) => offerLoaded(state, offer))
      } catch (error) {
        set((state) => offerFailed(state, messageOf(error)))
      }
    },
    /** Marks the account's plan; without it, the table shows the same as for a visitor. */
    async loadCurrentPlan(): Promise<void> {
      const { tenantId, may } = viewerOf(deps, NEEDED)
      if (!tenantId || !may.see) return set((state) => currentPlanKnown(state, undefined))
      try {
        const { currentPlanId } = await api.billing.getSummary({ path: { tenantId } })
        set((state) => currentPlanKnown(state, currentPlanId || undefined))
      } catch (error) {
        deps.log.warn('The current plan could not be loaded', error)
      }
    },
    forgetCurrentPlan: () => set((state) => currentPlanKnown(state, undefined)),
    /**
     * Continues to sign-up for visitors; `openCheckout` is for users. The plan returns in the URL of the page that
     * `redirectUrl` names.
     */
    async choosePlan(planId: string, openCheckout: () => void): Promise<void> {
      if (!deps.events.before('choose-plan', { planId })) return
      deps.events.after('choose-plan', { planId })
      if (deps.session.current().status === 'signed-in') return openCheckout()
      const isFree = get().offer?.defaultPlanId === planId
      const user = await leaveToSignUp(deps, isFree ? undefined : pageWithPlan(deps.navigator.location(), planId))
      if (user && !isFree) openCheckout()
    },
  }
}

export type PricingTableActions = ReturnType<typeof build>

export const pricingTableSlice: Slice<PricingTableState, PricingTableActions> = build
