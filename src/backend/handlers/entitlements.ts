import type { entitlements } from '../../contract/entitlements.ts'
import type { UserEntitlementsV1, UserEntitlementsV2 } from '../../entities/entitlements.ts'
import { openEntitlements } from '../../entitlements/engine.ts'
import { type EntitlementCatalog, entitlementsSetting } from '../domain/settings/entitlements.ts'
import { planSetting, type TenantPlan } from '../domain/settings/plan.ts'
import { type Handlers, type SignedCall, signedIn } from '../http/handler.ts'
import type { Collections } from '../store/store.ts'

interface EntitledUser {
  tenantId: string
  /** The permission keys that the user holds, with wildcards as they are stored. */
  keys: readonly string[]
}

const later = (one: number | null, other: number): number => {
  if (one === null) return other
  return one === -1 || other === -1 ? -1 : Math.max(one, other)
}

const expiryOf = (feature: string, bought: TenantPlan, catalog: EntitlementCatalog): number | null => {
  const plan = catalog.plans.find(({ id }) => id === bought.planId)
  const grants = bought.extras.filter((extra) => extra.feature === feature).map(({ expireTime }) => expireTime)
  if (plan?.includes.includes(feature)) grants.push(bought.expireTime)
  return grants.reduce<number | null>(later, null)
}

/** Returns the vendor's rules for one user in one tenant, which the user's browser evaluates. */
const entitlementsV2 = async (store: Collections, user: EntitledUser): Promise<UserEntitlementsV2> => {
  const catalog = await entitlementsSetting.ofVendor(store)
  const bought = await planSetting.of(store, user.tenantId)
  const featureOf = ({ key, linkedPermissions = [], featureFlag }: EntitlementCatalog['features'][number]) => ({
    planIds: catalog.plans.filter(({ targets }) => targets?.includes(key)).map(({ id }) => id),
    expireTime: expiryOf(key, bought, catalog),
    linkedPermissions,
    ...(featureFlag && { featureFlag }),
  })
  return {
    features: Object.fromEntries(catalog.features.map((feature) => [feature.key, featureOf(feature)])),
    plans: Object.fromEntries(
      catalog.plans.map(({ id, defaultTreatment = 'false', rules = [] }) => [id, { defaultTreatment, rules }]),
    ),
    permissions: Object.fromEntries(user.keys.map((key) => [key, true as const])),
  }
}

/** Evaluates the same rules here. Wildcards that the user holds are expanded, because clients look up exact keys. */
const entitlementsV1 = async (
  store: Collections,
  user: EntitledUser & { claims: object },
  now: number,
): Promise<UserEntitlementsV1> => {
  const rules = await entitlementsV2(store, user)
  const { toFeature, toPermission } = openEntitlements(rules)
  const linked = Object.values(rules.features).flatMap(({ linkedPermissions }) => linkedPermissions)
  const known = (await store.permissions.list({})).map(({ key }) => key)
  const permissionKeys = [...new Set([...user.keys, ...known, ...linked])]
  const attributes = { jwt: user.claims }
  return {
    features: Object.fromEntries(Object.keys(rules.features).map((key) => [key, toFeature(key, attributes, now)])),
    permissions: Object.fromEntries(permissionKeys.map((key) => [key, toPermission(key, attributes, now)])),
  }
}

type AnyCall = Pick<SignedCall<unknown>, 'auth'>

const entitledUser = async ({ auth }: AnyCall) => ({ tenantId: auth.tenantId, keys: (await auth.grants()).keys })

/** Returns the user's claims that rules are evaluated with; the browser uses the same claims, and the profile. */
const claimsOf = ({ auth: { user, claims, tenantId } }: AnyCall) => ({
  ...claims,
  id: user.id,
  email: user.email,
  name: user.name,
  metadata: user.metadata,
  tenantId,
})

export const entitlementsHandlers = {
  loadEntitlementsV1: signedIn(async (call) =>
    entitlementsV1(call.ports.store, { ...(await entitledUser(call)), claims: claimsOf(call) }, call.ports.clock.now()),
  ),
  loadEntitlementsV2: signedIn(async (call) => entitlementsV2(call.ports.store, await entitledUser(call))),
} satisfies Handlers<typeof entitlements>
