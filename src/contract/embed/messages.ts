import * as z from 'zod/mini'
import { secret } from './embed.ts'

/* What windows tell each other with `postMessage`, always to one exact origin. */

/** From a frame to the page around it: the only two things it says. */
export type ToPortal =
  | { readonly type: 'ready' }
  /** Pixels that the page would take without a scroll bar of its own. */
  | { readonly type: 'height'; readonly height: number }

/** From the pop-up to the frame that has opened it, both our own. */
export const toFrame = z.strictObject({ type: z.literal('code'), code: secret })
export type ToFrame = z.infer<typeof toFrame>
