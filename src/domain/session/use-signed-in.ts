import { useMatch } from '@tanstack/react-router'
import type { Right } from '#/contract/session.ts'

/** Session and scope of signed-in pages. Stable objects: the route's context changes with each navigation. */
export const useSignedIn = () =>
  useMatch({
    from: '/_app',
    select: ({ context: { session, scope } }) => ({ session, scope }),
    structuralSharing: true,
  })

/** Whether the user has a right. The server enforces it; this hides controls. */
export const useMay = (right: Right): boolean => useSignedIn().session.rights.includes(right)
