import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import type { Plugin } from 'vite'
import { COMPRESS_FROM_BYTES } from '../../src/server/http/compress.ts'

const brotli = promisify(brotliCompress)

/** Writes scripts and styles compressed as far as Brotli goes beside themselves, for the server to send: it has no time for that. */
export const compressed = (): Plugin => ({
  name: 'compressed',
  apply: 'build',
  writeBundle: async ({ dir = '' }, bundle) => {
    await Promise.all(
      Object.keys(bundle)
        .filter((name) => /\.(js|css)$/.test(name))
        .map(async (name) => {
          const file = bundle[name]!
          // Not what is on the disk: the build of the other language may be writing the same file.
          const bytes = Buffer.from(file.type === 'chunk' ? file.code : file.source)
          if (bytes.byteLength >= COMPRESS_FROM_BYTES)
            await writeFile(join(dir, `${name}.br`), await brotli(bytes))
        }),
    )
  },
})
