import type { Schema } from '../../backend/domain/settings/schema.ts'
import type { VendorSettings } from '../../backend/domain/vendor-settings/kinds.ts'
import { VENDOR_SCHEMA } from '../../backend/domain/vendor-settings/sections.ts'
import { VISIBLE } from '../../rules/names.ts'
import type { Random } from '../../testing/random.ts'

const TEXTS = ['', 'a', 'Ünïcode ✓', 'with "quotes" and \\', 'line\nbreak', '<b>&amp;</b>', '$1', '  ']
const KEYS = ['alpha', 'Beta', 'über', 'a.b', 'constructor', 'toString', '0', 'x y', 'a/b~c']
const SECRETS = 8

export const secretEnvironment = (random: Random): Record<string, string> =>
  Object.fromEntries(Array.from({ length: SECRETS }, (_, at) => [`SECRET_${at}`, `value 0.${random.below(1_000_000)}`]))

const times = <Item>(random: Random, below: number, make: () => Item): Item[] =>
  Array.from({ length: random.below(below) }, make)

const freeValue = (random: Random, depth: number): unknown => {
  const kind = random.below(depth > 2 ? 4 : 6)
  if (kind === 0) return random.pick(TEXTS)
  if (kind === 1) return random.below(1_000) / 8
  if (kind === 2) return null
  if (kind === 3) return random.chance(0.5)
  return kind === 4 ? times(random, 4, () => freeValue(random, depth + 1)) : freeObject(random, depth + 1)
}

const freeObject = (random: Random, depth = 0): object =>
  Object.fromEntries(times(random, 5, () => [random.pick(KEYS), freeValue(random, depth)] as const))

const textFor = (random: Random, { pattern = '' }: Schema): string => {
  if (pattern.startsWith('^env:')) return `env:SECRET_${random.below(SECRETS)}`
  if (pattern.startsWith('^http')) return `https://host${random.below(99)}.test/path?q=${random.below(9)}`
  if (pattern === VISIBLE.source) return `${random.pick(TEXTS)}n${random.below(1_000)}`
  return random.pick(pattern === '' ? TEXTS : ['usd', 'eur', 'jpy'])
}

const numberFor = (random: Random, { minimum = 0, maximum = minimum + 100_000 }: Schema, isWhole: boolean): number =>
  isWhole
    ? minimum + random.below(maximum - minimum + 1)
    : minimum + (random.below(1_000_000) / 1_000_000) * (maximum - minimum)

const objectFor = (random: Random, schema: Schema, depth: number): object => {
  const { properties, required = [], additionalProperties } = schema
  if (additionalProperties === true) return freeObject(random)
  if (typeof additionalProperties === 'object')
    return Object.fromEntries(
      times(random, 5, () => [random.pick(KEYS), valueFor(random, additionalProperties, depth)] as const),
    )
  const wanted = Object.entries(properties ?? {}).filter(([key]) => required.includes(key) || random.below(3) > 0)
  return Object.fromEntries(wanted.map(([key, each]) => [key, valueFor(random, each, depth + 1)]))
}

const resolved = (random: Random, schema: Schema, depth: number): Schema => {
  const chosen = schema.if ? ((depth > 6 || random.below(3) > 0 ? schema.else : schema.then) ?? {}) : schema
  if (!chosen.$ref) return chosen
  return VENDOR_SCHEMA.$defs[chosen.$ref.slice('#/$defs/'.length)] ?? {}
}

const valueFor = (random: Random, given: Schema, depth = 0): unknown => {
  const schema = resolved(random, given, depth)
  if (schema.enum) return random.pick(schema.enum)
  const type = typeof schema.type === 'string' ? schema.type : random.pick(schema.type ?? ['null'])
  if (type === 'object') return objectFor(random, schema, depth)
  if (type === 'array') return times(random, 4, () => valueFor(random, schema.items ?? {}, depth + 1))
  if (type === 'string') return textFor(random, schema)
  if (type === 'boolean') return random.chance(0.5)
  return type === 'null' ? null : numberFor(random, schema, type === 'integer')
}

