import { useMemo, useRef } from 'react'
import { formatNumber } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Button } from '#/ui/control/button.tsx'
import { useCopy } from '#/ui/control/copy-button.tsx'
import { Section } from '#/ui/data/section.tsx'
import { StatusMark } from '#/ui/data/status.tsx'
import { LiveRegion } from '#/ui/state/live-region.tsx'

/** Tracking script (`js_code`, API document 2.2) as text, copied verbatim; never executed. */
export const Snippet = ({ code }: { code: string | null }) => {
  const shown = useRef<HTMLPreElement>(null)
  const isEmpty = code === null || code.trim() === ''
  return (
    <Section
      level={3}
      title={m.snippet_title()}
      note={m.snippet_place()}
      className="pt-0!"
      {...(!isEmpty && {
        actions: <CopySnippet code={code} onRefused={() => selectAll(shown.current)} />,
      })}
    >
      {isEmpty ? (
        <p className="text-13 text-text-2">{m.snippet_none()}</p>
      ) : (
        <>
          <InvisibleWarning code={code} />
          <pre
            ref={shown}
            // LTR regardless of content; focusable for scrolling.
            dir="ltr"
            tabIndex={0}
            className="mt-2 max-h-96 overflow-auto rounded-2 border border-line bg-rail p-3 font-mono text-12 leading-5 wrap-anywhere whitespace-pre-wrap text-text-2"
          >
            <code>{code}</code>
          </pre>
        </>
      )}
    </Section>
  )
}

const CopySnippet = ({ code, onRefused }: { code: string; onRefused: () => void }) => {
  const { state, copy } = useCopy(code, onRefused)
  return (
    <>
      {state === 'manual' && <span className="text-12 text-text-2">{m.call_copy_manually()}</span>}
      <Button icon={state === 'copied' ? 'check' : 'copy'} onClick={() => void copy()}>
        {m.snippet_copy()}
      </Button>
      <LiveRegion>
        {state === 'copied' ? m.copied() : state === 'manual' ? m.call_copy_manually() : null}
      </LiveRegion>
    </>
  )
}

const selectAll = (element: HTMLElement | null) => {
  if (element) getSelection()?.selectAllChildren(element)
}

/**
 * Invisible or direction-changing characters: format characters (bidi, joiners, zero width, tags) and blank
 * fillers.
 */
const INVISIBLE = /[\p{Cf}\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0]/gu
const NAMED = 8

/** `U+202E` with counts, in order. */
export const invisibleCharacters = (text: string): { readonly name: string; readonly count: number }[] => {
  const counts = new Map<string, number>()
  for (const [character] of text.matchAll(INVISIBLE)) {
    const name = `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  return Array.from(counts, ([name, count]) => ({ name, count })).slice(0, NAMED)
}

/** Warns of invisible characters, which can make code run differently than it reads. */
const InvisibleWarning = ({ code }: { code: string }) => {
  const found = useMemo(() => invisibleCharacters(code), [code])
  if (found.length === 0) return null
  return (
    <div className="mt-2 grid gap-1 rounded-2 bg-warning-soft p-2 text-13">
      <StatusMark tone="warning" icon="alert">
        {m.snippet_invisible()}
      </StatusMark>
      <p className="pl-6 text-text-2">
        {m.snippet_invisible_text()}{' '}
        <span className="tabular-nums">
          {found.map(({ name, count }) => `${name} × ${formatNumber(count)}`).join(', ')}
        </span>
      </p>
    </div>
  )
}
