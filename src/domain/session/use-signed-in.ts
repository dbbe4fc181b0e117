import { useMatch } from '@tanstack/react-router'
import type { Right } from '#/contract/session.ts'

/**
 * The session and whose data the page shows; for everything behind the sign-in. The same objects as long as their
 * contents are the same: the route makes a new context with each navigation, which would render every reader again.
 */
export const useSignedIn = () =>
  useMatch({
    from: '/_app',
    select: ({ context: { session, scope } }) => ({ session, scope }),
    structuralSharing: true,
  })

/** Whether who is signed in may. The server says no by itself: this is for what need not be offered. */
export const useMay = (right: Right): boolean => useSignedIn().session.rights.includes(right)
