import type { BarPlotProps } from './bar-plot.tsx'
import { lazyPlot } from './lazy-plot.tsx'

const LazyBarPlot = lazyPlot(() => import('./bar-plot.tsx').then(({ BarPlot }) => BarPlot))

/**
 * Bars for the rows of a table or list that has their words: it fills a box that is as high as all rows, which are of one
 * height. The rows say the same to who does not see it.
 */
export const BarColumn = (props: BarPlotProps) => (
  <div aria-hidden="true" className="pointer-events-none relative">
    <div className="absolute inset-0">
      {/* Without bars the rows say all there is: nothing stands in their place. */}
      <LazyBarPlot {...props} failed="" />
    </div>
  </div>
)
