const STORES = ['memory', 'pglite', 'postgres'] as const

type StoreName = (typeof STORES)[number]

const isStore = (name: string): name is StoreName => STORES.some((store) => store === name)

/** @throws Error for a name that no store has: its tests would be left out, and the run would pass. */
export const readStores = (text: string | undefined): readonly StoreName[] => {
  if (text === undefined) return STORES
  return text.split(',').map((each) => {
    const name = each.trim()
    if (isStore(name)) return name
    throw new Error(`TEST_STORES: there is no store '${name}'; choose from ${STORES.join(', ')}`)
  })
}

/** `npm run test:quick` leaves the databases to `npm test`: `TEST_STORES` lists the stores to run on. */
const chosen = readStores(process.env.TEST_STORES)

/** Why the tests of a store are left out, or `false`. */
export const omitted = (store: StoreName): string | false => !chosen.includes(store) && `only ${chosen.join(' and ')}`

/** Whether this run tests every store. */
export const isEveryStore = process.env.TEST_STORES === undefined
