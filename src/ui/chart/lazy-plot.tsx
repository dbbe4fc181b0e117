import { startTransition, useEffect, useState, type ComponentType } from 'react'
import { Skeleton } from '#/ui/state/skeleton.tsx'
import { whenIdle } from '#/ui/when-idle.ts'

/**
 * What the chart library draws of a chart: its code comes after the page's own, into a box whose size is fixed already,
 * so that nothing moves. Where it does not come, the chart's words and figures stand without it, and the next chart that
 * is shown asks again. Not `lazy()`: that would hand a failed download to the page's error boundary.
 */
const lazyPlot = <P extends object>(fetchPlot: () => Promise<ComponentType<P>>) => {
  let fetched: ComponentType<P> | null = null
  return function LazyPlot({ failed, ...props }: P & { /** Stands there instead. */ failed: string }) {
    const [is, setIs] = useState<'here' | 'coming' | 'failed'>(fetched === null ? 'coming' : 'here')
    useEffect(() => {
      if (fetched !== null) return undefined
      let cancel: (() => void) | null = null
      let isGone = false
      const load = async () => {
        try {
          fetched = await fetchPlot()
        } catch {
          // Said in its place.
        }
        // In slices: drawing for the first time is long, and the user may be doing something else.
        if (!isGone)
          cancel = whenIdle(() => startTransition(() => setIs(fetched === null ? 'failed' : 'here')))
      }
      void load()
      return () => {
        isGone = true
        cancel?.()
      }
    }, [])
    const Plot = is === 'here' ? fetched : null
    if (Plot !== null) return <Plot {...(props as unknown as P)} />
    if (is === 'failed')
      return <p className="grid size-full place-items-center text-12 text-text-3">{failed}</p>
    return (
      <span aria-hidden="true" className="grid size-full content-around">
        {(['md', 'lg', 'xl', 'full'] as const).map((width) => (
          <Skeleton key={width} width={width} />
        ))}
      </span>
    )
  }
}

export const LazyLinePlot = lazyPlot(async () => (await import('./line-plot.tsx')).LinePlot)
