import { Fragment } from 'react'
import { m } from '#/i18n/paraglide/messages.js'
import { Skeleton } from '#/ui/state/skeleton.tsx'

const FACTS = 7

/** An object on its way: its name, the facts in their columns, and the first region below them. */
export const ObjectSkeleton = () => (
  <>
    <output className="block border-b border-line pt-2 pb-6">
      <span className="sr-only">{m.object_loading()}</span>
      <span className="block max-w-80">
        <Skeleton className="h-5" />
      </span>
    </output>
    <div className="@min-[880px]:ml-44 @min-[880px]:pl-6">
      <div className="grid gap-x-4 gap-y-4 border-b border-line pt-6 pb-6 @min-[900px]:grid-cols-2 @min-[1160px]:grid-cols-3">
        {[0, 1, 2].map((column) => (
          <div key={column} className="grid grid-cols-[132px_minmax(0,1fr)] content-start gap-x-2 gap-y-4">
            {Array.from({ length: FACTS - column }, (_, row) => (
              <Fragment key={row}>
                <Skeleton width={row % 2 === 0 ? 'md' : 'lg'} />
                <Skeleton width={row % 3 === 0 ? 'sm' : 'md'} />
              </Fragment>
            ))}
          </div>
        ))}
      </div>
      <div className="grid max-w-160 gap-6 pt-6">
        {['lg', 'md', 'xl', 'sm'].map((width) => (
          <Skeleton key={width} width={width as 'lg'} />
        ))}
      </div>
    </div>
  </>
)
