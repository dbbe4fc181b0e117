import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { crc32, createDeflateRaw } from 'node:zlib'
import type { ZipInputFile } from 'fflate'
import { PACKING_LEVEL, type AddFile } from '#/domain/files/write-xlsx.ts'

const DEFLATE = 8
const PACKED_BYTES = 1 << 20

/** Packs in Node's thread pool, while this thread makes the next chunk. */
export const addInPool: AddFile = async (zip, path, chunks) => {
  const file: ZipInputFile = { filename: path, size: 0, crc: 0, compression: DEFLATE }
  zip.add(file)
  const counted = function* () {
    for (const chunk of chunks) {
      file.size += chunk.length
      file.crc = crc32(chunk, file.crc)
      yield chunk
    }
  }
  await pipeline(
    Readable.from(counted()),
    createDeflateRaw({ level: PACKING_LEVEL, chunkSize: PACKED_BYTES }),
    async (packed: AsyncIterable<Uint8Array<ArrayBuffer>>) => {
      for await (const part of packed) file.ondata?.(null, part, false)
    },
  )
  file.ondata?.(null, new Uint8Array(), true)
}
