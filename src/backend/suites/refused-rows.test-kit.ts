import type { Collections } from '../store/store.ts'
import type { Kit } from './kit.test-kit.ts'

/**
 * Runs work while no transaction can write an audit row, so that a change which is committed before its row is seen:
 * one with its row in the same transaction is undone.
 */
export const withoutRows = async <Result>({ store }: Kit, work: () => Promise<Result>): Promise<Result> => {
  const { transaction } = store
  const push = () => {
    throw new Error('The audit log is away')
  }
  store.transaction = (inner) => transaction((inside) => inner({ ...inside, pendingAudits: { push } } as Collections))
  return work().finally(() => Object.assign(store, { transaction }))
}
