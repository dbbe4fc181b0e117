import { counted } from '#/i18n/format.ts'
import { useOverview, useSettledAnswer } from '#/features/overview/data/use-overview.ts'
import { usePreferences } from '#/domain/preferences/use-preferences.ts'
import { useSaveBlocked } from '#/domain/saving/use-save-blocked.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Checkbox } from '#/ui/control/checkbox.tsx'
import { AnswerState } from '#/features/overview/answer-state.tsx'

const NAME_MAX = 256

/** CRM statuses that mean a won deal: the API has no such flag (G28). */
export const WonStatuses = () => {
  const { won } = useOverview('won')
  const { preferences, change } = usePreferences()
  const cutOff = useSaveBlocked()
  const query = useSettledAnswer('deal_statuses', null, { filters: [] })
  const mark = (name: string, isWon: boolean) =>
    change((saved) => {
      const others = (saved.won_statuses ?? []).filter((one) => one !== name)
      return { won_statuses: isWon ? [...others, name] : others }
    })
  const marked = preferences.won_statuses ?? won
  return (
    <AnswerState query={query}>
      {(statuses) => {
        const here = new Set(statuses.map(({ name }) => name))
        const all = [
          ...statuses.filter(({ name }) => name.length <= NAME_MAX),
          ...marked.filter((name) => !here.has(name)).map((name) => ({ name, deals: 0 })),
        ]
        if (all.length === 0) return <p className="text-text-2">{m.won_none()}</p>
        return (
          <>
            <p className="text-text-2">{m.won_note()}</p>
            {cutOff !== undefined && <p className="mt-1 text-warning">{cutOff}</p>}
            <ul
              aria-label={m.tools_won()}
              className="mt-2 grid grid-cols-[repeat(auto-fill,minmax(220px,1fr))] gap-x-6"
            >
              {all.map(({ name, deals }) => (
                <li key={name}>
                  <Checkbox
                    checked={marked.includes(name)}
                    // Not `disabled`: it would lose focus.
                    aria-disabled={cutOff !== undefined || undefined}
                    onChange={({ currentTarget }) => {
                      if (cutOff === undefined) mark(name, currentTarget.checked)
                    }}
                  >
                    <bdi className="inline-block wrap-anywhere">{name}</bdi>{' '}
                    <span className="text-text-3 tabular-nums">
                      {deals === 0 ? m.won_not_here() : m.won_deals(counted(deals))}
                    </span>
                  </Checkbox>
                </li>
              ))}
            </ul>
          </>
        )
      }}
    </AnswerState>
  )
}