const distinctBy = <Item>(items: Item[] | undefined, keyOf: (item: Item) => unknown): Item[] =>
  (items ?? []).filter((item, at, all) => all.findIndex((other) => keyOf(other) === keyOf(item)) === at)

/** Removes duplicates of entries that must be unique, and corrects references to existing entries. */
const repair = (random: Random, settings: VendorSettings): VendorSettings => {
  const made = structuredClone(settings)
  const { entitlements, billing, defaultPlan, waysToSignIn: ways, mfaStrategies, socialProviders: social } = made
  const { customSocialProviders: custom } = made
  const keep = <Owner extends object, Key extends keyof Owner>(
    owner: Owner | undefined,
    key: Key,
    change: (value: NonNullable<Owner[Key]>) => Owner[Key],
  ) => {
    const value = owner?.[key]
    if (owner && value !== undefined && value !== null) owner[key] = change(value as NonNullable<Owner[Key]>)
  }
  keep(entitlements, 'features', (all) => distinctBy(all, ({ key }) => key))
  keep(entitlements, 'plans', (all) => distinctBy(all, ({ id }) => id))
  keep(ways, 'mainAuthStrategies', (all) => distinctBy(all, ({ strategy }) => strategy))
  keep(ways, 'secondaryAuthStrategies', (all) => distinctBy(all, ({ strategy }) => strategy))
  keep(mfaStrategies, 'strategies', (all) => distinctBy(all, ({ strategy }) => strategy))
  keep(social, 'providers', (all) => distinctBy(all, ({ type }) => type))
  keep(custom, 'providers', (all) => distinctBy(all, ({ id }) => id))
  const features = (entitlements?.features ?? []).map(({ key }) => key)
  const plans = (entitlements?.plans ?? []).map(({ id }) => id)
  const some = (names: readonly string[]): string[] =>
    features.length > 0 ? names.map(() => random.pick(features)) : []
  const named = <Item extends object>(all: Item[], key: keyof Item): Item[] =>
    features.length > 0 ? all.map((item) => ({ ...item, [key]: random.pick(features) })) : []
  for (const plan of entitlements?.plans ?? []) {
    plan.includes = some(plan.includes)
    keep(plan, 'targets', some)
    keep(plan, 'limits', (all) => named(all, 'feature'))
  }
  keep(defaultPlan, 'extras', (all) => named(all, 'feature'))
  keep(billing, 'comparedFeatures', (all) => named(all, 'key'))
  keep(billing, 'plans', (all) =>
    plans.length > 0
      ? distinctBy(
          all.map((plan) => ({ ...plan, id: random.pick(plans) })),
          ({ id }) => id,
        )
      : [],
  )
  const plan = () => (plans.length > 0 ? random.pick(plans) : null)
  keep(billing, 'defaultPlanId', plan)
  keep(defaultPlan, 'planId', plan)
  return made
}

/** Creates valid settings with a random mix of sections and fields. */
export const randomSettings = (random: Random): VendorSettings => {
  const sections = Object.entries(VENDOR_SCHEMA.properties).filter(
    ([name]) => name !== '$schema' && random.below(3) > 0,
  )
  return repair(random, Object.fromEntries(sections.map(([name, schema]) => [name, valueFor(random, schema)])))
}

/** Returns the same JSON value with the keys of every object in another order. */
const shuffled = (random: Random, value: unknown): unknown => {
  if (Array.isArray(value)) return value.map((item) => shuffled(random, item))
  if (typeof value !== 'object' || value === null) return value
  const keyed = Object.entries(value).map(([key, part]) => ({ key, part, place: random.below(1_000_000) / 1_000_000 }))
  keyed.sort((one, other) => one.place - other.place)
  return Object.fromEntries(keyed.map(({ key, part }) => [key, shuffled(random, part)]))
}

/** Returns the settings as JSON with random key order and indentation. */
export const randomText = (random: Random, settings: VendorSettings): string =>
  JSON.stringify(shuffled(random, settings), undefined, random.below(4))
