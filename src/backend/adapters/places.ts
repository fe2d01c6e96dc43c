import { AsyncLocalStorage } from 'node:async_hooks'

/** All places are taken. */
export class NoPlaceError extends Error {
  override readonly name = 'NoPlaceError'
}

/**
 * Creates a fixed number of places. Work without a place is refused at once instead of waiting longer and longer.
 * Nested work shares the place of the outer work, so that it is never refused halfway.
 *
 * @throws NoPlaceError
 * @example const places = createPlaces(20); await places(() => hash(password))
 */
export const createPlaces = (size: number) => {
  const holding = new AsyncLocalStorage<true>()
  let taken = 0
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (holding.getStore()) return work()
    if (taken >= size) throw new NoPlaceError(`All ${size} places are taken`)
    taken++
    try {
      return await holding.run(true, work)
    } finally {
      taken--
    }
  }
}
