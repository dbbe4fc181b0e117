import { useMatch } from '@tanstack/react-router'

/**
 * The session and whose data the page shows; for everything behind the sign-in. The same objects as long as they say the
 * same: the route makes its context anew with each navigation, and what reads it would be drawn anew each time.
 */
export const useSignedIn = () =>
  useMatch({
    from: '/_app',
    select: ({ context: { session, scope } }) => ({ session, scope }),
    structuralSharing: true,
  })
