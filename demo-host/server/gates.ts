import { randomUUID } from 'node:crypto'
import { entitlementsSetting } from '../../src/backend/domain/settings/entitlements.ts'
import { planSetting } from '../../src/backend/domain/settings/plan.ts'
import type { Store } from '../../src/backend/store/store.ts'
import type { Listener } from '../../src/serve/listen.ts'

const MAX_BYTES = 10_000

const read = async (request: Parameters<Listener>[0]): Promise<{ tenantId?: unknown; planId?: unknown }> => {
  let text = ''
  for await (const part of request) {
    text += String(part)
    if (text.length > MAX_BYTES) return {}
  }
  try {
    return { ...JSON.parse(text) }
  } catch {
    return {}
  }
}

/** Simulates a checkout: the tenant has another plan from now on, permanently. */
const setPlan = async (store: Store, tenantId: string, planId: string | null): Promise<void> => {
  const before = (await planSetting.own(store, tenantId)) ?? planSetting.default
  const ports = { store, clock: { now: Date.now }, random: { uuid: randomUUID } }
  await planSetting.save(ports, tenantId, { ...before, planId, expireTime: -1 })
}

type Responding = (...call: Parameters<Listener>) => Promise<boolean>

/**
 * Handles `POST /gates/plan`, by which a visitor of the demo tries the plans. It checks no permission, so it must not
 * be used outside the demo.
 */
export const createPlanSwitch = (store: Store, host: string): Responding => {
  const statusOf = async (request: Parameters<Listener>[0]): Promise<number> => {
    const isOwnPage = request.headers.origin === host && request.headers['content-type'] === 'application/json'
    if (request.method !== 'POST' || !isOwnPage) return 403
    const { tenantId, planId } = await read(request)
    const { plans } = await entitlementsSetting.ofVendor(store)
    const isKnown = planId === null || plans.some(({ id }) => id === planId)
    if (typeof tenantId !== 'string' || !isKnown || !(await store.tenants.get(tenantId))) return 400
    await setPlan(store, tenantId, planId as string | null)
    return 204
  }
  return async (request, response) => {
    if (request.url !== '/gates/plan') return false
    response.writeHead(await statusOf(request), { 'cache-control': 'no-store' }).end()
    return true
  }
}
