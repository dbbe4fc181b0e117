export type SheetEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1251' | 'windows-1252'

const SAMPLE_BYTES = 4096

/** UTF-16 without a byte order mark: every second byte of Latin text is zero. */
const unmarkedUtf16 = (bytes: Uint8Array): SheetEncoding | null => {
  const sample = bytes.subarray(0, SAMPLE_BYTES)
  const zeros = [0, 0]
  sample.forEach((byte, index) => {
    if (byte === 0) zeros[index % 2]!++
  })
  const [even, odd] = zeros as [number, number]
  if (Math.max(even, odd) < sample.length / 100 || Math.min(even, odd) > Math.max(even, odd) / 10) return null
  return odd > even ? 'utf-16le' : 'utf-16be'
}

const decoded = (bytes: Uint8Array, encoding: SheetEncoding, fatal = false) => ({
  text: new TextDecoder(encoding, { fatal }).decode(bytes),
  encoding,
})

/** Words mixing alphabets: Western text read as Windows-1251 is full of them. */
const isMixed = (text: string): boolean => {
  const words = (text.match(/\p{L}+/gu) ?? []).filter((word) => /\p{Script=Cyrillic}/u.test(word))
  return words.filter((word) => /\p{Script=Latin}/u.test(word)).length > words.length / 2
}

const REPLACED = '\uFFFD'

/** With a few broken bytes, as of a file that was cut; in another encoding most of its letters would be broken. */
const isBrokenUtf8 = (text: string): boolean => {
  const foreign = text.match(/[^\0-\x7F]/gu) ?? []
  return foreign.filter((sign) => sign === REPLACED).length * 10 < foreign.length
}

/** Decodes UTF-8, UTF-16 with or without a mark, else the Windows code page of Russian or Western Excel. Null: no text. */
export const decodeText = (
  bytes: Uint8Array,
): { readonly text: string; readonly encoding: SheetEncoding } | null => {
  const [a, b] = bytes
  if (a === 0xff && b === 0xfe) return decoded(bytes, 'utf-16le')
  if (a === 0xfe && b === 0xff) return decoded(bytes, 'utf-16be')
  if (bytes.subarray(0, SAMPLE_BYTES).includes(0)) {
    const encoding = unmarkedUtf16(bytes)
    return encoding && decoded(bytes, encoding)
  }
  try {
    return decoded(bytes, 'utf-8', true)
  } catch {
    const broken = decoded(bytes, 'utf-8')
    if (isBrokenUtf8(broken.text)) return broken
    const cyrillic = decoded(bytes, 'windows-1251')
    return isMixed(cyrillic.text) ? decoded(bytes, 'windows-1252') : cyrillic
  }
}
