import type { NamedDevice } from '../../../../contract/me.ts'
import { readOptionalName } from '../../../call/read.ts'
import { notFound } from '../../../call/refusal.ts'
import type { Ports } from '../../../ports.ts'
import type { FactorRecord } from '../../../store/records.ts'
import { iso } from '../../base/wire/wire.ts'
import { factorsOf, factsOf } from './factors.ts'

type Kinds = readonly FactorRecord['kind'][] | undefined

const MAX_NAME_LENGTH = 60

const toNamed = (factor: FactorRecord): NamedDevice => {
  const { name } = factsOf(factor)
  return {
    id: factor.id,
    name: typeof name === 'string' ? name : '',
    createdAt: iso(factor.createdAt),
    lastUsedAt: factor.lastUsedAt === null ? null : iso(factor.lastUsedAt),
  }
}

/** Lists the names and dates of a user's second factors, or of the given kinds. */
export const namedFactors = async ({ store }: Ports, userId: string, kinds?: Kinds): Promise<NamedDevice[]> =>
  (await factorsOf(store, userId, kinds)).map(toNamed)

interface Renaming {
  userId: string
  id: string
  name: unknown
  kinds?: Kinds
}

/** Renames a factor; an empty name restores the default one. */
export const renameFactor = async ({ store }: Ports, given: Renaming): Promise<NamedDevice> => {
  const { userId, id, kinds } = given
  const found = (await factorsOf(store, userId, kinds)).find((factor) => factor.id === id)
  if (!found) throw notFound("This device doesn't exist")
  const name = readOptionalName(given.name, 'name', MAX_NAME_LENGTH) ?? ''
  const value = JSON.stringify({ ...factsOf(found), name })
  await store.factors.update({ id, userId }, { value })
  return toNamed({ ...found, value })
}
