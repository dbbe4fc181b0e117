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

export const ExpiryForecastFigure = ({ expiry: forecast }: { expiry: ExpiryForecast }) =>
  forecast.state === 'unknown' ? (
    <span className="text-13 whitespace-normal text-text-3">{UNKNOWN_TEXT[forecast.why]()}</span>
  ) : (
    <KnownFigure forecast={forecast} />
  )

const KnownFigure = ({ forecast }: { forecast: KnownExpiryForecast }) => {
  const { code: OpenReceipt, error, load, handlers } = useOnIntent(fetchReceipt)
  return (
    <ReceiptPopover
      renderContents={(close) =>
        OpenReceipt ? (
          <OpenReceipt forecast={forecast} onClose={close} />
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
          aria-label={expiryForecastLabel(forecast)}
          className="group relative grid min-h-6 w-full grid-cols-1 cursor-default content-center rounded-1 text-left text-13 tabular-nums phone:min-h-10"
        >
          <Words forecast={forecast} />
        </button>
      )}
    />
  )
}

const tones = { missed: 'font-strong text-missed', warning: 'font-strong text-warning', neutral: '' }
const pressable = 'underline-offset-3 group-hover:underline group-aria-expanded:underline'

const Words = ({ forecast }: { forecast: KnownExpiryForecast }) => {
  if (isFar(forecast)) return <span className={classNames('text-text-3', pressable)}>{farText()}</span>
  const tone = expiryForecastTone(forecast)
  return (
    <>
      <Horizon value={forecast.daysLeft} max={HORIZON_DAYS} tone={tone} />
      <span className="flex flex-wrap items-center justify-between gap-x-2 desk:block">
        <span className={classNames('flex items-center gap-1', tones[tone])}>
          {tone !== 'neutral' && <Icon name="clock" size={14} />}
          <span className={pressable}>{formatDay(forecast.day)}</span>
        </span>{' '}
        <span className="text-12 leading-4 whitespace-normal text-text-3">
          {expiryForecastText(forecast)}
        </span>
      </span>
    </>
  )
}
