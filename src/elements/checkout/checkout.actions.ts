import { billing, planChanges } from '../../contract/billing.ts'
import type { Plan } from '../../entities/billing.ts'
import type { Slice, SliceContext } from '../../feature/slice.ts'
import { HttpError, messageOf, ReadableError } from '../../kernel/errors.ts'
import { cardOf, shownStatus } from '../../parts/billing/areas.ts'
import { createCardSetup } from '../../parts/billing/card-setup.ts'
import { createAreaLoads, listOf } from '../../parts/billing/load-areas.ts'
import { refreshFeatures } from '../../parts/billing/refresh-features.ts'
import { viewerOf } from '../../parts/viewer/viewer.ts'
import {
  type CheckoutState,
  checkoutConfirmed,
  checkoutFailed,
  checkoutLoaded,
  checkoutOpened,
  checkoutReset,
  checkoutSubmitted,
  chosenPlan,
  isCoveredTrial,
  stageOf,
  trialConfirmed,
} from './checkout.state.ts'

const NEEDED = { buy: 'fe.subscriptions.write.*' } as const
const NOT_FOUND = 404
const CONFLICT = 409
const FIRST_SERVER_ERROR = 500

/** Error message of the API; part of its contract. */
const NO_SUBSCRIPTION = 'Subscription not found'

const createApi = (deps: SliceContext<CheckoutState>['deps']) => deps.client({ billing, planChanges })
type Api = ReturnType<typeof createApi>

/** Creates the first subscription of an account, which not every backend can; any other is updated. */
const buy = async (api: Api, { areas }: CheckoutState, plan: Plan): Promise<void> => {
  const paymentMethodId = cardOf(areas)?.id ?? ''
  const subscription = areas.subscription.value
  if (subscription) {
    const { id } = subscription
    await api.billing.managedUpdateSubscription({ path: { id }, body: { paymentMethodId, planId: plan.id } })
    return
  }
  try {
    await api.billing.createProviderSubscription({ body: { stripePlanId: plan.externalId } })
  } catch (error) {
    if (error instanceof HttpError && error.status === NOT_FOUND) throw new ReadableError(NO_SUBSCRIPTION)
    throw error
  }
}

/** Returns whether an earlier attempt, or another tab, has changed the account since this page loaded it. */
const isOutdated = (error: unknown): boolean =>
  error instanceof HttpError && (error.status === NOT_FOUND || error.status === CONFLICT)

/**
 * Returns whether the outcome is known. After a refusal it is; after a lost response or a server failure, the plan may
 * have been bought.
 */
const isKnownOutcome = (error: unknown): boolean =>
  error instanceof ReadableError ||
  (error instanceof HttpError && error.status < FIRST_SERVER_ERROR && error.status > 0 && !isOutdated(error))

const isBought = async (api: Api, plan: Plan): Promise<boolean> => {
  try {
    const [subscription] = listOf(await api.billing.managedListSubscriptions())
    return subscription?.plan.slug === plan.slug && shownStatus(subscription.status) === 'ACTIVE'
  } catch {
    return false
  }
}

const build = ({ get, set, deps }: SliceContext<CheckoutState>) => {
  const api = createApi(deps)
  const loads = createAreaLoads({
    api,
    tenantId: () => get().tenantId || undefined,
    areas: () => get().areas,
    change: (change) => set((state) => ({ ...state, areas: change(state.areas) })),
  })
  const fail = (error: unknown): void => {
    const message = messageOf(error)
    set((state) => checkoutFailed(state, message))
    deps.events.after('error', { code: 'checkout-failed', message })
  }

  const loadPreview = async (): Promise<void> => {
    const state = get()
    const plan = chosenPlan(state)
    if (!plan || stageOf(state) !== 'review' || isCoveredTrial(state)) return
    try {
      const preview = await api.planChanges.previewPlanChange({ query: { planId: plan.id } })
      set((now) => (now.planId === state.planId ? { ...now, preview } : now))
    } catch (error) {
      fail(error)
    }
  }

  const loadCardSetup = async (): Promise<void> => {
    if (stageOf(get()) !== 'card') return
    try {
      const cardSetup = await createCardSetup(api, cardOf(get().areas)?.id)
      set((state) => ({ ...state, cardSetup }))
    } catch (error) {
      fail(error)
    }
  }

  const prepare = () => Promise.all([loadPreview(), loadCardSetup()])

  const finish = async (plan: Plan): Promise<void> => {
    refreshFeatures(deps)
    await loads.paid()
    set(checkoutConfirmed)
    deps.events.after('checkout', { planId: plan.id })
  }

  return {
    async loadCheckout(planId: string): Promise<void> {
      const { tenantId, may } = viewerOf(deps, NEEDED)
      set((state) => checkoutOpened(state, { planId, tenantId, mayBuy: may.buy }))
      if (!may.buy) return
      await loads.all()
      set(checkoutLoaded)
      await prepare()
    },
    resetCheckout: () => set(checkoutReset),
    /** Loads the failed parts again. */
    async retry(): Promise<void> {
      set(checkoutReset)
      await prepare()
    },
    async chooseCard(wantsCard: boolean): Promise<void> {
      set((state) => ({ ...checkoutReset(state), wantsCard, cardSetup: undefined }))
      await prepare()
    },
    /** `confirm` sends the card to the payment provider. */
    async saveCard(confirm: () => Promise<void>): Promise<void> {
      if (get().loading) return
      set(checkoutSubmitted)
      try {
        await confirm()
        await Promise.all([loads.paymentMethod(), loads.information()])
        set((state) => ({ ...checkoutReset(state), wantsCard: false, cardSetup: undefined }))
      } catch (error) {
        fail(error)
        return
      }
      await prepare()
    },
    async confirmCheckout(): Promise<void> {
      const state = get()
      const plan = chosenPlan(state)
      if (!plan || state.loading || state.confirmed) return
      // Without the account's current subscription, its first one might be created twice.
      if (['loading', 'failed'].includes(stageOf(state))) return
      if (!deps.events.before('checkout', { planId: plan.id })) return
      if (isCoveredTrial(state)) {
        set(trialConfirmed)
        deps.events.after('checkout', { planId: plan.id })
        return
      }
      set(checkoutSubmitted)
      try {
        await buy(api, state, plan)
      } catch (error) {
        if (isKnownOutcome(error) || !(await isBought(api, plan))) {
          // The next attempt must use the account's current data.
          if (isOutdated(error)) await loads.all()
          fail(error)
          return
        }
      }
      await finish(plan)
    },
  }
}

export type CheckoutActions = ReturnType<typeof build>

export const checkoutSlice: Slice<CheckoutState, CheckoutActions> = build
