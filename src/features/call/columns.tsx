import { Fragment, type ReactNode } from 'react'
import { m } from '#/i18n/paraglide/messages.js'
import { Skeleton } from '#/ui/state/skeleton.tsx'

const STACK = '*:border-line *:not-first:border-t'

/**
 * Main column with 356 px beside it, or a single column. Texts are beside the facts; without texts facts are in
 * two columns. Print has no player, and side content below.
 */
export const Columns = ({
  recording,
  first,
  second,
  texts,
  side,
}: {
  recording: ReactNode
  first: ReactNode
  second: ReactNode
  texts: readonly ReactNode[]
  side: ReactNode
}) => (
  <div className="@min-[880px]:grid @min-[880px]:grid-cols-[minmax(0,1fr)_356px] print:block">
    <div
      className={`${STACK} @container @min-[880px]:border-r @min-[880px]:border-line @min-[880px]:pr-6 print:border-r-0 print:pr-0 print:[&>section]:hidden`}
    >
      {recording}
      <div className="@min-[560px]:grid @min-[560px]:grid-cols-[minmax(0,1fr)_minmax(0,1.08fr)] @min-[560px]:gap-6">
        <div className={STACK}>
          {first}
          {texts.length > 0 && second}
        </div>
        <div className={`${STACK} border-t border-line @min-[560px]:border-t-0`}>
          {texts.length > 0 ? texts : second}
        </div>
      </div>
    </div>
    <div
      className={`${STACK} border-t border-line @min-[880px]:border-t-0 @min-[880px]:pl-6 print:columns-2 print:gap-6 print:border-t print:pl-0`}
    >
      {side}
    </div>
  </div>
)

export const CallSkeleton = () => (
  <>
    <output className="block border-b border-line pt-1 pb-6">
      <span className="sr-only">{m.loading()}</span>
      <span className="block max-w-120">
        <Skeleton width="md" className="h-6" />
        <Skeleton className="mt-3" />
      </span>
    </output>
    <Columns
      recording={
        <div className="pt-6 pb-6">
          <Skeleton width="xs" />
          <Skeleton className="mt-3 h-27" />
        </div>
      }
      first={<PaneSkeleton rows={4} />}
      second={<PaneSkeleton rows={6} />}
      texts={[]}
      side={<PaneSkeleton rows={6} />}
    />
  </>
)

const PaneSkeleton = ({ rows }: { rows: number }) => (
  <div className="pt-6 pb-6">
    <Skeleton width="xs" className="mb-5" />
    <div className="grid grid-cols-[112px_minmax(0,1fr)] gap-x-2 gap-y-4">
      {Array.from({ length: rows }, (_, row) => (
        <Fragment key={row}>
          <Skeleton width={row % 2 === 0 ? 'md' : 'lg'} />
          <Skeleton width={row % 3 === 0 ? 'sm' : 'md'} />
        </Fragment>
      ))}
    </div>
  </div>
)
