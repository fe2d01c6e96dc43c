import { isRecord } from '../../../kernel/safe-json.ts'
import { fieldsOf, flagOf, number } from '../../call/read.ts'
import { badRequest } from '../../call/refusal.ts'
import type { Ports } from '../../ports.ts'
import { type Collections, type Read, unlessDuplicate } from '../../store/store.ts'
import { iso } from '../base/wire/wire.ts'
import { fieldSchema, hasTypes, type Schema } from './schema.ts'

const readNumber = (value: unknown, field: string, { type, minimum, maximum }: Schema): number => {
  const found = number(value, field, { min: minimum ?? -Infinity, max: maximum ?? Infinity })
  if (type !== 'number' && !Number.isInteger(found)) throw badRequest(`${field} must be a whole number`)
  return found
}

const readValue = (value: unknown, field: string, schema: Schema): unknown => {
  if (schema.properties) return readFields(value, schema, { field, prefix: `${field}.` })
  if (schema.type === 'boolean') return flagOf(value, field)
  if (schema.enum) {
    if (!schema.enum.includes(value)) throw badRequest(`${field} must be one of ${schema.enum.join(', ')}`)
    return value
  }
  return value === null && schema.type?.includes('null') ? value : readNumber(value, field, schema)
}

/**
 * Reads the declared fields of an object that a client sent: objects, flags, numbers and choices.
 *
 * @returns without the fields that weren't sent if it is `partial`
 * @throws Refusal 400 that names the field
 */
const readFields = (
  value: unknown,
  { properties = {} }: Schema,
  { field = 'policy', prefix = '', isPartial = false } = {},
): Record<string, unknown> => {
  const given = fieldsOf(value, field)
  const names = Object.keys(properties).filter((name) => !isPartial || given[name] !== undefined)
  return Object.fromEntries(names.map((name) => [name, readValue(given[name], prefix + name, properties[name] ?? {})]))
}

/** The vendor's value is the minimum that an account's own value must demand. */
export interface Floor<Value> {
  /** Returns the value that applies if both do. */
  strictest(one: Value, other: Value): Value
  /** Returns why the value demands less than the floor; the list is empty if it doesn't. */
  problems(value: Value, floor: Value): string[]
}

export interface Definition<Kind extends string, Value> {
  /** Names the setting in the database. */
  kind: Kind
  /** The value if neither the account nor the vendor has one; also that of each field that is not stored. */
  default: NoInfer<Value>
  schema: Schema<Value>
  floor?: Floor<NoInfer<Value>>
}

interface Stored {
  /** Empty until the first save creates the account's own value. */
  id: string
  createdAt: string
  updatedAt: string
}

interface SavePorts {
  store: Collections
  clock: Ports['clock']
  random: Pick<Ports['random'], 'uuid'>
}

/** A setting of the vendor alone, whose owner is `null`. */
export interface VendorSetting<Kind extends string, Value, Owner extends string | null = null> {
  readonly kind: Kind
  readonly default: Value
  /** Describes the value in the vendor's file, where all of its fields may be missing. */
  readonly schema: Schema<Value>
  /** Reads a stored text. @throws Error that names the setting and its malformed fields */
  parse(text: string): Value
  /** Returns only the owner's own value. */
  own(store: Collections, owner: Owner): Promise<Value | undefined>
  /** Returns the vendor's value, else the default. */
  ofVendor(store: Collections): Promise<Value>
  /** Returns the value that applies to the owner in its wire shape. A default has the epoch as its date. */
  shown(store: Collections, owner: Owner): Promise<Value & Stored>
  /** Creates or updates the owner's value. */
  save(ports: SavePorts, owner: Owner, value: Value): Promise<void>
}

/** A setting that accounts can have for themselves. */
export interface Setting<Kind extends string, Value> extends VendorSetting<Kind, Value, string | null> {
  /** Returns the value of the account, else the vendor's, else the default, but never less than the floor demands. */
  of(store: Collections, tenantId: string): Promise<Value>
  /** Returns the value of each account like `of`, with one read for all of them. */
  ofMany(store: Collections, tenantIds: readonly string[]): Promise<ReadonlyMap<string, Value>>
  /** Reads a value that a client sent. @throws Refusal 400 that names the field */
  input(body: unknown): Value
  /** Reads the fields that a client sent; those that are missing stay unchanged. @throws Refusal 400 */
  changes(body: unknown): Partial<Value>
}

