import { useMatch } from '@tanstack/react-router'

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
