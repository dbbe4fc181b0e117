import { unframed } from '#/domain/session/framed.ts'

export const linkHere = () => location.origin + unframed(location.href)
