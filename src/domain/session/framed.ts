/** Whether another page shows this one in a frame. */
export const isFramed = (): boolean => window.parent !== window

/** An address of ours as it is in a window of its own: with rail and account. */
export const unframed = (href: string): string => {
  const { pathname, searchParams, hash } = new URL(href, location.origin)
  searchParams.delete('embed')
  return `${pathname}${searchParams.size > 0 ? `?${searchParams}` : ''}${hash}`
}
