import { askForEmbedding } from '#/api/embed.ts'
import type { ToPortal } from '#/contract/embed/messages.ts'

const MAX_HEIGHT = 4_000

interface Measured {
  /** Pixels. */
  readonly height: number
  /** Pixels. */
  readonly frame: number
}

/** Filters height changes that only follow the frame, which would grow forever. */
export const createHeights = (tell: (height: number) => void) => {
  let last: Measured | null = null
  let reported: number | null = null
  return ({ height, frame }: Measured): void => {
    if (last && last.height === height && last.frame === frame) return
    const grown = last && { height: height - last.height, frame: frame - last.frame }
    // Tolerates rounding.
    const follows = grown && grown.frame !== 0 && Math.abs(grown.height - grown.frame) <= 1
    last = { height, frame }
    const next = Math.min(height, MAX_HEIGHT)
    if (follows || next === reported) return
    reported = next
    tell(next)
  }
}

/** Parent origins, or all listed ones if the browser hides it. */
export const hearers = (listed: readonly string[]): readonly string[] => {
  if (!('ancestorOrigins' in location)) return listed
  const [around] = location.ancestorOrigins
  return listed.filter((origin) => origin === around)
}

/** Reports presence and height to the embedding page; nothing else leaves the frame. */
export const notifyPortal = async (page: HTMLElement): Promise<void> => {
  const embedding = await askForEmbedding().catch(() => null)
  const origins = hearers(embedding?.ancestors ?? [])
  const post = (message: ToPortal) => {
    for (const origin of origins) window.parent.postMessage(message, origin)
  }
  const measured = createHeights((height) => post({ type: 'height', height }))
  const measure = () => measured({ height: Math.ceil(page.offsetHeight), frame: innerHeight })
  post({ type: 'ready' })
  new ResizeObserver(measure).observe(page)
  addEventListener('resize', measure)
}