const jsonOf = (text: string, kind: string): unknown => {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new Error(`The setting ${kind} is not JSON`, { cause })
  }
}

/**
 * Defines a setting of accounts, the only reader and writer of its rows.
 *
 * @example
 * const groupsSetting = defineSetting({
 *   kind: 'groups',
 *   default: { enabled: true, rolesEnabled: true },
 *   schema: object<GroupsConfiguration>({ enabled: flag, rolesEnabled: flag }),
 * })
 * const { enabled } = await groupsSetting.of(store, tenantId)
 */
export const defineSetting = <const Kind extends string, Value extends object>({
  kind,
  default: initial,
  schema,
  floor,
}: Definition<Kind, Value>): Setting<Kind, Value> => {
  const find = (store: Collections, tenantId: string | null) => store.policies.find({ tenantId, kind })
  const malformed = (stored: Record<string, unknown>): string[] =>
    Object.keys(stored).filter((field) => !hasTypes(stored[field], fieldSchema(schema, field)))
  const isPart = (stored: unknown): stored is Partial<Value> => isRecord(stored) && malformed(stored).length === 0
  // Fields of another version are kept as they are.
  const partOf = (found: unknown): Partial<Value> => {
    if (isPart(found)) return found
    throw new Error(`The setting ${kind} is malformed: ${isRecord(found) ? malformed(found) : 'not an object'}`)
  }
  const parse = (text: string): Value => ({ ...initial, ...partOf(jsonOf(text, kind)) })
  const own = async (store: Collections, owner: string | null): Promise<Value | undefined> => {
    const record = await find(store, owner)
    return record && parse(record.value)
  }
  const ofVendor = async (store: Collections): Promise<Value> => (await own(store, null)) ?? initial
  const of = async (store: Collections, tenantId: string): Promise<Value> => {
    const value = await own(store, tenantId)
    if (!value) return ofVendor(store)
    const least = floor && (await own(store, null))
    return floor && least ? floor.strictest(value, least) : value
  }
  const ofMany = async (store: Collections, tenantIds: readonly string[]): Promise<Map<string, Value>> => {
    const records = await store.policies.list({ kind, tenantId: { in: [...tenantIds, null] } })
    const found = new Map(records.map((record) => [record.tenantId, parse(record.value)]))
    const vendor = found.get(null)
    const applying = (value: Value | undefined): Value => {
      if (!value) return vendor ?? initial
      return floor && vendor ? floor.strictest(value, vendor) : value
    }
    return new Map(tenantIds.map((id) => [id, applying(found.get(id))]))
  }
  return {
    kind,
    default: initial,
    schema,
    parse,
    own,
    ofVendor,
    of,
    ofMany,
    input: (body) => ({ ...initial, ...partOf(readFields(body, schema)) }),
    changes: (body) => partOf(readFields(body, schema, { isPartial: true })),
    shown: async (store, owner) => {
      const record = await find(store, owner)
      return {
        ...(owner === null ? await ofVendor(store) : await of(store, owner)),
        id: record?.id ?? '',
        createdAt: iso(record?.createdAt ?? 0),
        updatedAt: iso(record?.updatedAt ?? 0),
      }
    },
    save: async ({ store: { policies }, clock, random }, tenantId, value) => {
      const now = clock.now()
      const patch = { value: JSON.stringify(value), updatedAt: now }
      if (await policies.update({ tenantId, kind }, patch)) return
      const row = { id: random.uuid(), tenantId, kind, createdAt: now, ...patch }
      if (!(await unlessDuplicate(policies.insert(row)))) await policies.update({ tenantId, kind }, patch)
    },
  }
}

/** Defines a setting that accounts can't have for themselves. */
export const defineVendorSetting = <const Kind extends string, Value extends object>(
  definition: Definition<Kind, Value>,
): VendorSetting<Kind, Value> => defineSetting(definition)

/** Returns the read of the accounts' own values of these settings, for reads together. */
export const readOf = (tenantIds: readonly string[], settings: readonly { kind: string }[]): Read => ({
  name: 'policies',
  where: { tenantId: { in: tenantIds }, kind: { in: settings.map(({ kind }) => kind) } },
})

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
