import { Link } from '@tanstack/react-router'
import type { MissingCampaign } from '#/analytics/evaluation/utm-cleaner.ts'
import { useQuestion } from '#/features/overview/data/use-overview.ts'
import { writeValue } from '#/features/overview/search.ts'
import { FirstOf } from '#/domain/cells/values.tsx'
import { formatNumber } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { linkClass } from '#/ui/control/button.tsx'

const SOURCES_SHOWN = 10

/** Sources that usually name a campaign, and their contacts that do not. */
export const MissingCampaigns = ({ found }: { found: readonly MissingCampaign[] }) => {
  const { search } = useQuestion('search')
  return (
    <div>
      <h3 className="text-13">{m.utm_missing()}</h3>
      {found.length === 0 ? (
        <p className="text-text-2">{m.utm_missing_none()}</p>
      ) : (
        <>
          <p className="text-text-2">{m.utm_missing_note()}</p>
          <FirstOf items={found} limit={SOURCES_SHOWN}>
            {(shown) => (
              <ul className="mt-1 max-w-180">
                {shown.map(({ source, contacts, missing }) => (
                  <li
                    key={source}
                    className="flex min-h-8 flex-wrap items-center gap-x-4 border-b border-line last:border-b-0 phone:min-h-10"
                  >
                    <bdi className="min-w-0 grow font-strong wrap-anywhere">{source}</bdi>
                    <span className="text-text-2 tabular-nums">
                      {m.utm_missing_of({
                        missing: formatNumber(missing),
                        contacts: formatNumber(contacts),
                      })}
                    </span>
                    <Link
                      to="/overview"
                      search={{ ...search, source: writeValue(source), campaign: writeValue(null) }}
                      aria-label={m.utm_missing_show_of({ source })}
                      className={linkClass}
                    >
                      {m.utm_missing_show()}
                    </Link>
                  </li>
                ))}
              </ul>
            )}
          </FirstOf>
        </>
      )}
    </div>
  )
}
