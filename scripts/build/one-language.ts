import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { LOCALES, type Locale } from '../../src/i18n/locale.ts'

const COMPILED = join(import.meta.dirname, '../../src/i18n/paraglide')
const MESSAGES = join(COMPILED, 'messages')
const TEXTS = join(import.meta.dirname, '../../src/i18n/texts.ts')
const OTHERS = 'virtual:texts-of-the-other-language'
const RESOLVED = `\0${OTHERS}`
const RUNTIME = join(COMPILED, 'runtime.js')
// By a name that is as long in every folder: how modules are put together depends on how long they are.
const REGISTRY = "import * as registry from '#/i18n/paraglide/registry.js'\n"

/** A compiled message: what each language says, one function after the other, then the function that chooses. */
const MESSAGE =
  /^const en_(?<name>\w+) = (?<en>[^]*?);?\n\nconst ru_\k<name> = (?<ru>[^]*?);?\n\n\/\*\*[^]*^export const \k<name> = /m

/** Every number is of the last category where it is of none before, and what is compiled behind it is never said. */
const LAST_PLURAL = /if \(plural === "other"\) (?<last>return [^\n]+)\n\treturn [^\n]+/g

/** Russian texts need another file of the font beside it: figures and names stand in Latin letters. */
const LATIN_FONT = /<link(?=[^>]*inter-latin)[^>]*>/

/** Their order gives each message its number, which leads from a text to the same one in the other language. */
const messageFiles = (): readonly string[] =>
  readdirSync(MESSAGES)
    .filter((file) => file.endsWith('.js') && file !== '_index.js')
    .toSorted()

const read = (file: string) => {
  const { name, en, ru } = MESSAGE.exec(readFileSync(join(MESSAGES, file), 'utf8'))?.groups ?? {}
  if (name === undefined || en === undefined || ru === undefined)
    throw new Error(`${file} is not as messages are compiled: is it another version of the compiler?`)
  const [shortEn, shortRu] = [en, ru].map((text) => text.replace(LAST_PLURAL, '$<last>'))
  return { name, en: shortEn!, ru: shortRu! }
}

/**
 * A build whose parts hold the texts of one language, and a part of its own with all of the other's, which is fetched when
 * the user switches. The document is `index.html` in the first language, `index.<language>.html` in the others.
 */
export const oneLanguage = (language: Locale): Plugin => {
  const other = LOCALES.find((locale) => locale !== language)!
  let numbers: ReadonlyMap<string, number>
  return {
    name: 'one-language',
    enforce: 'pre',
    buildStart: () => {
      numbers = new Map(messageFiles().map((file, nth) => [file, nth]))
    },
    resolveId: (id) => (id === OTHERS ? RESOLVED : undefined),
    load: (id) =>
      id === RESOLVED
        ? `${REGISTRY}const texts = [\n${messageFiles()
            .map((file) => read(file)[other])
            .join(',\n')}\n]\nexport { texts }`
        : undefined,
    transform: (_code, id) => {
      if (id === TEXTS)
        return {
          code: `const BUILT_LANGUAGE = ${JSON.stringify(language)}
const fetchOthers = async () => (await import(${JSON.stringify(OTHERS)})).texts
export { BUILT_LANGUAGE, fetchOthers }`,
          map: { mappings: '' },
        }
      // It chooses the language of each text, and here each has one.
      if (id === RUNTIME) return { code: 'export const overwriteGetLocale = () => {}', map: { mappings: '' } }
      if (!id.startsWith(`${MESSAGES}/`)) return undefined
      const file = id.slice(MESSAGES.length + 1)
      const number = numbers.get(file)
      if (number === undefined) return undefined
      const message = read(file)
      return {
        code: `${REGISTRY}import { spoken } from '#/i18n/locale.ts'
export const ${message.name} = /* @__PURE__ */ spoken(${message[language]}, ${number})`,
        map: { mappings: '' },
      }
    },
    transformIndexHtml: {
      order: 'pre',
      handler: (html) =>
        html
          .replace('<html lang="en"', `<html lang="${language}"`)
          .replace('manifest.en.', `manifest.${language}.`)
          .replace(LATIN_FONT, (link) =>
            language === 'ru' ? link + link.replace('inter-latin', 'inter-cyrillic') : link,
          ),
    },
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const page = bundle['index.html']
        if (language === LOCALES[0] || page?.type !== 'asset') return
        delete bundle['index.html']
        this.emitFile({ type: 'asset', fileName: `index.${language}.html`, source: page.source })
      },
    },
  }
}
