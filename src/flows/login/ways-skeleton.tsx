import { useRuntime } from '../../feature/feature-context.tsx'
import { Skeleton } from '../../ui/skeleton/skeleton.tsx'

/** Key in local storage of the height of the sign-in methods below the email on this device, in pixels. */
export const WAYS_HEIGHT = 'fe-ways-height'

/** Height of a passkey button, a row of providers and the sign-up link. */
const FIRST_HEIGHT = 324
const ROW = 56

/** Reserves the space of the sign-in methods below the email until they are known. */
export const WaysSkeleton = () => {
  const { local } = useRuntime().deps
  const height = Number(local.get(WAYS_HEIGHT) ?? FIRST_HEIGHT) || 0
  return (
    <div style={{ display: 'grid', height, alignContent: 'space-evenly', overflow: 'hidden' }}>
      {Array.from({ length: Math.min(height / ROW, 9) }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows without an identity
        <Skeleton key={row} height="36px" />
      ))}
    </div>
  )
}
