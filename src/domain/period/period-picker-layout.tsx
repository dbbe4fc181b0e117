import type { ReactNode } from 'react'
import { m } from '#/i18n/paraglide/messages.js'
import { Button } from '#/ui/control/button.tsx'
import { Icon } from '#/ui/icon.tsx'

export type PickerStep = 'period' | 'comparison' | 'times' | 'service'

/** Contents of the picker; null: not on this page. */
export interface PickerParts {
  readonly presets: ReactNode
  readonly days: ReactNode
  readonly calendar: ReactNode
  readonly comparison: ReactNode
  readonly service: ReactNode
  readonly times: ReactNode
}

/** Columns on a desk; narrower: the comparison below. */
export const PeriodOnDesk = ({
  parts,
  isCompared,
  onClose,
}: {
  parts: PickerParts
  isCompared: boolean
  onClose: () => void
}) => (
  <>
    <div className={`flex ${parts.comparison ? 'w-232 max-[1100px]:w-172 max-[1100px]:flex-wrap' : 'w-172'}`}>
      <div className="w-48 shrink-0 border-r border-line p-2">{parts.presets}</div>
      <div className="grid w-124 shrink-0 content-start gap-3 p-4">
        {parts.days}
        {parts.calendar}
        {parts.comparison && (
          <p className="flex items-center gap-4 text-12 text-text-2">
            <Legend className="border border-accent bg-selected">{m.filter_period()}</Legend>
            {isCompared && (
              <Legend className="h-0! border-b border-dashed border-text-3">
                {m.overview_compared_with()}
              </Legend>
            )}
          </p>
        )}
        {parts.service && (
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line pt-3">
            <Head>{m.period_as_service()}</Head>
            {parts.service}
          </div>
        )}
      </div>
      {parts.comparison && (
        <div className="w-60 border-l border-line p-4 max-[1100px]:w-full max-[1100px]:border-t max-[1100px]:border-l-0">
          <Head>{m.period_compare_with()}</Head>
          {parts.comparison}
        </div>
      )}
    </div>
    <div className="sticky bottom-0 flex items-center gap-2 border-t border-line bg-raised px-4 py-2.5">
      <span className="text-13 text-text-2" title={m.period_times_hint()}>
        {m.period_times()}
      </span>
      <span className="mr-auto">{parts.times}</span>
      <Button onClick={onClose}>{m.cancel()}</Button>
      <Button type="submit" variant="primary">
        {m.period_apply()}
      </Button>
    </div>
  </>
)

const Head = ({ children }: { children: string }) => (
  <h2 className="text-13 font-semibold whitespace-nowrap">{children}</h2>
)

const Legend = ({ className, children }: { className: string; children: string }) => (
  <span className="flex items-center gap-1.5">
    <span aria-hidden="true" className={`h-2.5 w-4 rounded-1 ${className}`} />
    {children}
  </span>
)

const STEP_NAMES = {
  comparison: m.period_compare_with,
  service: m.period_as_service,
  times: m.period_times,
} as const

/** On a phone days first, other choices as steps. */
export const PeriodOnPhone = ({
  parts,
  step,
  onStep,
  values,
  show,
  onClose,
}: {
  parts: PickerParts
  step: PickerStep
  onStep: (step: PickerStep) => void
  values: Readonly<Record<Exclude<PickerStep, 'period'>, string>>
  show: string
  onClose: () => void
}) => (
  <div className="grid gap-4 px-4">
    <div className="flex min-h-10 items-center gap-2">
      {step !== 'period' && (
        <button
          type="button"
          aria-label={m.period_back()}
          data-autofocus
          onClick={() => onStep('period')}
          className="-ml-3 grid size-10 place-items-center text-text-2"
        >
          <Icon name="chevron-left" />
        </button>
      )}
      <h2 className="mr-auto text-16 font-semibold">
        {step === 'period' ? m.filter_period() : STEP_NAMES[step]()}
      </h2>
      <button
        type="button"
        aria-label={m.close()}
        onClick={onClose}
        className="-mr-3 grid size-10 place-items-center text-text-2"
      >
        <Icon name="close" />
      </button>
    </div>
    {step !== 'period' ? (
      <div className="min-h-80">{parts[step]}</div>
    ) : (
      <>
        {parts.presets}
        {parts.days}
        {parts.calendar}
        <div className="-mx-4 -mb-2 divide-y divide-line border-y border-line">
          {(['comparison', 'service', 'times'] as const).map(
            (name) =>
              parts[name] && (
                <button
                  key={name}
                  type="button"
                  onClick={() => onStep(name)}
                  className="flex min-h-12 w-full items-center gap-2 px-4 text-15"
                >
                  <span className="mr-auto text-text-2">{STEP_NAMES[name]()}</span>
                  <span className="font-strong">{values[name]}</span>
                  <Icon name="chevron-right" size={14} className="text-text-3" />
                </button>
              ),
          )}
        </div>
      </>
    )}
    <div className="sticky bottom-0 -mx-4 bg-raised px-4 py-2">
      <Button type="submit" variant="primary" size="lg" className="w-full">
        {show}
      </Button>
    </div>
  </div>
)
