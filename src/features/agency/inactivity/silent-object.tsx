import { Link } from '@tanstack/react-router'
import type { ClientRead } from '#/contract/agency.ts'
import { clientName } from '#/domain/client/client-name.ts'
import { objectName } from '#/domain/cells/object-name.ts'
import { ReceiptPopover } from '#/domain/receipt/receipt.tsx'
import { receiptContents } from '#/domain/receipt/receipt-contents.tsx'
import { m } from '#/i18n/paraglide/messages.js'
import { classNames } from '#/ui/class-names.ts'
import { buttonClass } from '#/ui/control/button.tsx'
import { Icon } from '#/ui/icon.tsx'
import { chanceText, insteadText, todayText, usualText } from '#/domain/inactivity/inactivity-labels.ts'
import { HourBars } from './hour-bars.tsx'
import type { WallObject } from './evaluate.ts'
import { inactivityReceipt } from './inactivity-receipt.tsx'

const nameClass =
  'inline-flex min-h-6 items-center rounded-1 font-semibold wrap-anywhere underline-offset-3 hover:underline'

const ObjectLink = ({
  of: { object, client },
  className,
}: {
  of: WallObject<ClientRead>
  className: string
}) => (
  <Link
    to="/objects/$oid"
    params={{ oid: object.oid }}
    search={{ client: client.client }}
    className={className}
  >
    <bdi>{objectName(object)}</bdi>
  </Link>
)

/** An object that is quieter than chance explains: what came, what usually does, how rare that is, and what to do. */
export const SilentObject = ({ of }: { of: WallObject<ClientRead> }) => {
  const { object, client, silence, now } = of
  const isSilent = silence.verdict === 'silent'
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] content-start gap-x-2 border-t border-line py-3 text-13 phone:mr-4 phone:w-70 phone:shrink-0 phone:border-r phone:pr-4">
      <div>
        <h3 className="text-14">
          <ObjectLink of={of} className={nameClass} />
        </h3>
        <p className="wrap-anywhere text-text-3">
          <bdi>{clientName(client)}</bdi>
        </p>
        <ReceiptPopover
          renderContents={receiptContents(() => inactivityReceipt(of))}
          renderTrigger={(trigger) => (
            <button
              type="button"
              {...trigger}
              className="group mt-1 block min-h-10 cursor-default rounded-1 text-left tabular-nums"
            >
              <span
                className={classNames(
                  'flex items-center gap-1.5 font-strong',
                  isSilent ? 'text-missed' : 'text-warning',
                )}
              >
                <Icon name="bell-off" size={14} />
                <span className="underline-offset-3 group-hover:underline group-aria-expanded:underline">
                  {todayText(silence)}
                </span>
              </span>
              <span className="sr-only">, </span>
              <span className="block text-text-2">{insteadText(silence)}</span>
            </button>
          )}
        />
      </div>
      <HourBars hours={silence.hours} now={now.minute} />
      <p className="col-span-full text-12 text-text-3">{chanceText(silence.chance)}</p>
      {client.statistics_only !== true && (
        <p className="col-span-full mt-2">
          <Link
            to="/objects/$oid"
            params={{ oid: object.oid }}
            search={{ client: client.client }}
            hash="tracking-script"
            className={buttonClass()}
          >
            {m.silence_check_snippet()}
          </Link>
        </p>
      )}
    </li>
  )
}

/** An object without a verdict, with what it usually has at this time of day. */
export const QuietObject = ({ of }: { of: WallObject<ClientRead> }) => (
  <li className="flex items-baseline gap-2 py-1 text-13">
    <span className="min-w-0 grow wrap-anywhere">
      <ObjectLink of={of} className="rounded-1 underline-offset-3 hover:underline" />{' '}
      <bdi className="text-12 text-text-3">{clientName(of.client)}</bdi>
    </span>
    <ReceiptPopover
      align="end"
      renderContents={receiptContents(() => inactivityReceipt(of))}
      renderTrigger={(trigger) => (
        <button
          type="button"
          {...trigger}
          className="min-h-6 shrink-0 cursor-default rounded-1 text-12 text-text-2 tabular-nums underline-offset-3 hover:underline aria-expanded:underline phone:min-h-10"
        >
          {m.silence_usually({ usual: usualText(of.silence.usual) })}
        </button>
      )}
    />
  </li>
)
