import { createFileRoute } from '@tanstack/react-router'
import { LiveOrCode } from '#/features/live/live-or-code.tsx'

/** Today for the wall of an office, without the frame of the other pages. Without a session a code opens it. */
export const Route = createFileRoute('/live')({ component: LiveOrCode })
