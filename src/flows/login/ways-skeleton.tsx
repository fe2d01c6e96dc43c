import { useRuntime } from '../../feature/feature-context.tsx'
import { listOf } from '../../kernel/list-of.ts'
import { Skeleton } from '../../ui/skeleton/skeleton.tsx'
import { reservedWays } from './ways-height.ts'

/** Reserves the space of the sign-in methods below the email until they are known. */
export const WaysSkeleton = () => {
  const { height, rows } = reservedWays(useRuntime().deps.local)
  return (
    <div data-ways="" style={{ display: 'grid', height, alignContent: 'space-evenly', overflow: 'hidden' }}>
      {listOf(rows, (row) => (
        <Skeleton key={row} height="36px" />
      ))}
    </div>
  )
}
