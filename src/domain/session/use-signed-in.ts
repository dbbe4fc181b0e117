import { useRouteContext } from '@tanstack/react-router'

/** The session and whose data the page shows; for everything behind the sign-in. */
export const useSignedIn = () => {
  const { session, scope } = useRouteContext({ from: '/_app' })
  return { session, scope }
}
