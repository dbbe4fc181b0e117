import type { Locale } from './locale.ts'

/** A text with what stands in it. */
export type Text = (inputs?: object) => string

/**
 * Which texts the code brings along. Here it is each in every language: in development, in tests, on the server and in
 * workers. A build for the browser is made once for each language (`scripts/build/one-language.ts`), and puts its own module
 * in the place of this one.
 */
export const BUILT_LANGUAGE: Locale | null = null

/** All texts in the language that is not the build's, for who switches to it. */
export const fetchOthers = async (): Promise<readonly Text[]> => []
