import { type Clock, wait } from './clock.ts'

export interface Patience {
  clock: Clock
  /** Ends the waiting between attempts. */
  signal?: AbortSignal
  onFailure(error: unknown): void
}

/** A chunk that did not arrive is requested again after these waits: a short failure passes, an outage is reported within 30 s. */
const RETRY_DELAYS_MS = [400, 1500, 4000]

/** Loads a chunk, again when it did not arrive. */
export const loadPatiently = async <Module>(
  load: () => Promise<Module>,
  { clock, signal, onFailure }: Patience,
): Promise<Module> => {
  for (const delay of RETRY_DELAYS_MS) {
    try {
      return await load()
    } catch (error) {
      onFailure(error)
      await wait(clock, delay, signal)
    }
  }
  return load()
}
