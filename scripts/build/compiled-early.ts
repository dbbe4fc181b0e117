import type { Plugin } from 'vite'
import { FIRST_PAGES } from './chunks-by-page.ts'

/** What Chromium reads at the top of a file (https://v8.dev/blog/explicit-compile-hints); elsewhere it is a comment. */
const HINT = '//# allFunctionsCalledOnLoad\n'
/** Beside the document's own script: what pages that people begin with are drawn with. */
const DRAWN_WITH: ReadonlySet<string> = new Set(['shared', ...FIRST_PAGES.values()])

/**
 * Has what a page is drawn with compiled as it comes, in another thread: by itself a browser reads each function once when
 * it comes, and again when it is called, while the page waits.
 */
export const compiledEarly = (): Plugin => ({
  name: 'compiled-early',
  apply: 'build',
  enforce: 'post',
  generateBundle: {
    // Above what Vite puts at the top.
    order: 'post',
    handler(_options, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk' || !(chunk.isEntry || DRAWN_WITH.has(chunk.name))) continue
        chunk.code = HINT + chunk.code
        const map = bundle[`${chunk.fileName}.map`]
        if (map?.type !== 'asset') continue
        const source = JSON.parse(String(map.source)) as { mappings: string }
        map.source = JSON.stringify({ ...source, mappings: `;${source.mappings}` })
      }
    },
  },
})
