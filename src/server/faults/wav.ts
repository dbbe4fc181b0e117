import type { Bytes } from '#/server/http/bytes.ts'

const RATE = 8000

/**
 * A WAV file of 8 kHz, mono, 16 bits.
 * @param dataBytes length in the header; default: the actual one
 * @param format 1: PCM, 6: A-law, 49: GSM
 */
export const wav = ({
  seconds,
  dataBytes = seconds * RATE * 2,
  format = 1,
}: {
  seconds: number
  dataBytes?: number
  format?: 1 | 6 | 49
}): Bytes => {
  const bits = format === 1 ? 16 : 8
  const samples = Math.round(seconds * RATE)
  const file = new Uint8Array(44 + (samples * bits) / 8)
  const view = new DataView(file.buffer)
  const text = (at: number, word: string) => file.set(new TextEncoder().encode(word), at)
  text(0, 'RIFF')
  view.setUint32(4, file.length - 8, true)
  text(8, 'WAVEfmt ')
  view.setUint32(16, 16, true)
  view.setUint16(20, format, true)
  view.setUint16(22, 1, true)
  view.setUint32(24, RATE, true)
  view.setUint32(28, (RATE * bits) / 8, true)
  view.setUint16(32, bits / 8, true)
  view.setUint16(34, bits, true)
  text(36, 'data')
  view.setUint32(40, dataBytes, true)
  for (let index = 0; index < samples; index += 1) {
    const level = Math.sin((index / RATE) * 2 * Math.PI * 440)
    if (bits === 16) view.setInt16(44 + index * 2, level * 12_000, true)
    // A-law inverts alternate bits; a square wave is enough.
    else file[44 + index] = level > 0 ? 0xa5 : 0x25
  }
  return file
}
