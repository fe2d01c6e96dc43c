/** `npm run test:quick` leaves the databases to `npm test`: `TEST_STORES` lists the stores to run on. */
const chosen = process.env.TEST_STORES?.split(',')

/** Why the tests of a store are left out, or `false`. */
export const omitted = (store: 'memory' | 'pglite' | 'postgres'): string | false =>
  chosen !== undefined && !chosen.includes(store) && `only ${chosen.join(' and ')}`

/** Whether this run tests every store. */
export const isEveryStore = chosen === undefined
