export const isFramed = (): boolean => window.parent !== window

/** The address for a separate window, with navigation. */
export const unframed = (href: string): string => {
  const { pathname, searchParams, hash } = new URL(href, location.origin)
  searchParams.delete('embed')
  return `${pathname}${searchParams.size > 0 ? `?${searchParams}` : ''}${hash}`
}
