/** Where to go after sign-in: a path of ours, whatever the address says. */
export const safeNext = (next: string | undefined): string =>
  next !== undefined && /^\/(?![/\\])/.test(next) && !next.startsWith('/sign-in') ? next : '/'
