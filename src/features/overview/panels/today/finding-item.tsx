import { Link } from '@tanstack/react-router'
import type { Finding } from '#/analytics/evaluation/findings.ts'
import { useLater } from '#/features/overview/data/use-later.ts'
import { useAddress, useOverview } from '#/features/overview/data/use-overview.ts'
import { writeValue } from '#/features/overview/search.ts'
import { ReceiptPopover, ReceiptSkeleton } from '#/domain/figures/receipt.tsx'
import { m } from '#/i18n/paraglide/messages.js'
import { classNames } from '#/ui/class-names.ts'
import { Button, buttonClass, linkClass, type ButtonVariant } from '#/ui/control/button.tsx'
import { Icon } from '#/ui/icon.tsx'
import type { FindingFacts } from './use-findings.ts'
import { FINDING_ICONS, findingDetail, findingTitle } from './finding-labels.ts'

/** Beside each other where there is room, else stacked. */
export const itemClass =
  'grid min-w-0 grow basis-0 grid-cols-[16px_minmax(0,1fr)] grid-rows-[minmax(0,1fr)] gap-x-2.5 border-line px-4 py-3 not-first:border-l max-[1099px]:basis-auto max-[1099px]:not-first:border-t max-[1099px]:not-first:border-l-0'

export const FindingItem = ({
  finding,
  facts,
  isFirst,
}: {
  finding: Finding
  /** Undefined: no contacts yet, only objects. */
  facts: FindingFacts | undefined
  isFirst: boolean
}) => {
  const { icon, tone } = FINDING_ICONS[finding.is]
  const title = findingTitle(finding)
  const later = useLater()
  return (
    <li className={itemClass}>
      <Icon name={icon} className={classNames('mt-1', tone)} />
      {/* Actions align at the bottom, however long the sentences are. */}
      <div className="flex min-w-0 flex-col">
        <h3 className="text-16 wrap-anywhere">
          <bdi>{title}</bdi>
        </h3>
        <p className="text-13 text-text-2 wrap-anywhere">{findingDetail(finding)}</p>
        <div className="mt-auto flex flex-wrap items-center gap-x-3 gap-y-2 pt-2">
          <Act finding={finding} variant={isFirst ? 'primary' : 'default'} />
          <ReceiptPopover
            renderContents={(close) =>
              later ? (
                <later.FindingReceipt finding={finding} facts={facts} onClose={close} />
              ) : (
                <ReceiptSkeleton />
              )
            }
            renderTrigger={(trigger) => (
              <button
                type="button"
                {...trigger}
                aria-label={m.today_why_of({ title })}
                className={classNames(
                  linkClass,
                  'min-h-6 min-w-6 cursor-default text-13 phone:min-h-10 phone:min-w-10',
                )}
              >
                {m.today_why()}
              </button>
            )}
          />
        </div>
      </div>
    </li>
  )
}

const Act = ({ finding, variant }: { finding: Finding; variant: ButtonVariant }) => {
  const { object } = useAddress('object')
  switch (finding.is) {
    case 'not_through':
      return (
        <Link
          to="/call-back"
          search={object === undefined ? {} : { object }}
          className={buttonClass({ variant })}
        >
          {m.nav_call_back()}
        </Link>
      )
    case 'missed_source':
    case 'stop_source':
      return <OnlySource source={finding.source} variant={variant} />
    case 'silent_object':
      return (
        <Link
          to="/objects/$oid"
          params={{ oid: finding.object.oid }}
          hash="tracking-script"
          className={buttonClass({ variant })}
        >
          {m.today_check_script()}
        </Link>
      )
    default:
      return (
        <Link to="/objects/$oid" params={{ oid: finding.object.oid }} className={buttonClass({ variant })}>
          {m.today_see_runway()}
        </Link>
      )
  }
}

const OnlySource = ({ source, variant }: { source: string; variant: ButtonVariant }) => {
  const { toggle } = useOverview('toggle')
  const { source: narrowedTo } = useAddress('source')
  const isOnly = narrowedTo === writeValue(source)
  return (
    <Button variant={variant} aria-pressed={isOnly} onClick={() => toggle('source', source)}>
      {isOnly ? m.today_all_sources() : m.today_only_source()}
    </Button>
  )
}
