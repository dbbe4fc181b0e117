import { formatNumber } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import type { Recording } from './walk.ts'

/** "heard 3 of 12", of the recordings that are known so far. */
export const HeardCount = ({
  heard,
  found,
  isWhole,
}: {
  heard: ReadonlySet<string>
  found: readonly Recording[]
  isWhole: boolean
}) => {
  const known = new Set([...heard, ...found.map(({ key }) => key)]).size
  return (
    <span
      title={isWhole ? undefined : m.listen_more()}
      className="mr-1 text-12 whitespace-nowrap text-text-2 tabular-nums"
    >
      {m.listen_heard({
        heard: formatNumber(heard.size),
        total: `${formatNumber(known)}${isWhole ? '' : '+'}`,
      })}
    </span>
  )
}
