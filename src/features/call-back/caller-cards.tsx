import { m } from '#/i18n/paraglide/messages.js'
import { classNames } from '#/ui/class-names.ts'
import { Became, Dial, Foreign, kindText, sourceText, todayOf, WaitingTime } from './caller-parts.tsx'
import type { CallersProps } from './callers-table.tsx'
import { RowActions } from './row-actions.tsx'
import { lastMomentText, triesText } from './labels.ts'

/** Cards for one-handed use: number left, actions right. */
export const CallerCards = ({ rows, sight, acts }: CallersProps) => (
  <ul aria-label={m.call_back_callers()} className="text-13">
    {rows.map((row, index) => {
      const isOpen = row.is === 'open'
      const isNext = index === 0 && isOpen
      const object = sight.hidden.has('obj_oid') ? null : sight.objectTitle(row.oid)
      const where = [object, sourceText(row, sight)].filter((word) => word !== null).join(' · ')
      const name = sight.nameOf(row)
      // A name implies a repeat contact.
      const kind = name !== null && !row.isFirstTime ? null : kindText(row, sight)
      return (
        <li
          key={row.key}
          className={classNames(
            'grid min-h-21 grid-cols-[minmax(0,1fr)_auto] gap-x-2 border-b border-line py-1 pr-2 pl-4',
            isNext && 'bg-selected shadow-[inset_2px_0_var(--accent)]',
          )}
        >
          <div className="grid min-w-0 content-center">
            <Dial
              row={row}
              className={classNames(
                'phone:min-h-11 text-16 underline decoration-line-control underline-offset-4',
                !isOpen && 'text-text-3',
              )}
            />
            <span className="-mt-2 truncate text-text-2">
              <Foreign>{where}</Foreign>
            </span>
            {isOpen && (
              <span className="line-clamp-2 text-text-3">
                {kind !== null && `${kind}, `}
                {name !== null && (
                  <>
                    <Foreign>{name}</Foreign>,{' '}
                  </>
                )}
                {triesText(row)},{' '}
                <span className="whitespace-nowrap">{lastMomentText(row, todayOf(row, sight))}</span>
              </span>
            )}
            <Became row={row} sight={sight} />
            {row.mark.note !== '' && (
              <span className="truncate text-text-2" title={row.mark.note}>
                <Foreign>{row.mark.note}</Foreign>
              </span>
            )}
          </div>
          <div className="grid content-between justify-items-end py-1 tabular-nums">
            <span className="pr-3">
              <WaitingTime row={row} sight={sight} />
            </span>
            <RowActions row={row} acts={acts} isCurrent={isNext} isLarge />
          </div>
        </li>
      )
    })}
  </ul>
)
