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

/** Each way and each arrival at least once, in a few cells. */
export const SAMPLE: readonly Cell[] = Object.keys(WAYS).map((way, at) => ({
  way,
  arrival: Object.keys(ARRIVALS)[at % Object.keys(ARRIVALS).length] ?? '',
}))

/** Whether the way leads in as long as the owner has not arrived; otherwise its cells would prove nothing. */
export const worksBefore = async (kit: Kit, way: string): Promise<boolean> => {
  const probe = await WAYS[way]?.(await plant(kit))
  return (await probe?.()) ?? false
}

/** Who is in the account after the owner arrived. */
export const whoIsIn = async (kit: Kit, { way, arrival }: Cell, idp: Credentials) => {
  const planted = await plant(kit)
  const probe = await WAYS[way]?.(planted)
  const owner = (await ARRIVALS[arrival]?.(planted, idp)) ?? false
  return { owner, stranger: (await probe?.()) ?? true }
}

/** Social providers link only to a proven email, so that this arrival changes nothing. */
export const isRefused = ({ arrival }: Cell): boolean => arrival === 'a social account with the same email'
