import { badRequest } from '../../call/refusal.ts'
import type { Collections } from '../../store/store.ts'
import { type Definition, defineSetting, type Floor, type Setting } from './setting.ts'

/** A setting whose value of the vendor is the minimum for every account. */
export interface FlooredSetting<Kind extends string, Value> extends Setting<Kind, Value> {
  /** Returns the strictest value of the accounts a user has joined, so that none can be bypassed through another. */
  strictestFor(store: Collections, userId: string): Promise<Value>
  /** Returns whether a value demands less than another. */
  demandsLess(value: Value, than: Value): boolean
  /** Fields that are missing have the floor's value. @throws Refusal 400 that names the field and the floor */
  assertMeetsFloor(store: Collections, value: Partial<Value>): Promise<void>
}

export const defineFlooredSetting = <const Kind extends string, Value extends object>(
  definition: Definition<Kind, Value> & { floor: Floor<NoInfer<Value>> },
): FlooredSetting<Kind, Value> => {
  const { kind, floor } = definition
  const setting = defineSetting(definition)
  return {
    ...setting,
    strictestFor: async (store, userId) => {
      const places = await store.members.list({ userId, activated: true })
      const tenantIds = places.map(({ tenantId }) => tenantId)
      const records = await store.policies.list({ kind, tenantId: { in: [...tenantIds, null] } })
      const ownOf = (tenantId: string | null): Value | undefined => {
        const record = records.find((one) => one.tenantId === tenantId)
        return record && setting.parse(record.value)
      }
      const vendor = ownOf(null)
      const unset = vendor ?? setting.default
      const [first = unset, ...others] = tenantIds.map((id) => ownOf(id) ?? unset)
      return others.reduce(floor.strictest, vendor ? floor.strictest(vendor, first) : first)
    },
    demandsLess: (value, than) => floor.problems(value, than).length > 0,
    assertMeetsFloor: async (store, value) => {
      const least = await setting.own(store, null)
      const problems = least ? floor.problems({ ...least, ...value }, least) : []
      if (problems.length > 0) throw badRequest(...problems)
    },
  }
}
