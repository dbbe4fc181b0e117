import { LOGO_MAX_BYTES } from '#/contract/agency-logo/agency-logo.ts'
import { cleanPng, isPng } from './clean-png.ts'
import { cleanSvg } from './clean-svg.ts'

export type LogoTrouble = 'type' | 'size' | 'unsafe'

const dataAddress = (type: string, bytes: Buffer) => `data:${type};base64,${bytes.toString('base64')}`

/** By content, whatever its file name. */
const looksLikeSvg = (file: Buffer) => /<svg[\s>]/i.test(file.toString('utf8', 0, 4_096))

/** A safe `data:` address, or the reason of refusal. */
export const cleanLogo = (file: Buffer): { readonly logo: string } | { readonly trouble: LogoTrouble } => {
  if (file.length > LOGO_MAX_BYTES) return { trouble: 'size' }
  if (isPng(file)) {
    const png = cleanPng(file)
    return png === null ? { trouble: 'unsafe' } : { logo: dataAddress('image/png', png) }
  }
  if (!looksLikeSvg(file)) return { trouble: 'type' }
  const svg = cleanSvg(file.toString('utf8'))
  return svg === null ? { trouble: 'unsafe' } : { logo: dataAddress('image/svg+xml', Buffer.from(svg)) }
}
