import { unframed } from '#/domain/session/framed.ts'

/** The link to what is shown, as whoever gets it opens it: in a window of its own. */
export const linkHere = () => location.origin + unframed(location.href)
