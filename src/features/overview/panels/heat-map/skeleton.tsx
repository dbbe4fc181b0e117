import { Skeleton } from '#/ui/state/skeleton.tsx'

/** A line for each weekday, in place of the map until there is one. */
export const HeatSkeleton = () => (
  <div className="grid h-55 content-between py-4">
    {Array.from({ length: 7 }, (_, weekday) => (
      <Skeleton key={weekday} />
    ))}
  </div>
)
