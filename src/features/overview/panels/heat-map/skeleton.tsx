import { Skeleton } from '#/ui/state/skeleton.tsx'

export const HeatSkeleton = () => (
  <div className="grid h-55 content-between py-4">
    {Array.from({ length: 7 }, (_, weekday) => (
      <Skeleton key={weekday} />
    ))}
  </div>
)
