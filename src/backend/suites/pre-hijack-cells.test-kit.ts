import type { Credentials } from '../../../demo-host/identity-provider/credentials.ts'
import type { Kit } from './kit.test-kit.ts'
import { plant } from './pre-hijack.test-kit.ts'
import { ARRIVALS } from './pre-hijack-arrivals.test-kit.ts'
import { WAYS } from './pre-hijack-ways.test-kit.ts'

interface Cell {
  way: string
  arrival: string
}

export const CELLS: readonly Cell[] = Object.keys(WAYS).flatMap((way) =>
  Object.keys(ARRIVALS).map((arrival) => ({ way, arrival })),
)

/** A small sample with each way and each arrival at least once. */
export const SAMPLE: readonly Cell[] = Object.keys(WAYS).map((way, at) => ({
  way,
  arrival: Object.keys(ARRIVALS)[at % Object.keys(ARRIVALS).length] ?? '',
}))

/** Returns whether a way gives access until the owner arrives; otherwise its cells would prove nothing. */
export const worksBefore = async (kit: Kit, way: string): Promise<boolean> => {
  const probe = await WAYS[way]?.(await plant(kit))
  return (await probe?.()) ?? false
}

/** Returns who has access to the account after the owner arrived. */
export const findWhoHasAccess = async (kit: Kit, { way, arrival }: Cell, idp: Credentials) => {
  const planted = await plant(kit)
  const probe = await WAYS[way]?.(planted)
  const owner = (await ARRIVALS[arrival]?.(planted, idp)) ?? false
  return { owner, stranger: (await probe?.()) ?? true }
}

/** Returns whether an arrival changes nothing, because social providers link only to a verified email. */
export const isRefused = ({ arrival }: Cell): boolean => arrival === 'a social account with the same email'
