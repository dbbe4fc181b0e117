import * as z from 'zod/mini'
import { secret } from './embed.ts'

/* Messages between windows, always to one exact origin. */

export type ToPortal =
  | { readonly type: 'ready' }
  /** Height in pixels without a scroll bar. */
  | { readonly type: 'height'; readonly height: number }

export const toFrame = z.strictObject({ type: z.literal('code'), code: secret })
export type ToFrame = z.infer<typeof toFrame>
