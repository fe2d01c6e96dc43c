import { setPolicy } from '../suites/mfa.test-kit.ts'
import { placeOf } from './session-model.test-kit.ts'
import { memberIn, TENANTS, USERS, type World } from './session-world.test-kit.ts'

/** A token that a caller got, with the fault the model finds in it. */
export interface Got {
  move: string
  fault: string | undefined
}

export type Move = (world: World) => Promise<(Got | undefined)[]>

/** What administrators of a tenant do to its members, written where their calls write it. */
export const invite: Move = async ({ kit, model, random }) => {
  const [user, tenantId] = [random.pick(USERS), random.pick(TENANTS)]
  const key = `${user} ${tenantId}`
  const known = model.places.get(key)
  if (known?.isActive) return []
  if (known) {
    await kit.store.members.update({ userId: user, tenantId }, { activated: true })
    known.isActive = true
    return []
  }
  model.places.set(key, { isActive: false, isAdmin: false })
  await kit.store.members.insert({
    ...memberIn(user, tenantId, { isAdmin: false, createdAt: kit.time.now }),
    activated: false,
  })
  return []
}

export const remove: Move = async ({ kit, model, random }) => {
  const [user, tenantId] = [random.pick(USERS), random.pick(TENANTS)]
  if (!placeOf(model, user, tenantId)) return []
  model.places.delete(`${user} ${tenantId}`)
  await kit.store.members.delete({ userId: user, tenantId })
  return []
}

export const lock: Move = async ({ kit, model, random }) => {
  const user = random.pick(USERS)
  const isLocked = model.locked.has(user)
  if (isLocked) model.locked.delete(user)
  else model.locked.add(user)
  await kit.store.users.update({ id: user }, { lockedAt: isLocked ? null : kit.time.now })
  return []
}

export const changePolicy: Move = async ({ kit, model, random }) => {
  const tenantId = random.pick(TENANTS)
  const isStrict = !model.strict.has(tenantId)
  if (isStrict) model.strict.add(tenantId)
  else model.strict.delete(tenantId)
  await setPolicy(kit, 'mfa', { enforceMFAType: isStrict ? 'Force' : 'DontForce' }, tenantId)
  return []
}

export const pass: Move = async ({ kit, model, random }) => {
  kit.time.now += random.below(random.chance(0.1) ? 3_700_000 : 40_000)
  model.now = kit.time.now
  return []
}
