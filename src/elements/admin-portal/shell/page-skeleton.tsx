import { Skeleton } from '../../../ui/skeleton/skeleton.tsx'

const ROWS = [1, 2, 3, 4, 5, 6]

/** Placeholder in the shape of a page, so that the layout doesn't shift when the page renders. */
export const PageSkeleton = ({ label }: { label: string }) => (
  <div className="fe-portal-skeleton" role="status">
    <span className="fe-hidden">{label}</span>
    <Skeleton width="160px" height="22px" />
    <Skeleton width="320px" />
    <Skeleton height="36px" />
    <div className="fe-portal-skeleton-rows">
      {ROWS.map((row) => (
        <Skeleton key={row} height="40px" />
      ))}
    </div>
  </div>
)

/** Placeholder for the navigation until it is known what the user may see. */
export const SideSkeleton = () => (
  <div className="fe-portal-side" aria-hidden="true">
    <div className="fe-portal-side-skeleton">
      <Skeleton height="40px" />
      {ROWS.map((row) => (
        <Skeleton key={row} width="70%" height="16px" />
      ))}
    </div>
  </div>
)
