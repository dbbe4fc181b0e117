import { useNavigate } from '@tanstack/react-router'
import type { CallBackOutcome } from '#/contract/annotations/annotations.ts'
import { OUTCOME_LABELS } from '#/domain/annotations/outcome-labels.ts'
import { useSaveBlocked } from '#/domain/saving/use-save-blocked.ts'
import { formatPhone } from '#/i18n/phone.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { classNames } from '#/ui/class-names.ts'
import { Button, IconButton } from '#/ui/control/button.tsx'
import { Menu, type MenuItem } from '#/ui/overlay/menu.tsx'
import type { CallerRow } from './rows.ts'

export interface RowActs {
  readonly mark: (row: CallerRow, outcome: CallBackOutcome | null) => void
  readonly note: (row: CallerRow) => void
  /** Undefined: already filtered. */
  readonly narrow: ((row: CallerRow) => void) | undefined
}

/** @param isLarge for touch */
export const RowActions = ({
  row,
  acts,
  isCurrent,
  isLarge = false,
}: {
  row: CallerRow
  acts: RowActs
  isCurrent: boolean
  isLarge?: boolean
}) => {
  const blocked = useSaveBlocked(true)
  const navigate = useNavigate()
  const caller = formatPhone(row.caller)
  const { oid, callId } = row
  const items: MenuItem[] = [
    ...(row.is === 'open'
      ? ([
          { id: 'no_answer', key: 'N' },
          { id: 'not_needed', key: 'X' },
        ] as const)
      : []
    ).map(({ id, key }) => ({
      id,
      icon: OUTCOME_LABELS[id].icon,
      label: OUTCOME_LABELS[id].word(),
      note: isLarge ? undefined : key,
      disabledReason: blocked,
      onSelect: () => acts.mark(row, id),
    })),
    {
      id: 'note',
      icon: 'comment' as const,
      label: m.annotation_note(),
      note: isLarge ? undefined : 'M',
      disabledReason: blocked,
      onSelect: () => acts.note(row),
    },
    ...(oid === null
      ? []
      : [
          {
            id: 'open',
            icon: 'journal' as const,
            label: m.call_back_open_contact(),
            onSelect: () =>
              void navigate({
                to: '/objects/$oid/calls/$callId',
                params: { oid, callId: String(callId) },
                state: { fromCallers: true },
              }),
          },
        ]),
  ]
  return (
    <span className="inline-flex items-center gap-1">
      {row.is === 'open' && (
        <Button
          variant={isCurrent ? 'primary' : isLarge ? 'default' : 'ghost'}
          icon={isLarge ? undefined : 'check'}
          disabledReason={blocked}
          aria-label={`${OUTCOME_LABELS.called.word()}: ${caller}`}
          onClick={() => acts.mark(row, 'called')}
          className={classNames(isLarge && 'phone:min-h-11 phone:px-3.5')}
        >
          {OUTCOME_LABELS.called.word()}
        </Button>
      )}
      {row.is === 'marked' && (
        <Button
          variant={isLarge ? 'default' : 'ghost'}
          icon={isLarge ? undefined : 'undo'}
          disabledReason={blocked}
          aria-label={`${m.undo()}: ${caller}`}
          onClick={() => acts.mark(row, null)}
          className={classNames(isLarge && 'phone:min-h-11 phone:px-3')}
        >
          {m.undo()}
        </Button>
      )}
      <Menu
        label={m.call_back_more({ caller })}
        align="end"
        groups={[{ items }]}
        renderTrigger={(trigger) => (
          <IconButton
            {...trigger}
            icon="more"
            label={m.call_back_more({ caller })}
            className="phone:min-h-11 phone:min-w-11"
          />
        )}
      />
    </span>
  )
}
