import { m } from '#/i18n/paraglide/messages.js'
import { Skeleton } from '#/ui/state/skeleton.tsx'

/** As high as the content, so that nothing below shifts. */
export const FunnelSkeleton = () => (
  <>
    <div className="mt-1">
      {(['full', 'xl', 'md', 'xs'] as const).map((width) => (
        <div key={width} className="flex min-h-8 items-center phone:min-h-10">
          <Skeleton width={width} />
        </div>
      ))}
    </div>
    <FunnelLabel />
  </>
)

export const FunnelLabel = () => <p className="mt-1.5 text-12 text-text-3">{m.funnel_words()}</p>
