import { m } from '#/i18n/paraglide/messages.js'
import { Clamp } from '#/ui/data/clamp.tsx'

/** Says nothing: absent, blank, or a list or map without anything in it. */
export const isNothing = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  (typeof value === 'string' && value.trim() === '') ||
  (typeof value === 'object' && Object.keys(value).length === 0)

/**
 * Characters that are not seen or turn the direction of what stands beside them, as JSON may write them. They stand in
 * strings only.
 */
const escaped = (json: string) =>
  json.replace(/\p{Cf}/gu, (character) =>
    character
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  )

/** A value whose shape the document does not show (G17), as formatted JSON: text, whatever its names are. */
export const JsonBlock = ({ value }: { value: unknown }) => (
  <pre
    // Focusable, so that the keyboard can scroll it.
    tabIndex={0}
    className="max-h-80 overflow-auto rounded-2 border border-line bg-rail p-3 font-mono text-12 leading-5 text-text-2"
  >
    <Clamp text={escaped(JSON.stringify(value, null, 2))} showAllLabel={m.show_all()} />
  </pre>
)
