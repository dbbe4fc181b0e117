/**
 * Parts that come after the page: what holds a session is one, and it waits for the page to sign in on. A test that ends
 * the session types sooner than a busy machine loads them.
 */
export const loadLaterParts = async (): Promise<void> => {
  await Promise.all([
    import('#/app/above-page/above-page.tsx'),
    import('#/features/sign-in/sign-in-page.tsx'),
  ])
}
