import { loadChunk } from '../../kernel/load-chunk.ts'
import type { UsersContext } from './users.calls.ts'

export type More = typeof import('./users.rare-actions.ts')

export type WithMore = <Result>(run: (more: More) => Promise<Result>) => Promise<Result | undefined>

/** Runs rarely used code from a separate chunk; immediately if it is already loaded. */
export const loadMore = ({ notify }: Pick<UsersContext, 'notify'>): WithMore => {
  let more: More | undefined
  const withMore: WithMore = async (run) => {
    more ??= await loadChunk(() => import('./users.rare-actions.ts')).catch(() => undefined)
    if (more) return run(more)
    notify('unavailable', {}, { retry: () => withMore(run) })
    return undefined
  }
  return withMore
}
