import { askForEmbedding } from '#/api/embed.ts'
import type { ToPortal } from '#/contract/embed/messages.ts'

/** A page is seldom longer; the portal would hold all of it at once. */
const MAX_HEIGHT = 4_000

interface Measured {
  /** Pixels of the page. */
  readonly height: number
  /** Pixels of the frame. */
  readonly frame: number
}

/**
 * Which heights are worth telling: what changed, and not what only follows the frame's own height, which would make the
 * frame grow without end.
 */
export const createHeights = (tell: (height: number) => void) => {
  let last: Measured | null = null
  let told: number | null = null
  return ({ height, frame }: Measured): void => {
    if (last && last.height === height && last.frame === frame) return
    const grown = last && { height: height - last.height, frame: frame - last.frame }
    // Rounded on the way: a pixel is none.
    const follows = grown && grown.frame !== 0 && Math.abs(grown.height - grown.frame) <= 1
    last = { height, frame }
    const next = Math.min(height, MAX_HEIGHT)
    if (follows || next === told) return
    told = next
    tell(next)
  }
}

/** Who hears: the page around us by its origin, or, where the browser does not tell that, whichever of the listed it is. */
export const hearers = (listed: readonly string[]): readonly string[] => {
  if (!('ancestorOrigins' in location)) return listed
  const [around] = location.ancestorOrigins
  return listed.filter((origin) => origin === around)
}

/** For a page in a frame: tells the page around it that it is there, and how high it is. Nothing else leaves the frame. */
export const tellPortal = async (page: HTMLElement): Promise<void> => {
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
