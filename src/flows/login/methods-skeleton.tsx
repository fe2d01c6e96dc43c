import { useRuntime } from '../../feature/feature-context.tsx'
import { listOf } from '../../kernel/list-of.ts'
import { Skeleton } from '../../ui/skeleton/skeleton.tsx'
import { reservedMethods } from './methods-height.ts'

/** Reserves the space of the sign-in methods below the email until they are known. */
export const MethodsSkeleton = () => {
  const { height, rows } = reservedMethods(useRuntime().deps.local)
  return (
    <div data-ways="" style={{ display: 'grid', height, alignContent: 'space-evenly', overflow: 'hidden' }}>
      {listOf(rows, (row) => (
        <Skeleton key={row} height="36px" />
      ))}
    </div>
  )
}
