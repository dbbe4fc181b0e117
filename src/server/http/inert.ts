/** The embedded service's answers come from our origin: none of them may become a page. */
export const inert = (response: Response): Response => {
  const headers = new Headers(response.headers)
  headers.set('Content-Security-Policy', "default-src 'none'; sandbox")
  headers.set('X-Content-Type-Options', 'nosniff')
  headers.set('Cache-Control', 'no-store')
  return new Response(response.body, { status: response.status, headers })
}
