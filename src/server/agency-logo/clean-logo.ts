import { LOGO_MAX_BYTES } from '#/contract/agency-logo/agency-logo.ts'
import { cleanSvg, hasStyles, stylesAsAttributes } from '#/server/agency-logo/clean-svg.ts'
import { crc32 } from 'node:zlib'

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
/** Chunks of the image; comments, profiles and others are dropped. */
const ALLOWED_CHUNKS: ReadonlySet<string> = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND'])
/** Pixels per side: a small file may unpack to gigabytes. */
const SIDE_MAX = 4_096
/** Length, name and checksum. */
const FRAME = 12

const isPng = (file: Buffer): boolean => file.subarray(0, SIGNATURE.length).equals(SIGNATURE)

/** A PNG reduced to its image; null: invalid. */
export const cleanPng = (file: Buffer): Buffer | null => {
  if (!isPng(file)) return null
  const stored: Buffer[] = [SIGNATURE]
  const names: string[] = []
  for (let at = SIGNATURE.length; at < file.length;) {
    if (at + FRAME > file.length) return null
    const end = at + FRAME + file.readUInt32BE(at)
    if (end > file.length) return null
    const name = file.toString('latin1', at + 4, at + 8)
    if (crc32(file.subarray(at + 4, end - 4)) !== file.readUInt32BE(end - 4)) return null
    if (names.length === 0) {
      if (name !== 'IHDR' || end - at !== FRAME + 13) return null
      const [width, height] = [file.readUInt32BE(at + 8), file.readUInt32BE(at + 12)]
      if (width === 0 || height === 0 || width > SIDE_MAX || height > SIDE_MAX) return null
    }
    if (ALLOWED_CHUNKS.has(name)) {
      stored.push(file.subarray(at, end))
      names.push(name)
    }
    if (name === 'IEND') return names.includes('IDAT') ? Buffer.concat(stored) : null
    at = end
  }
  return null
}

export type LogoTrouble = 'type' | 'size' | 'unsafe'

const dataAddress = (type: string, bytes: Buffer) => `data:${type};base64,${bytes.toString('base64')}`

/** By content, whatever its file name. */
const isLikelySvg = (file: Buffer) => /<svg[\s>]/i.test(file.toString('utf8', 0, 4_096))

const svgOf = async (source: string): Promise<string | null> => {
  // First, so that nothing else reads what is not well formed or has entities.
  const plain = cleanSvg(source)
  if (plain === null || !hasStyles(source)) return plain
  try {
    return cleanSvg(await stylesAsAttributes(source))
  } catch {
    return plain
  }
}

/** A safe `data:` address, or the reason of refusal. */
export const cleanLogo = async (
  file: Buffer,
): Promise<{ readonly logo: string } | { readonly trouble: LogoTrouble }> => {
  if (file.length > LOGO_MAX_BYTES) return { trouble: 'size' }
  if (isPng(file)) {
    const png = cleanPng(file)
    return png === null ? { trouble: 'unsafe' } : { logo: dataAddress('image/png', png) }
  }
  if (!isLikelySvg(file)) return { trouble: 'type' }
  const svg = await svgOf(file.toString('utf8'))
  return svg === null ? { trouble: 'unsafe' } : { logo: dataAddress('image/svg+xml', Buffer.from(svg)) }
}
