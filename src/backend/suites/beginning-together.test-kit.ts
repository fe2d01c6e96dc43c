import type { Kit } from './kit.test-kit.ts'

/** Runs two requests, which begin their transactions only when both have arrived there. */
export const beginningTogether = async <Result>({ store }: Kit, work: () => Promise<Result>): Promise<Result> => {
  const { transaction } = store
  const arrived: (() => void)[] = []
  store.transaction = async (inner) => {
    await new Promise<void>((begin) => {
      arrived.push(begin)
      if (arrived.length >= 2) for (const each of arrived) each()
    })
    return transaction(inner)
  }
  return work().finally(() => Object.assign(store, { transaction }))
}
