import type { KnownExpiryForecast, ExpiryForecast } from '#/analytics/evaluation/expiry-forecast.ts'
import { AwaitedReceipt, ReceiptPopover } from '#/domain/figures/receipt.tsx'
import { formatDay } from '#/i18n/format.ts'
import { classNames } from '#/ui/class-names.ts'
import { Horizon } from '#/ui/data/horizon.tsx'
import { Icon } from '#/ui/icon.tsx'
import { useOnIntent } from '#/ui/use-on-intent.ts'
import {
  farText,
  HORIZON_DAYS,
  isFar,
  expiryForecastLabel,
  expiryForecastText,
  expiryForecastTone,
  UNKNOWN_TEXT,
} from './expiry-forecast-labels.ts'

const fetchReceipt = async () => (await import('./expiry-forecast-receipt.tsx')).ExpiryForecastReceipt

export const ExpiryForecastFigure = ({ runway }: { runway: ExpiryForecast }) =>
  runway.state === 'unknown' ? (
    <span className="text-13 whitespace-normal text-text-3">{UNKNOWN_TEXT[runway.why]()}</span>
  ) : (
    <KnownFigure runway={runway} />
  )

const KnownFigure = ({ runway }: { runway: KnownExpiryForecast }) => {
  const { code: OpenReceipt, error, load, handlers } = useOnIntent(fetchReceipt)
  return (
    <ReceiptPopover
      renderContents={(close) =>
        OpenReceipt ? (
          <OpenReceipt runway={runway} onClose={close} />
        ) : (
          <AwaitedReceipt error={error} load={load} />
        )
      }
      renderTrigger={(trigger) => (
        <button
          type="button"
          {...trigger}
          onPointerEnter={handlers.onPointerEnter}
          onFocus={handlers.onFocus}
          aria-label={expiryForecastLabel(runway)}
          className="group relative grid min-h-6 w-full cursor-default content-center rounded-1 text-left text-13 tabular-nums phone:min-h-10"
        >
          <Words runway={runway} />
        </button>
      )}
    />
  )
}

const tones = { missed: 'font-strong text-missed', warning: 'font-strong text-warning', neutral: '' }
const pressable = 'underline-offset-3 group-hover:underline group-aria-expanded:underline'

const Words = ({ runway }: { runway: KnownExpiryForecast }) => {
  if (isFar(runway)) return <span className={classNames('text-text-3', pressable)}>{farText()}</span>
  const tone = expiryForecastTone(runway)
  return (
    <>
      <Horizon value={runway.daysLeft} max={HORIZON_DAYS} tone={tone} />
      <span className="flex flex-wrap items-center justify-between gap-x-2">
        <span className={classNames('inline-flex items-center gap-1', tones[tone])}>
          {tone !== 'neutral' && <Icon name="clock" size={14} />}
          <span className={pressable}>{formatDay(runway.day)}</span>
        </span>{' '}
        <span className="text-12 text-text-3">{expiryForecastText(runway)}</span>
      </span>
    </>
  )
}
