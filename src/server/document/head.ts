import { START_ELEMENT, type DocumentStart } from '#/contract/start/start.ts'
import type { Locale } from '#/i18n/locale.ts'
import { NONCE_PLACEHOLDER } from '#/server/headers.ts'
import type { PreloadedData } from './preload.ts'
import type { PageChunks } from './page-chunks.ts'

const HEAD_END = '</head>'
const ESCAPES = { '&': '&amp;', '"': '&quot;', '<': '&lt;', '>': '&gt;' } as const
const attribute = (text: string) => text.replace(/[&"<>]/g, (found) => ESCAPES[found as keyof typeof ESCAPES])

/** JSON for a script element: cannot end it or start another. */
const scriptJson = (value: unknown) =>
  JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

interface Head {
  readonly language: Locale
  readonly fonts: readonly string[]
  readonly nonce: string
  readonly chunks: PageChunks
  readonly brought: PreloadedData | null
  readonly build: string
}

/**
 * @param page the built document, with {@link NONCE_PLACEHOLDER}
 * @returns the document to send
 */
export const withHead = (
  page: string,
  { language, fonts, nonce, chunks, brought: preload, build }: Head,
): string => {
  const typefaces = fonts.map(
    (file) => `<link rel="preload" as="font" type="font/woff2" href="${attribute(file)}" crossorigin>`,
  )
  const scripts = chunks.scripts
    .filter((file) => !page.includes(file))
    .map((file) => `<link rel="modulepreload" href="${attribute(file)}" nonce="${nonce}">`)
  const styles = chunks.styles.map(
    (file) => `<link rel="stylesheet" href="${attribute(file)}" nonce="${nonce}">`,
  )
  const requests = (preload?.requests ?? []).map(
    (address) => `<link rel="preload" as="fetch" href="${attribute(address)}" crossorigin>`,
  )
  const start = preload && ({ ...preload.start, build } satisfies DocumentStart)
  const bootstrap = start
    ? [`<script type="application/json" id="${START_ELEMENT}" nonce="${nonce}">${scriptJson(start)}</script>`]
    : []
  const head = [...typefaces, ...styles, ...scripts, ...requests, ...bootstrap].join('')
  // A function, since `$` is special in replacement strings.
  return page
    .replace('<html lang="en"', `<html lang="${language}"`)
    .replace('/manifest.en.', `/manifest.${language}.`)
    .replaceAll(NONCE_PLACEHOLDER, nonce)
    .replace(HEAD_END, () => head + HEAD_END)
}
